/** Every example of a request in GET /openapi.json, pasted as it stands, in an order somebody might try them, succeeds. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { routes, withIds } from '#test/openapi-routes.ts';
import type { Link, Operation, Spec } from '#test/openapi-routes.ts';
import { anonymous, client, withKey } from './tenant.ts';

const test = suite('request examples');
const spec: Spec = is(await anonymous.get('/openapi.json'), 200);

interface Documented {
  method: string;
  path: string;
  content: Record<string, { schema?: unknown; encoding?: Record<string, { contentType: string }>; example?: unknown }>;
  responses: Operation['responses'];
}

const documented = new Map<string, Documented>(
  routes(spec)
    .filter(({ operation }) => operation.requestBody)
    .map(({ method, path, operation: { operationId, requestBody, responses } }) => [
      operationId,
      { method, path, content: requestBody!.content, responses },
    ]),
);

/** Examples that cannot succeed here, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  verifyAccountEmail: 'the token comes by mail, and this installation sends none',
  resetPassword: 'the token comes by mail, and this installation sends none',
  submitVerifyEmailPage: 'the token comes by mail, and this installation sends none',
  submitResetPasswordPage: 'the token comes by mail, and this installation sends none',
  setBillingLimits: 'billing is off',
  reportBilling: 'signed by Stripe',
  reportBillingByStripe: 'signed by Stripe',
  reportDelivery: 'signed by whoever delivers',
  reportDeliveryBySns: 'signed by whoever delivers',
  reportDeliveryByApiSns: 'signed by whoever delivers',
  reportDeliveryByIncomingSns: 'signed by whoever delivers',
};

const pasted = new Set<string>();

interface Paste {
  as: Api;
  /** Ids of the path, by name. */
  path?: Record<string, string>;
  /** Ids of the body. */
  ids?: Record<string, unknown>;
}

const reads = new Map(routes(spec).flatMap(({ method, path, operation }) => (method === 'GET' ? [[operation.operationId, path]] : [])));
const followed = new Set<string>();

/** Asks what links of an answer lead to, as far as it can be read: it is there. */
async function follow(
  links: Record<string, Link>,
  { by, path, answer }: { by: Api; path: Record<string, string>; answer: any },
): Promise<void> {
  const value = (expression: string): string => {
    const [, place, at] = /^[$](request[.]path[.]|response[.]body#[/])(.+)$/.exec(expression)!;
    return place!.startsWith('request') ? path[at!]! : at!.split('/').reduce((one, key) => one[key], answer);
  };
  for (const [id, { parameters }] of Object.entries(links)) {
    const line = reads.get(id);
    if (line) is(await by.get(withIds(line, (name) => value(parameters[name]!))), 200);
    if (line) followed.add(id);
  }
}

/** A form with its file, as the document shows it. */
function formOf({ schema, encoding, example }: Documented['content'][string]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example as Record<string, string>)) {
    const isFile = (schema as { properties: Record<string, { format?: string }> }).properties[name]!.format === 'binary';
    form.append(name, isFile ? new Blob([value], { type: encoding![name]!.contentType.split(',')[0]! }) : value);
  }
  return form;
}

async function paste(operationId: string, { as, path = {}, ids = {} }: Paste): Promise<any> {
  const { method, path: line, content, responses } = documented.get(operationId)!;
  const [media, { example }] = Object.entries(content)[0]!;
  const to = withIds(line, (name) => path[name]!);
  const form = media === 'application/x-www-form-urlencoded' && typeof example !== 'string';
  const text = form ? new URLSearchParams(example as Record<string, string>).toString() : example;
  const body =
    media === 'multipart/form-data' ? formOf(content[media]!) : typeof text === 'string' ? text : { ...(text as object), ...ids };
  const own: Record<string, string> = body instanceof FormData ? {} : { 'content-type': media };
  const { status, text: answered, body: answer, headers } = await as.send(method, to, body, own);
  assert.ok(status >= 200 && status < 400, `${operationId} ${JSON.stringify(body)}: ${status} ${answered}`);
  pasted.add(operationId);
  await follow(responses[status]!.links ?? {}, { by: as === tracker ? api : as, path, answer });
  return { ...answer, headers };
}

const cookieOf = ({ headers }: { headers: Headers }): string => headers.getSetCookie()[0]!.split(';')[0]!;

let [session, api, tracker] = [anonymous, anonymous, anonymous];
let contactId = '';

test('accounts and projects', async () => {
  await anonymous.post('/auth/signup', { email: 'grace@example.org', password: 'correct horse' });
  assert.is((await paste('signUp', { as: anonymous })).success, true);
  const cookie = cookieOf(await paste('logIn', { as: anonymous }));
  session = client({ cookie });
  const project = await paste('createProject', { as: session });
  const path = { id: project.id };
  await paste('updateProject', { as: session, path });
  await paste('setRetention', { as: session, path });
  const key = await paste('createKey', { as: session, path });
  await paste('renameKey', { as: session, path: { ...path, keyId: key.id } });
  const member = await paste('addMember', { as: session, path });
  await paste('updateMember', { as: session, path: { ...path, userId: member.data.userId } });
  await paste('requestPasswordReset', { as: anonymous });
  await paste('submitLoginPage', { as: anonymous });
  await paste('submitLogout', { as: anonymous });
  await paste('submitResetRequestPage', { as: anonymous });
  api = withKey(project.secret);
  tracker = withKey(project.public);
});

test('domains, mails and addresses', async () => {
  await paste('createDomain', { as: api });
  await paste('sendEmail', { as: api });
  await paste('uploadImage', { as: api });
  await paste('verifyEmail', { as: api });
  await paste('verifyEmails', { as: api });
  const { id } = await paste('createTemplate', { as: api });
  await paste('updateTemplate', { as: api, path: { id } });
});

test('contacts, events and segments', async () => {
  const contact = await paste('upsertContact', { as: api });
  contactId = contact.id;
  await paste('updateContact', { as: api, path: { id: contactId } });
  await paste('lookupContacts', { as: api });
  await paste('importContacts', { as: api });
  await paste('trackEvent', { as: tracker });
  await paste('recordEvent', { as: api });
  await paste('bulkSubscribeContacts', { as: api, ids: { contactIds: [contactId] } });
  await paste('bulkUnsubscribeContacts', { as: api, ids: { contactIds: [contactId] } });
  await paste('previewSegment', { as: api });
  const { id } = await paste('createSegment', { as: api });
  await paste('updateSegment', { as: api, path: { id } });
  const fixed = is(await api.post('/segments', { name: 'By hand', type: 'STATIC' }), 201);
  await paste('addSegmentMembers', { as: api, path: { id: fixed.id } });
  await paste('removeSegmentMembers', { as: api, path: { id: fixed.id } });
});

test('campaigns', async () => {
  is(await api.post('/contacts', { email: 'grace@example.org' }), 201);
  const { data } = await paste('createCampaign', { as: api });
  const path = { id: data.id };
  await paste('updateCampaign', { as: api, path });
  await paste('setCampaignRate', { as: api, path });
  await paste('sendCampaignTest', { as: api, path });
  await paste('sendCampaign', { as: api, path });
  is(await api.post(`/campaigns/${data.id}/cancel`), 200);
  const now = is(await api.post(`/campaigns/${data.id}/duplicate`), 201);
  is(await api.post(`/campaigns/${now.id}/send`, {}), 200);
  await until(async () => is(await api.get(`/campaigns/${now.id}`), 200).status === 'SENT');
  await paste('decideUnknownRecipients', { as: api, path: { id: now.id } });
});

test('workflows', async () => {
  const { id } = await paste('createWorkflow', { as: api });
  await paste('updateWorkflow', { as: api, path: { id } });
  const step = await paste('createWorkflowStep', { as: api, path: { id } });
  await paste('updateWorkflowStep', { as: api, path: { id, stepId: step.id } });
  // A new step follows the one before; one that stands alone is connected by hand.
  const next = is(await api.post(`/workflows/${id}/steps`, { type: 'EXIT', name: 'End', position: { x: 0, y: 0 }, config: {} }), 201);
  const { transitions } = is(await api.get(`/workflows/${id}`), 200);
  const drawn = transitions.find((one: { toStepId: string }) => one.toStepId === next.id);
  is(await api.delete(`/workflows/${id}/transitions/${drawn.id}`), 204);
  await paste('createWorkflowTransition', { as: api, path: { id }, ids: { fromStepId: step.id, toStepId: next.id } });
  await paste('startWorkflowExecution', { as: api, path: { id }, ids: { contactId } });
  await paste('simulateWorkflow', { as: api, path: { id }, ids: { contactId } });
  await paste('bulkDeleteContacts', { as: api, ids: { contactIds: [contactId] } });
});

test('every one was pasted', () => {
  assert.equal(
    [...documented.keys()].filter((id) => !pasted.has(id) && !(id in ELSEWHERE)),
    [],
  );
  assert.equal(
    Object.keys(ELSEWHERE).filter((id) => pasted.has(id) || !documented.has(id)),
    [],
  );
});

test('links lead from what was made to what reads it', () => {
  const expected = [
    'getBulkJob',
    'getCampaign',
    'getContact',
    'getContactImport',
    'getEmail',
    'getSegment',
    'getTemplate',
    'getWorkflow',
    'getWorkflowExecution',
  ];
  assert.equal([...followed].toSorted(), expected);
});

test.run();
