/**
 * Who may ask what: every route with every kind of caller, and how each is refused (contract 5). A route that has no row here fails, and so
 * does a row whose route is gone. Callers that may ask get past the rule: an id nobody has, or a body without sense, is what stops them.
 */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { is } from './answers.ts';
import { ACCESS_RULES } from '#test/access-rules.ts';
import type { AccessRule } from '#test/access-rules.ts';
import { routes, withIds, type Spec } from '#test/openapi-routes.ts';
import { posthorn } from '#test/posthorn.ts';
import { anonymous, base, person, tenant } from './tenant.ts';
import type { Person, Tenant } from './tenant.ts';

const test = suite('access');

/** What these do cannot be taken back: each caller who may has a project for it. */
const FINAL = new Set(['DELETE /users/@me/projects/{id}', 'POST /users/@me/projects/{id}/reset']);

type Role = 'OWNER' | 'ADMIN' | 'MEMBER';
interface Caller {
  name: string;
  headers: Record<string, string>;
  projectId: string;
  /** null: no key of any project. */
  key?: 'public' | 'send' | 'read' | 'full' | null;
  /** null: no session of anybody. */
  session?: Person | null;
  /** Absent: of no member. */
  role?: Role;
  foreign?: true;
  disabled?: true;
}

const keysOf = async ({ owner, project }: Tenant, scope: string): Promise<string> =>
  is(await owner.session.post(`/users/@me/projects/${project.id}/keys`, { name: scope, scope }), 201).key;

/** A project with a member of each role. */
async function staffed(name: string) {
  const made = await tenant(await person(), name);
  const [admin, member] = [await person(), await person()];
  for (const [{ email }, role] of [
    [admin, 'ADMIN'],
    [member, 'MEMBER'],
  ] as const)
    is(await made.owner.session.post(`/projects/${made.project.id}/members`, { email, role }), 200);
  return { ...made, staff: { OWNER: made.owner, ADMIN: admin, MEMBER: member } as const };
}

async function disable(projectId: string): Promise<void> {
  const { code, stderr } = await posthorn(['project', 'disable', projectId]);
  assert.is(code, 0, stderr);
}

const [live, off, stranger] = [await staffed('Live'), await staffed('Off'), await person()];
const offKeys = { full: off.project.secret, public: off.project.public, send: await keysOf(off, 'send') };
await disable(off.project.id);

const byKey = (name: string, value: string, key: Caller['key'], of: Tenant = live): Caller => ({
  name,
  headers: { authorization: `Bearer ${value}` },
  projectId: of.project.id,
  key,
});
const bySession = (name: string, who: Person, more: Partial<Caller> & { of?: Tenant } = {}): Caller => {
  const { of = live, headers, ...rest } = more;
  return { name, headers: { cookie: who.cookie, ...headers }, projectId: of.project.id, session: who, ...rest };
};
const header = (of: Tenant): Record<string, string> => ({ 'x-project-id': of.project.id });
const roles = ['OWNER', 'ADMIN', 'MEMBER'] as const;

const CALLERS: Caller[] = [
  { name: 'nobody', headers: {}, projectId: live.project.id },
  byKey('a key that is none', 'sk_nonsense', null),
  byKey('an unknown secret key', `sk_${'0'.repeat(64)}`, null),
  byKey('the public key', live.project.public, 'public'),
  byKey('the secret key', live.project.secret, 'full'),
  ...(await Promise.all(
    (['send', 'read', 'full'] as const).map(async (scope) => byKey(`a key to ${scope}`, await keysOf(live, scope), scope)),
  )),
  { name: 'a cookie that is none', headers: { cookie: 'next_token=x', ...header(live) }, projectId: live.project.id, session: null },
  ...roles.map((role) => bySession(role, live.staff[role], { role, headers: header(live) })),
  bySession('a stranger', stranger, { headers: header(live) }),
  bySession('OWNER without a project', live.staff.OWNER, { role: 'OWNER' }),
  bySession('OWNER from a foreign page', live.staff.OWNER, {
    role: 'OWNER',
    foreign: true,
    headers: { ...header(live), origin: 'https://evil.example' },
  }),
  ...(['full', 'send', 'public'] as const).map((key) => ({
    ...byKey(`the ${key} key, disabled`, offKeys[key], key, off),
    disabled: true as const,
  })),
  ...roles.map((role) => bySession(`${role}, disabled`, off.staff[role], { of: off, role, disabled: true, headers: header(off) })),
];

type Refusal = readonly [status: number, code: string];

function keyRefusal({ key }: AccessRule, caller: Caller): Refusal | null {
  if (caller.key === undefined) return [401, 'MISSING_AUTH'];
  if (caller.key === null || (caller.key === 'public') !== (key === 'public')) return [401, 'INVALID_API_KEY'];
  if (caller.disabled) return [403, 'PROJECT_DISABLED'];
  return caller.key === 'full' || caller.key === key ? null : [403, 'FORBIDDEN'];
}

function sessionRefusal(rule: AccessRule, caller: Caller, method: string): Refusal | null {
  if (!caller.session) return [401, 'UNAUTHORIZED'];
  const writes = method !== 'GET';
  if (writes && caller.foreign) return [403, 'FORBIDDEN'];
  if (rule.session === 'own') return null;
  if (rule.session === 'header' && !caller.headers['x-project-id']) return [400, 'BAD_REQUEST'];
  if (!caller.role) return rule.session === 'path' ? [404, 'RESOURCE_NOT_FOUND'] : [403, 'PROJECT_ACCESS_DENIED'];
  if (caller.disabled && writes && !rule.whileDisabled) return [403, 'PROJECT_DISABLED'];
  return rule.admin && caller.role === 'MEMBER' ? [403, 'FORBIDDEN'] : null;
}

/** null: the caller gets in. */
function refusalOf(rule: AccessRule, caller: Caller, method: string): Refusal | null {
  if (!rule.key && !rule.session) return null;
  const byCookie = rule.session && (!rule.key || (caller.key === undefined && caller.session !== undefined));
  return byCookie ? sessionRefusal(rule, caller, method) : keyRefusal(rule, caller);
}

const DOOR_CODES = ['MISSING_AUTH', 'INVALID_API_KEY', 'UNAUTHORIZED', 'PROJECT_DISABLED', 'PROJECT_ACCESS_DENIED'];
const DOOR_WORDS = /^(Insufficient permissions|This API key has the scope|X-Project-Id header|Project not found or you|Requests from this)/;

/** How somebody was stopped at the rule; null: they were not. */
function stoppedBy({ status, body }: Answer): Refusal | null {
  const { code, message } = body?.error ?? {};
  return DOOR_CODES.includes(code) || DOOR_WORDS.test(message) ? [status, code] : null;
}

/** Routes that need no key are not sent sessions: some of them end the session. */
const callersOf = ({ key, session }: AccessRule): Caller[] => CALLERS.filter((caller) => key || session || !caller.session);

const spec: Spec = is(await anonymous.get('/openapi.json'), 200);
const known = new Map(routes(spec).map((route) => [`${route.method} ${route.path}`, route]));

async function ask(line: string, caller: Caller): Promise<Answer> {
  const { method, path, operation } = known.get(line)!;
  const getsIn = refusalOf(ACCESS_RULES.get(line)!, caller, method) === null;
  const projectId = FINAL.has(line) && getsIn ? await goneSoon(caller) : caller.projectId;
  const isProject = (name: string) => name === 'projectId' || (name === 'id' && /^\/(users|projects)\//.test(path));
  const body = operation.requestBody?.content['application/json'] ? {} : undefined;
  return api(base, caller.headers).send(
    method,
    withIds(path, (name) => (isProject(name) ? projectId : randomUUID())),
    body,
  );
}

/** Id of a project to be done with, in which the caller has the same role. */
async function goneSoon({ session, role }: Caller): Promise<string> {
  const { owner, project } = await tenant(live.owner, 'Gone soon');
  if (role !== 'OWNER') is(await owner.session.post(`/projects/${project.id}/members`, { email: session!.email, role }), 200);
  return project.id;
}

test('every route has a row, and every row a route', () => {
  assert.equal([...known.keys()].filter((line) => !ACCESS_RULES.has(line)).sort(), [], 'routes without a row');
  assert.equal([...ACCESS_RULES.keys()].filter((line) => !known.has(line)).sort(), [], 'rows without a route');
});

for (const [line, { method, operation }] of known) {
  const rule = ACCESS_RULES.get(line) ?? {};
  test(`${line}: who gets in, and who is told what`, async () => {
    const answers = await Promise.all(callersOf(rule).map(async (caller) => [caller, await ask(line, caller)] as const));
    assert.equal(
      answers.map(([{ name }, answer]) => [name, stoppedBy(answer)]),
      answers.map(([caller]) => [caller.name, refusalOf(rule, caller, method)]),
    );
  });

  test(`${line}: the reference says the same`, () => {
    const { 'x-required-scope': scope, 'x-required-role': role } = operation as object as Record<string, unknown>;
    assert.equal([scope, role], [rule.key === 'public' ? undefined : rule.key, rule.admin && 'ADMIN']);
  });
}

test.run();
