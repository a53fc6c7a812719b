/** A server that speaks OpenRouter's chat completions: it answers as a test scripts it, well formed or not. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as it came. */
export interface AskedModel {
  authorization: string;
  model: string;
  /** The mail, as the model gets it. */
  excerpt: { from: string; subject: string; text: string; urls: string[] };
  instructions: string;
}

export interface OpenRouter {
  /** Settings of the services. */
  env: Record<string, string>;
  asked: AskedModel[];
  /** What is wrong with requests that are none by OpenRouter's documentation. */
  refused: string[];
  /** What the model writes about a mail: by a word in its subject, else that it is clean. */
  says: Map<string, string>;
  /** What the server does instead, by a word in the subject. */
  does: Map<string, 'fail' | 'hang' | 'hang up' | 'flood' | 'html' | 'redirect'>;
  /** Requests under way now, and at most so far. */
  underway: number;
  mostUnderway: number;
  /** Before each answer, in ms. */
  thinksFor: number;
  stop(): void;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0;
const isWithin = (value: unknown, [least, most]: [number, number]): boolean => typeof value === 'number' && value >= least && value <= most;

/** What of a request OpenRouter would not take (https://openrouter.ai/docs/api-reference/chat-completion); null: nothing. */
function faultOf({ headers }: IncomingMessage, text: string): string | null {
  if (!/^Bearer sk-or-v1-\S+$/.test(headers.authorization ?? '')) return 'authorization: no bearer';
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'content-type: not JSON';
  if (!headers['content-length']) return 'content-length: none';
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return 'body: no JSON';
  }
  const { model, messages, temperature, max_tokens: most, ...others } = body;
  if (!/^[\w.-]+\/[\w.:-]+$/.test(model)) return 'model: no author and name';
  if (!isWithin(temperature, [0, 2])) return 'temperature: from 0 to 2';
  if (!Number.isInteger(most) || most < 1) return 'max_tokens: from 1';
  if (Object.keys(others).length > 0) return `unknown: ${Object.keys(others).join()}`;
  const roles = Array.isArray(messages) ? messages.map(({ role, content }) => (isText(content) ? role : null)) : [];
  return roles.join() === 'system,user' ? null : 'messages: a system one and the user’s, with words';
}

/** A completion as OpenRouter documents it. */
function completion(model: string, content: string): string {
  return JSON.stringify({
    id: `gen-${crypto.randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [{ index: 0, finish_reason: 'stop', native_finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 900, completion_tokens: 14, total_tokens: 914 },
  });
}

export async function startOpenRouter(): Promise<OpenRouter> {
  const self: OpenRouter = {
    env: {},
    asked: [],
    refused: [],
    says: new Map(),
    does: new Map(),
    underway: 0,
    mostUnderway: 0,
    thinksFor: 0,
    stop: () => (server.closeAllConnections(), server.close()),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/api/v1/chat/completions') return void response.writeHead(404).end();
    self.mostUnderway = Math.max(self.mostUnderway, (self.underway += 1));
    response.on('close', () => (self.underway -= 1));
    const fault = faultOf(request, Buffer.concat(chunks).toString());
    if (fault) {
      self.refused.push(fault);
      return void response
        .writeHead(fault.startsWith('authorization') ? 401 : 400)
        .end(JSON.stringify({ error: { code: 400, message: fault } }));
    }
    const { model, messages } = JSON.parse(Buffer.concat(chunks).toString());
    const excerpt = JSON.parse(messages[1].content);
    self.asked.push({ authorization: request.headers.authorization!, model, excerpt, instructions: messages[0].content });
    const [, deed] = [...self.does].find(([word]) => excerpt.subject.includes(word)) ?? [];
    const [, said] = [...self.says].find(([word]) => excerpt.subject.includes(word)) ?? [];
    await sleep(self.thinksFor);
    if (deed === 'hang up') return void request.socket.destroy();
    if (deed === 'hang') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":');
    if (deed === 'fail') return void response.writeHead(500).end('{"error":{"code":500,"message":"Internal Server Error"}}');
    if (deed === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    if (deed === 'html') return void response.end('<html>502</html>');
    if (deed === 'flood') return void response.end(completion(model, `${'x'.repeat(5_000_000)}{"isPhishing":true,"confidence":100}`));
    response.end(completion(model, said ?? '{"isPhishing": false, "confidence": 97}'));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  self.env = {
    OPENROUTER_API_KEY: 'sk-or-v1-of-tests',
    OPENROUTER_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
  };
  return self;
}
