/** A server that speaks OpenRouter's chat completions: it says what a test has it say, well or badly. */
import { createServer } from 'node:http';
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
