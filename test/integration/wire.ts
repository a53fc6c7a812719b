/** HTTP below fetch: bytes as given, connections kept open, answers read even when they come early. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { base } from './tenant.ts';
import type { Answer } from '#test/client.ts';

const { hostname, port } = new URL(base);

/** A bare connection to the gateway. */
export function connection(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 80), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends bytes and reads until the gateway closes; answers what it said and how long that took. */
export async function closed(bytes: string | Buffer): Promise<{ said: string; afterMs: number }> {
  const socket = await connection();
  const start = Date.now();
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  if (bytes.length > 0) socket.write(bytes);
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('end', () => resolve());
  });
  socket.destroy();
  return { said, afterMs: Date.now() - start };
}

/** Streams a body and takes the answer whenever it comes, even before the body's end. */
export function upload(path: string, headers: Record<string, string>, body: Readable): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const out = request({ hostname, port, path, method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const done = () => {
        const text = Buffer.concat(chunks).toString();
        const pairs = Object.entries(response.headers).map(([key, value]) => [key, String(value)] as [string, string]);
        resolve({
          status: response.statusCode!,
          headers: new Headers(pairs),
          text,
          body: text.startsWith('{') ? JSON.parse(text) : undefined,
        });
        body.unpipe(out);
        out.destroy();
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', done);
      response.on('error', done);
    });
    // An early answer may be followed by a reset; it counts only when nothing was answered.
    out.on('error', (error) => setTimeout(() => reject(error), 500));
    body.pipe(out);
  });
}
