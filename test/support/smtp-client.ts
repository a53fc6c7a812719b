/** SMTP spoken line by line, politely or not. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { stretched } from '#local/time-scale.ts';

export interface SmtpClient {
  readonly socket: Socket;
  /** A whole reply, its lines joined by line feeds; empty when the connection ended instead. */
  reply(): Promise<string>;
  /** Sends a line and answers the reply to it. */
  say(line: string): Promise<string>;
  write(bytes: string | Uint8Array): void;
  /** STARTTLS and the handshake. Answers the reply to the command. */
  startTls(): Promise<string>;
  /** EHLO and AUTH PLAIN; answers the reply to the latter. */
  login(key: string, user?: string): Promise<string>;
  close(): void;
}

export interface SmtpClientOptions {
  /** TLS from the first byte. */
  secure?: boolean;
  /** Bytes before everything else. */
  first?: string | Uint8Array;
  /** Which of this machine's addresses it comes from. */
  localAddress?: string;
}

const ANSWER_WITHIN_MS = 60_000;
const LAST_LINE = /^\d{3} .*$/m;

/** Connects and reads the greeting. */
export async function smtpClient(
  port: number,
  { secure = false, first, localAddress }: SmtpClientOptions = {},
): Promise<SmtpClient & { greeting: string }> {
  let socket: Socket;
  let text = '';
  let ended = false;
  let arrived = (): void => undefined;

  function listen(to: Socket): void {
    socket = to;
    to.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      arrived();
    });
    to.on('close', () => {
      ended ||= to === socket;
      arrived();
    });
    to.on('error', () => undefined);
  }

  const whole = (): string | undefined => {
    let end = 0;
    for (const line of text.split('\r\n').slice(0, -1)) {
      end += line.length + 2;
      if (LAST_LINE.test(line)) {
        const said = text.slice(0, end - 2).replaceAll('\r\n', '\n');
        text = text.slice(end);
        return said;
      }
    }
    return undefined;
  };

  async function reply(): Promise<string> {
    const until = Date.now() + stretched(ANSWER_WITHIN_MS);
    for (;;) {
      const found = whole();
      if (found !== undefined) return found;
      if (ended) return '';
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no reply; so far: ${text}`)), until - Date.now());
        arrived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const write = (bytes: string | Uint8Array): void => void socket.write(bytes);

  async function say(line: string): Promise<string> {
    write(`${line}\r\n`);
    return await reply();
  }

  async function startTls(): Promise<string> {
    const answer = await say('STARTTLS');
    if (!answer.startsWith('220')) return answer;
    const plain = socket.removeAllListeners('data');
    await new Promise<void>((resolve, reject) => {
      const tls = connectTls({ socket: plain, rejectUnauthorized: false, servername: 'localhost' }, resolve);
      tls.once('error', reject);
      listen(tls);
    });
    return answer;
  }

  async function login(key: string, user = 'posthorn'): Promise<string> {
    await say('EHLO client.example');
    return await say(`AUTH PLAIN ${Buffer.from(`\0${user}\0${key}`).toString('base64')}`);
  }

  const peer = { port, host: '127.0.0.1', ...(localAddress && { localAddress }) };
  // tls.connect hands what it does not know to net.connect.
  listen(secure ? connectTls({ ...peer, rejectUnauthorized: false, servername: 'localhost' } as ConnectionOptions) : connect(peer));
  if (first !== undefined) write(first);
  const greeting = await reply();
  const close = (): void => void socket.destroy();
  return {
    greeting,
    get socket() {
      return socket;
    },
    reply,
    say,
    write,
    startTls,
    login,
    close,
  };
}
