/** Which 4xx a route may answer, each with an example: those that follow from its line, and its own. */
import { fault } from '#kit/errors.ts';
import type { Fault, FaultName } from '#kit/errors.ts';
import { errorReply } from '../domain/envelope.ts';
import type { Route } from '../route.ts';
import type { OperationText } from './operation.ts';

const EXAMPLE_ID = '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42';
const EXAMPLE_TIME = new Date('2026-01-31T09:30:00.000Z');

/** What is not there, by the first part of the path. */
const MISSING: Readonly<Record<string, readonly [FaultName, string]>> = {
  contacts: ['CONTACT_NOT_FOUND', 'Contact'],
  templates: ['TEMPLATE_NOT_FOUND', 'Template'],
  campaigns: ['CAMPAIGN_NOT_FOUND', 'Campaign'],
  workflows: ['WORKFLOW_NOT_FOUND', 'Workflow'],
};
/** Parameters that name a record, which may be missing. */
const RECORD = /:(?:id|contactId|projectId|key)\b/;

const fieldFault = fault('VALIDATION_ERROR', {
  errors: [{ field: 'email', message: 'Invalid email address', code: 'invalid_string' }],
});

function byAuth({ auth, admin, unverified, project }: Route): Fault[] {
  if (auth === 'none') return [];
  const disabled = project === 'none' ? [] : [fault('PROJECT_DISABLED')];
  const role = admin ? [fault('FORBIDDEN', { message: 'Insufficient permissions. Admin or owner access required.' })] : [];
  if (auth === 'session')
    return [fault('UNAUTHORIZED'), ...(unverified ? [] : [fault('EMAIL_VERIFICATION_REQUIRED')]), ...disabled, ...role];
  return [fault('MISSING_AUTH'), fault('INVALID_API_KEY'), ...disabled, ...role];
}

function byBody({ body, idempotent, multipart, raw }: Route): Fault[] {
  const large = body || multipart || raw ? [fault('BODY_TOO_LARGE')] : [];
  const claimed = {
    key: 'order-1042',
    originalRequest: 'POST /v1/send',
    originalRequestAt: EXAMPLE_TIME.toISOString(),
    originalStatusCode: 200,
  };
  return [
    ...(body ? [fault('MALFORMED_JSON'), fieldFault] : []),
    ...large,
    ...(idempotent ? [fault('IDEMPOTENCY_KEY_REUSED', { details: claimed })] : []),
  ];
}

function byPath({ path }: Route, refuses: readonly Fault[]): Fault[] {
  if (!RECORD.test(path) || path.startsWith('/unsubscribe/') || refuses.some(({ status }) => status === 404)) return [];
  const [name, resource] = MISSING[path.split('/')[1]!] ?? (['RESOURCE_NOT_FOUND', 'Resource'] as const);
  return [fault(name, { details: { resource, id: EXAMPLE_ID } })];
}

/** Every refusal, by status. */
export function refusalsOf(route: Route, { refuses = [] }: OperationText): Map<number, Fault[]> {
  const limited = fault('RATE_LIMIT_EXCEEDED', { details: { retryAfter: 12 } });
  const byStatus = new Map<number, Fault[]>();
  for (const refusal of [...byAuth(route), ...byBody(route), ...byPath(route, refuses), ...refuses, limited])
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal]);
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}

/** The body of a refusal as it is answered. */
export function exampleOf(refusal: Fault): unknown {
  return errorReply(refusal, EXAMPLE_ID, EXAMPLE_TIME).body;
}
