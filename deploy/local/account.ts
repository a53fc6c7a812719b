/** The first account, project and sender domain of a local stack, made over HTTP as any user makes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './secrets.ts';
import type { Secrets } from './secrets.ts';
import { LOCAL } from './stack.ts';

const DOMAIN = 'example.org';

/** `.local/posthorn.json`. */
export interface Account {
  url: string;
  inbox: string;
  user: { email: string; password: string };
  project: { id: string; name: string; public: string; secret: string };
}

/** Null when there is none yet. */
export function readAccount(): Account | null {
  try {
    return JSON.parse(readFileSync(join(LOCAL, 'posthorn.json'), 'utf8')) as Account;
  } catch {
    return null;
  }
}

interface Answer {
  status: number;
  body: any;
  cookie: string;
}

interface Asked {
  headers?: Record<string, string>;
  body?: object;
}

/** @param route `POST /auth/login` */
async function ask(url: string, route: string, { headers = {}, body }: Asked = {}): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string];
  const json = body ? { 'content-type': 'application/json' } : {};
  const response = await fetch(url + path, { method, headers: { ...json, ...headers }, body: body && JSON.stringify(body) });
  const text = await response.text();
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  try {
    return { status: response.status, cookie, body: JSON.parse(text) };
  } catch {
    throw new Error(`${route} answered ${response.status} ${text.slice(0, 300)}`);
  }
}

function must(answer: Answer, what: string, fine: (answer: Answer) => boolean): Answer {
  if (!fine(answer)) throw new Error(`The first account: ${what} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer;
}

const loggedIn = ({ status, body }: Answer): boolean => status === 200 && body?.success === true;

/** Signs up, or logs in when an earlier start was cut off after the sign-up. */
async function session(url: string, user: Account['user']): Promise<string> {
  const login = await ask(url, 'POST /auth/login', { body: user });
  if (loggedIn(login)) return login.cookie;
  return must(await ask(url, 'POST /auth/signup', { body: user }), 'POST /auth/signup', loggedIn).cookie;
}

async function projectWithKeys(url: string, cookie: string): Promise<Account['project']> {
  const mine = must(
    await ask(url, 'GET /users/@me/projects', { headers: { cookie } }),
    'GET /users/@me/projects',
    ({ status }) => status === 200,
  ).body;
  // The secret key is shown when it is made and never again.
  const answer = mine[0]
    ? await ask(url, `POST /users/@me/projects/${mine[0].id}/regenerate-keys`, { headers: { cookie } })
    : await ask(url, 'POST /users/@me/projects', { headers: { cookie }, body: { name: 'First project' } });
  const { id, name, public: open, secret } = must(answer, 'making the project', ({ status }) => status === 200 || status === 201).body;
  return { id, name, public: open, secret };
}

async function addDomain(url: string, cookie: string, projectId: string): Promise<void> {
  const headers = { cookie, 'x-project-id': projectId };
  const domains = must(
    await ask(url, `GET /domains/project/${projectId}`, { headers }),
    'GET /domains/project/:id',
    ({ status }) => status === 200,
  ).body;
  if (domains.some(({ domain }: { domain: string }) => domain === DOMAIN)) return;
  must(await ask(url, 'POST /domains', { headers, body: { domain: DOMAIN, projectId } }), 'POST /domains', ({ status }) => status === 201);
}

/** Writes `.local/posthorn.json` anew. Safe to repeat after it was cut off anywhere. */
export async function makeAccount(url: string, { email, password }: Secrets): Promise<Account> {
  const user = { email, password };
  const cookie = await session(url, user);
  const project = await projectWithKeys(url, cookie);
  await addDomain(url, cookie, project.id);
  return save({ url, inbox: `${url}/dev/inbox`, user, project });
}

function save(account: Account): Account {
  writePrivate('posthorn.json', account);
  return account;
}

/**
 * Tries the account of an earlier start and brings its address up to date. Null when the database does not know it any more;
 * `stale` when the account is there, and somebody changed its keys or its password.
 */
export async function tryAccount(url: string, known: Account): Promise<{ account: Account; stale: boolean } | null> {
  const { status } = await ask(url, 'GET /contacts?limit=1', { headers: { authorization: `Bearer ${known.project.secret}` } });
  const account = (): Account => save({ ...known, url, inbox: `${url}/dev/inbox` });
  if (status !== 401) return { account: account(), stale: false };
  const login = await ask(url, 'POST /auth/login', { body: known.user });
  if (!loggedIn(login)) return null;
  const { body: projects } = await ask(url, 'GET /users/@me/projects', { headers: { cookie: login.cookie } });
  return projects.some(({ id }: { id: string }) => id === known.project.id) ? { account: account(), stale: true } : null;
}
