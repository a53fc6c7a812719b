/** Who the cases speak as: people with a session, and projects of their own with both keys. */
import { randomUUID } from 'node:crypto';
import type { Test } from 'uvu';
import { api, type Api } from '#test/client.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
  /** `next_token=…`, as a browser would send it. */
  cookie: string;
  /** Speaks with the cookie alone. */
  session: Api;
}

export interface Tenant {
  owner: Person;
  project: { id: string; name: string; public: string; secret: string };
  /** Speaks with the secret key. */
  api: Api;
  /** Speaks with the public key. */
  tracker: Api;
}

/** For cases in a file that runs in both modes which do not differ with the services in processes of their own: they run in one. */
export function inOneProcess<T>(test: Test<T>): Test<T>['skip'] {
  return process.env['POSTHORN_TOPOLOGY'] === 'each' ? test.skip : test;
}

/** The gateway under test. */
export const base = process.env['POSTHORN_URL']!;

export const anonymous = api(base);

/** A client that sends these headers with everything. */
export function client(headers: Record<string, string>): Api {
  return api(base, headers);
}

/** An address nobody else has. */
export function address(label = 'someone'): string {
  return `${label}-${randomUUID()}@example.com`;
}

/** A new account, logged in. */
export async function person(): Promise<Person> {
  const [email, password] = [address('user'), 'correct horse battery'];
  const answer = await anonymous.post('/auth/signup', { email, password });
  if (answer.body?.success !== true) throw new Error(`signup: ${answer.status} ${answer.text}`);
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  return { id: answer.body.data.id, email, password, cookie, session: client({ cookie }) };
}

let shared: Promise<Person> | undefined;

/** A new project; without an owner, one of the account that this process's cases share. */
export async function tenant(owner?: Person, name = `Project ${randomUUID()}`): Promise<Tenant> {
  const user = owner ?? (await (shared ??= person()));
  const { status, text, body: project } = await user.session.post('/users/@me/projects', { name });
  if (status !== 201) throw new Error(`project: ${status} ${text}`);
  return { owner: user, project, api: withKey(project.secret), tracker: withKey(project.public) };
}

/** A client that speaks with an API key. */
export function withKey(key: string): Api {
  return api(base, key);
}

/** A project that can send, and what its webhooks are signed with. */
export async function receiver(): Promise<Awaited<ReturnType<typeof sender>> & { webhookSecret: string }> {
  const made = await sender();
  const { status, text, body } = await made.owner.session.get(`/users/@me/projects/${made.project.id}/webhook-secret`);
  if (status !== 200) throw new Error(`webhook secret: ${status} ${text}`);
  return { ...made, webhookSecret: body.secret };
}

/** A project that can send, and the address it sends from. */
export async function sender(): Promise<Tenant & { domain: string; from: string }> {
  const made = await tenant();
  const domain = `${randomUUID()}.example.org`;
  const { status, text, body } = await made.api.post('/domains', { domain });
  if (status !== 201 || !body.verified) throw new Error(`domain: ${status} ${text}; the stack needs DOMAIN_AUTO_VERIFY=true`);
  return { ...made, domain, from: `hello@${domain}` };
}
