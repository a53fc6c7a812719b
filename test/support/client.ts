/** HTTP as the tests speak it, and an account to speak for. */
import { stretched } from '#local/time-scale.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** As it came. */
  text: string;
  /** The JSON body; the text when it is none; null when there is none. */
  body: any;
}

/** Texts, bytes and forms are sent as they are, anything else as JSON. */
type Body = string | Uint8Array | FormData | object;

export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
}

const ANSWER_WITHIN_MS = 30_000;

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A client of the gateway at `url`. `credentials`: an API key, or headers such as a cookie. */
export function api(url: string, credentials: string | Record<string, string> = {}): Api {
  const own: Record<string, string> = typeof credentials === 'string' ? { authorization: `Bearer ${credentials}` } : credentials;
  const send = async (method: string, path: string, body?: Body, headers: Record<string, string> = {}): Promise<Answer> => {
    const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const json: Record<string, string> = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { ...json, ...own, ...headers },
      body: (raw ? body : body && JSON.stringify(body)) as never,
      redirect: 'manual',
      signal: AbortSignal.timeout(stretched(ANSWER_WITHIN_MS)),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

export interface TestAccount {
  email: string;
  password: string;
  /** `next_token=…` */
  cookie: string;
  project: { id: string; name: string; public: string; secret: string };
  /** A verified sender domain of the project. */
  domain: string;
}

function must(answer: Answer, status: number, what: string): any {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Signs up somebody new, with a project and a verified sender domain of their own. Needs DOMAIN_AUTO_VERIFY on the services.
 * @param prove shows that the address is theirs
 */
export async function account(url: string, prove: (email: string) => Promise<void> = async () => {}): Promise<TestAccount> {
  const unique = crypto.randomUUID();
  const user = { email: `user-${unique}@example.com`, password: 'correct horse battery' };
  const signup = await api(url).post('/auth/signup', user);
  if (must(signup, 200, 'POST /auth/signup').success !== true) throw new Error(`POST /auth/signup refused: ${signup.body.data}`);
  const cookie = signup.headers.getSetCookie()[0]!.split(';')[0]!;
  await prove(user.email);
  const session = api(url, { cookie });
  const {
    id,
    name,
    public: open,
    secret,
  } = must(await session.post('/users/@me/projects', { name: 'Project under test' }), 201, 'POST /users/@me/projects');
  const domain = `${unique}.example.org`;
  must(await session.post('/domains', { domain, projectId: id }, { 'x-project-id': id }), 201, 'POST /domains');
  return { ...user, cookie, project: { id, name, public: open, secret }, domain };
}
