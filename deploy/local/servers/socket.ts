/** One question on a bare TCP connection, for the readiness of servers that greet or answer in a line. */
import { connect } from 'node:net';

const TIMEOUT = 1000;

/** Sends `question` and resolves with the first bytes that come back; rejects when refused, closed or late. */
export function ask(port: number, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('no answer')));
    socket.once('connect', () => socket.write(question));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('utf8'));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}
