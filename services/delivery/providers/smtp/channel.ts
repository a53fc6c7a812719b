/** A socket as SMTP uses it: what is written is answered, in order. */
import type { Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Reply } from '../../domain/smtp-syntax.ts';
import { createReplyReader } from '../../domain/smtp-syntax.ts';
import { Refused } from '../port.ts';
import type { Server } from './server.ts';

type OnReply = (reply: Reply) => void;

export class Channel {
  /** Called once, when nothing will be answered any more. */
  onLost: (reason: string) => void = () => undefined;
  #socket: Socket;
  readonly #awaited: OnReply[] = [];
  #isLost = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  /** Of the server. */
  get address(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** The next reply that nobody waits for yet. */
  expect(onReply: OnReply): void {
    this.#awaited.push(onReply);
  }

  /** Answers whether the socket wants more. @param taken when all of it has left this process */
  write(bytes: string | Buffer, taken?: () => void): boolean {
    return this.#socket.write(bytes, (error) => void (error || taken?.()));
  }

  /** What is written inside leaves together. */
  together(writing: () => void): void {
    this.#socket.cork();
    writing();
    this.#socket.uncork();
  }

  /** Resolves when more can be written, or never will. */
  async drained(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.once('drain', resolve).once('close', () => resolve()));
  }

  /** The reply to a line (or the greeting, without one). Throws Refused when none comes in time. */
  async ask(line: string | null, what: string, withinMs: number): Promise<Reply> {
    return await new Promise<Reply>((resolve, reject) => {
      const end = (reason: string) => reject(new Refused({ text: reason, stage: 'connection' }));
      const timer = setTimeout(() => this.lose(`no ${what} within ${withinMs / 1_000} s`), withinMs);
      this.onLost = (reason) => {
        clearTimeout(timer);
        end(reason);
      };
      this.expect((reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      if (this.#isLost) this.onLost('the connection was lost');
      else if (line !== null) this.write(`${line}\r\n`);
    });
  }

  /** Goes on under TLS. What came before the handshake counts for nothing. */
  async secure({ rejectUnauthorized, servername, connectionTimeout }: Server): Promise<void> {
    for (const event of ['data', 'error', 'close', 'end']) this.#socket.removeAllListeners(event);
    this.#socket.on('error', () => undefined);
    const socket = connectTls({ socket: this.#socket, rejectUnauthorized, ...(servername ? { servername } : {}) });
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.lose(`no TLS within ${connectionTimeout / 1_000} s`), connectionTimeout);
      this.onLost = (reason) => {
        clearTimeout(timer);
        reject(new Refused({ text: `TLS: ${reason}`, stage: 'connection' }));
      };
      socket.once('secureConnect', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#listen();
    });
  }

  lose(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#socket.destroy();
    this.onLost(reason);
  }

  /** Says goodbye; the channel is not reported lost. */
  quit(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#socket.end('QUIT\r\n');
    this.#socket.setTimeout(1_000, () => this.#socket.destroy());
  }

  #listen(): void {
    const read = createReplyReader();
    this.#socket
      .setEncoding('utf8')
      .setNoDelay(true)
      .on('error', (error: NodeJS.ErrnoException) => this.lose(error.message || error.code || 'the connection failed'))
      .on('close', () => this.lose('the connection was closed'))
      .on('end', () => this.lose('the server closed the connection'))
      .on('data', (text: string) => {
        for (const reply of read(text)) this.#hear(reply);
      });
  }

  #hear(reply: Reply): void {
    if (this.#isLost) return;
    const onReply = this.#awaited.shift();
    // 421 without a question is a goodbye.
    if (!onReply || reply.code === 0) this.lose(reply.code === 0 ? `not SMTP: ${reply.text.slice(0, 200)}` : reply.text);
    else onReply(reply);
  }
}
