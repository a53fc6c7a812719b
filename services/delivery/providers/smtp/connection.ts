/**
 * One connection's mails. MAIL, RCPT and DATA leave in one write where the server takes PIPELINING, and the next mail's right behind
 * the final dot (RFC 2920): one round trip a mail.
 */
import { isAscii } from 'node:buffer';
import type { Reply } from '../../domain/smtp-syntax.ts';
import { isInternational, mailbox } from '../../domain/smtp-syntax.ts';
import type { Refusal } from '../../domain/replies.ts';
import { Refused, Unanswered } from '../port.ts';
import type { Channel } from './channel.ts';
import type { Job } from './job.ts';
import { dotStuffed } from './job.ts';
import type { Opened } from './opening.ts';
import type { Server } from './server.ts';

export interface Owner {
  /** A mail that may follow the one just written. */
  next(connection: Connection): Job | undefined;
  /** A mail that was never handed over: another connection may take it. */
  giveBack(job: Job): void;
  /** Ready for a mail. */
  free(connection: Connection): void;
  /** Takes no more. */
  gone(connection: Connection): void;
}

type Stage = 'sender' | 'recipient' | 'content';
const STAGES = ['sender', 'recipient', 'content'] as const;

/** A server slower than this gets no mail ahead of its answers. */
const PROMPT_MS = 100;
/** A mail sent ahead waits this long for the one before it; then another connection takes it. */
const AHEAD_MS = 500;
/** Larger messages leave in pieces, and each piece that is taken proves that the server lives. */
const PIECE = 256 * 1024;

export class Connection {
  readonly #channel: Channel;
  readonly #capabilities: ReadonlyMap<string, string>;
  readonly #server: Server;
  readonly #owner: Owner;
  #current: Job | undefined;
  /** Its envelope is written behind the current mail's dot. */
  #ahead: Job | undefined;
  #refusal: Refusal | undefined;
  /** The server may still hold an envelope that came to nothing. */
  #needsReset = false;
  #isPrompt = false;
  #isRetiring = false;
  #carried = 0;
  /** When what is awaited must have come; when it was last written or heard. */
  #deadline = 0;
  #touched = Date.now();

  constructor({ channel, capabilities }: Opened, server: Server, owner: Owner) {
    this.#channel = channel;
    this.#capabilities = capabilities;
    this.#server = server;
    this.#owner = owner;
    channel.onLost = (reason) => this.#lost({ text: reason, stage: 'connection' });
  }

  /** Only on a connection that is free. */
  carry(job: Job): void {
    if (!this.#canTake(job)) return this.#owner.free(this);
    this.#current = job;
    this.#channel.write(this.#envelope(job));
  }

  /** Ends what takes too long. @param now ms; @param idleMs how long a free connection is kept */
  checkTimeouts(now: number, idleMs: number): void {
    if (!this.#current) {
      if (now - this.#touched > idleMs) this.quit();
    } else if (now > this.#deadline) {
      this.#channel.lose(this.#current.isHandedOver ? 'no answer to the message in time' : 'no answer in time');
    } else if (this.#ahead && now - this.#touched > AHEAD_MS) {
      this.#owner.giveBack(this.#ahead);
      this.#ahead = undefined;
      // The server has its envelope: whatever came next would be its message.
      this.#isRetiring = true;
    }
  }

  quit(): void {
    this.#channel.quit();
    this.#owner.gone(this);
  }

  /** Waits for no answer any more. */
  end(): void {
    const current = this.#current;
    if (!current) return this.quit();
    if (!current.isHandedOver) {
      this.#current = undefined;
      this.#owner.giveBack(current);
    }
    this.#channel.lose('the process stops');
  }

  /** False: the mail was refused here, for what this server cannot take. */
  #canTake(job: Job): boolean {
    const refuse = (code: number, text: string, stage: Stage) => job.failed(new Refused({ code, text, stage }));
    const [from, to] = [mailbox(job.envelope.from), mailbox(job.envelope.to)];
    const limit = Number(this.#capabilities.get('SIZE'));
    if (from === null) refuse(553, '553 5.1.7 the sender’s address cannot be written in SMTP', 'sender');
    else if (to === null) refuse(553, '553 5.1.3 the address cannot be written in SMTP', 'recipient');
    else if ((isInternational(from) || isInternational(to)) && !this.#capabilities.has('SMTPUTF8')) {
      // Says nothing about the recipient: FAILED, no bounce.
      refuse(553, '553 5.6.7 the address needs SMTPUTF8, and the server lacks it', 'sender');
    } else if (limit > 0 && job.raw.length > limit) {
      refuse(552, `552 5.3.4 the message of ${job.raw.length} bytes is larger than the ${limit} the server takes`, 'sender');
    } else {
      job.path = { from, to };
      return true;
    }
    return false;
  }

  #parameters({ raw }: Job, international: boolean): string {
    const can = this.#capabilities;
    return [
      can.has('SIZE') ? ` SIZE=${raw.length}` : '',
      can.has('8BITMIME') && !isAscii(raw) ? ' BODY=8BITMIME' : '',
      international ? ' SMTPUTF8' : '',
    ].join('');
  }

  /** What begins a mail, its replies awaited; without PIPELINING the first line of it. */
  #envelope(job: Job): string {
    const { from, to } = job.path!;
    const lines = [
      `MAIL FROM:<${from}>${this.#parameters(job, isInternational(from) || isInternational(to))}\r\n`,
      `RCPT TO:<${to}>\r\n`,
      'DATA\r\n',
    ];
    const reset = this.#needsReset ? 'RSET\r\n' : '';
    if (reset) this.#channel.expect(() => this.#touch(this.#server.socketTimeout));
    this.#needsReset = false;
    this.#refusal = undefined;
    this.#touch(this.#server.socketTimeout);
    if (this.#capabilities.has('PIPELINING')) {
      for (const stage of STAGES) this.#channel.expect((reply) => this.#begun(job, stage, reply));
      return reset + lines.join('');
    }
    const oneByOne = (index: number): string => {
      this.#channel.expect((reply) => {
        if (this.#begun(job, STAGES[index]!, reply) && index < 2) this.#channel.write(oneByOne(index + 1));
      });
      return lines[index]!;
    };
    return reset + oneByOne(0);
  }

  /** A reply to MAIL, RCPT or DATA; answers whether the next of them is due. */
  #begun(job: Job, stage: Stage, reply: Reply): boolean {
    this.#touch(this.#server.socketTimeout);
    const { code, text } = reply;
    const isYes = stage === 'content' ? code === 354 : code < 300;
    if (code === 421 || (!isYes && code < 400)) {
      this.#lost({ ...(code === 421 ? { code } : {}), text, stage });
      return false;
    }
    if (!isYes) this.#refusal ??= { code, text, stage };
    if (stage === 'content' && isYes) this.#transmit(job);
    else if (!isYes && (stage === 'content' || !this.#capabilities.has('PIPELINING'))) {
      this.#needsReset = true;
      this.#done(job, this.#refusal);
    }
    return isYes;
  }

  /** After 354. A mail that was refused in the same breath ends with its dot alone: it has no recipient. */
  #transmit(job: Job): void {
    const refusal = this.#refusal;
    if (refusal) {
      this.#needsReset = true;
      this.#channel.expect(() => this.#done(job, refusal));
      this.#channel.write('.\r\n');
      return;
    }
    const message = dotStuffed(job.raw);
    if (message.length <= PIECE) this.#finish(job, message);
    else void this.#transmitLong(job, message);
  }

  async #transmitLong(job: Job, message: Buffer): Promise<void> {
    for (let at = 0; at < message.length; at += PIECE) {
      if (!this.#channel.write(message.subarray(at, at + PIECE))) await this.#channel.drained();
      if (this.#channel.isLost) return;
      this.#touch(this.#server.socketTimeout);
    }
    this.#finish(job, null);
  }

  /** The dot, and what goes ahead behind it. @param message what is not written yet */
  #finish(job: Job, message: Buffer | null): void {
    try {
      job.handingOver();
    } catch (error) {
      return this.#channel.lose((error as Error).message);
    }
    const began = Date.now();
    this.#channel.expect((reply) => this.#judged(job, reply, Date.now() - began));
    this.#channel.together(() => {
      if (message) this.#channel.write(message);
      this.#ahead = this.#isPrompt && message ? this.#following() : undefined;
      this.#channel.write(`.\r\n${this.#ahead ? this.#envelope(this.#ahead) : ''}`, () => void (job.isHandedOver = true));
    });
    this.#touch(this.#server.dataTimeout);
  }

  /** A mail to go ahead; only where the server takes its commands at once. */
  #following(): Job | undefined {
    if (!this.#capabilities.has('PIPELINING') || this.#carried + 1 >= this.#server.maxMessages) return undefined;
    let job = this.#owner.next(this);
    while (job && !this.#canTake(job)) job = this.#owner.next(this);
    return job;
  }

  /** The reply to the message. */
  #judged(job: Job, { code, text }: Reply, tookMs: number): void {
    this.#isPrompt = tookMs < PROMPT_MS;
    if (code < 300) {
      this.#done(job, undefined, text);
    } else if (code >= 400) {
      this.#isRetiring ||= code === 421;
      this.#done(job, { code, text, stage: 'content' });
    } else {
      this.#channel.lose(`unexpected answer to the message: ${text}`);
    }
  }

  #done(job: Job, refusal: Refusal | undefined, reply = ''): void {
    this.#current = this.#ahead;
    this.#ahead = undefined;
    this.#carried += 1;
    this.#touch(this.#server.socketTimeout);
    if (refusal) job.failed(new Refused(refusal));
    else job.accepted(reply);
    if (this.#isRetiring) this.#channel.lose('retired');
    else if (this.#current) return;
    else if (this.#carried >= this.#server.maxMessages) this.quit();
    else this.#owner.free(this);
  }

  /** Nothing more comes. A mail that was handed over may have been accepted; any other has not. */
  #lost(refusal: Refusal): void {
    const [current, ahead] = [this.#current, this.#ahead];
    this.#current = undefined;
    this.#ahead = undefined;
    this.#channel.onLost = () => undefined;
    this.#channel.lose(refusal.text);
    if (ahead) this.#owner.giveBack(ahead);
    if (current?.isHandedOver) current.failed(new Unanswered(refusal.text));
    else if (current && this.#carried > 0 && !current.hasMoved) {
      // An old connection says little about the mail that met its end.
      current.hasMoved = true;
      this.#owner.giveBack(current);
    } else current?.failed(new Refused(refusal));
    this.#owner.gone(this);
  }

  #touch(withinMs: number): void {
    this.#touched = Date.now();
    this.#deadline = this.#touched + withinMs;
  }
}
