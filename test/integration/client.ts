/** HTTP as the cases speak it. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON body, or undefined when it is none. */
  body: any;
}

type Headings = Record<string, string>;
/** Objects are sent as JSON; texts, bytes and forms as they are. */
type Body = object | string | undefined;

export interface Client {
  get(path: string, headers?: Headings): Promise<Answer>;
  post(path: string, body?: Body, headers?: Headings): Promise<Answer>;
  patch(path: string, body?: Body, headers?: Headings): Promise<Answer>;
  delete(path: string, body?: Body, headers?: Headings): Promise<Answer>;
  send(method: string, path: string, body?: Body, headers?: Headings): Promise<Answer>;
}

/** The gateway under test. */
export const base = process.env.POSTHORN_URL ?? 'http://127.0.0.1:8080';

export function client(credentials: Headings): Client {
  async function send(method: string, path: string, body?: Body, headers: Headings = {}): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const json = body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {};
    const response = await fetch(base + path, {
      method,
      headers: { ...json, ...credentials, ...headers },
      body: (raw ? body : body && JSON.stringify(body)) as never,
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
