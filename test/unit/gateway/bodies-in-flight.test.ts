/** Bodies in flight are bounded (contract 1 "Body size"): beyond the budget 503 with Retry-After, until one of them has ended. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { startGateway } from './gateway-process.ts';

const test = suite('bodies in flight');
// The least there may be; an eighth of it for clients without a key, half of that for each of them.
const gateway = await startGateway({ BODIES_IN_FLIGHT_MB: '8', TRUST_PROXY: '1' });
const TOGETHER = (8 * 1_048_576) / 8;
const BODY = 60_000;
const JSON_TYPE = ['content-type', 'application/json'] as const;
const login = `${gateway.url}/auth/login`;

interface Slow {
  socket: Socket;
  isRefused(): boolean;
}

/** A login whose body comes but for its last byte. */
function hold(client: string): Slow {
  const socket = connect(gateway.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  const head = ['POST /auth/login HTTP/1.1', 'Host: a', `X-Forwarded-For: ${client}`, JSON_TYPE.join(': '), `Content-Length: ${BODY}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(' '.repeat(BODY - 1));
  return { socket, isRefused: () => text.startsWith('HTTP/1.1 503 ') };
}

/** Slow logins, more than there is room for: waits until those that do not fit are refused, and answers all. */
async function holdMany(room: number, clientOf: (n: number) => string): Promise<Slow[]> {
  const [fitting, more] = [Math.floor(room / BODY), 3];
  const held = Array.from({ length: fitting + more }, (_, n) => hold(clientOf(n)));
  await until(() => held.filter((one) => one.isRefused()).length === more, { what: `${more} refusals` });
  return held;
}

/** A login of that size, all at once; blanks are no JSON. */
const whole = (client: string, body = ' '.repeat(BODY)): Promise<Response> =>
  fetch(login, { method: 'POST', headers: Object.fromEntries([JSON_TYPE, ['x-forwarded-for', client]]), body });

test('a client may have its share, others have theirs, and room comes back with each that ends', async () => {
  const greedy = '198.51.100.1';
  const held = await holdMany(TOGETHER / 2, () => greedy);
  const refused = await whole(greedy);
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  assert.equal([refused.status, refused.headers.get('retry-after'), error.code], [503, '1', 'EXTERNAL_SERVICE_ERROR']);
  assert.match(error.message, 'Too many large requests at once');
  assert.is((await whole('198.51.100.2')).status, 400, 'a neighbour is read');
  held.find((one) => !one.isRefused())!.socket.destroy();
  await until(async () => (await whole(greedy)).status === 400, { what: 'room again' });
  for (const { socket } of held) socket.destroy();
});

test('all clients together may have an eighth of the budget', async () => {
  const held = await holdMany(TOGETHER, (n) => `203.0.113.${n}`);
  assert.is((await whole('198.51.100.3')).status, 503);
  for (const { socket } of held) socket.destroy();
  await until(async () => (await whole('198.51.100.3')).status === 400, { what: 'room again' });
});

test.after(() => gateway.stop());
test.run();
