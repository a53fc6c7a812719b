/** A scripted MTA: what it answers is set for each recipient. Speaks plain SMTP on 127.0.0.1. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A reply line, or in place of one the end of the connection, or nothing. */
export type Said = string | 'hang up' | 'silence';

/** What a recipient's attempts meet, one entry an attempt; the last one holds from then on. */
export interface Script {
  /** After MAIL FROM, for an address that sends. */
  sender?: Said[];
  /** After RCPT TO. */
  recipient?: Said[];
  /** After DATA. `cut` takes the first bytes of the message and ends the connection. */
  data?: (Said | 'cut')[];
  /** After the message. */
  message?: Said[];
  /** How long the answer to the message is thought over, in ms. */
  slow?: number[];
}

/** A message that was acknowledged. */
export interface Taken {
  from: string;
  to: string;
  /** RFC 5322, without SMTP's dots. */
  raw: string;
  /** When the whole message was there, epoch ms. */
  at: number;
}

/** How the server is, for everybody. It may change while it runs. */
export interface Manner {
  greeting?: Said;
  /** What EHLO is answered; a text is the whole answer. */
  offers?: string[] | string;
  /** Every reply leaves byte by byte. */
  split?: boolean;
  /** What a message is answered where no script says it; undefined: it is taken. Attempts are counted from 0. */
  judges?: (to: string, attempt: number) => Said | undefined;
  /** DATA is told to go on even when nobody was accepted. */
  lax?: boolean;
}

export interface SmtpSink {
  manner: Manner;
  /** Connections there were so far, and packets that came over them. */
  readonly connections: number;
  readonly packets: number;
  readonly url: string;
  readonly taken: Taken[];
  script(address: string, script: Script): void;
  /** What was acknowledged for an address. */
  takenFor(address: string): Taken[];
  /** How often an address was asked for. */
  attempts(address: string): number;
  /** New connections are accepted and never greeted, until it is called with false. Answers how many there were so far. */
  mute(muted: boolean): number;
  /** The next connections are greeted so, in place of the usual. */
  spoil(connections: number, greeting: Said): void;
  /** Closes every connection and, unless told otherwise, takes no new ones. */
  stop(stayOpen?: boolean): Promise<void>;
  /** On the same port. */
  start(): Promise<void>;
}

const TAKEN = '250 2.0.0 taken as';

/** The entry for an attempt, counted from 0. */
const nth = <T>(list: T[] | undefined, attempt: number): T | undefined => list?.[Math.min(attempt, list.length - 1)];

class Sink implements SmtpSink {
  readonly taken: Taken[] = [];
  manner: Manner = {};
  connections = 0;
  packets = 0;
  readonly #scripts = new Map<string, Script>();
  readonly #asked = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  #port = 0;
  #muted = false;
  #ungreeted = 0;
  #spoiled: Said[] = [];

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  script(address: string, script: Script): void {
    this.#scripts.set(address, script);
  }

  takenFor(address: string): Taken[] {
    return this.taken.filter(({ to }) => to === address);
  }

  attempts(address: string): number {
    return this.#asked.get(address) ?? 0;
  }

  mute(muted: boolean): number {
    this.#muted = muted;
    return this.#ungreeted;
  }

  spoil(connections: number, greeting: Said): void {
    this.#spoiled = Array<Said>(connections).fill(greeting);
  }

  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(stayOpen = false): Promise<void> {
    const closed = !stayOpen && this.#server.listening ? once(this.#server.close(), 'close') : undefined;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    this.connections += 1;
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    const spoiled = this.#spoiled.pop();
    if (this.#muted || spoiled === 'silence') {
      this.#ungreeted += 1;
      return;
    }
    void this.#talk(socket, spoiled).catch(() => socket.destroy());
  }

  async #talk(socket: Socket, greeting: Said = this.manner.greeting ?? '220 sink ESMTP'): Promise<void> {
    const say = (said: Said): void => {
      if (said === 'hang up') socket.destroy();
      else if (said === 'silence') return;
      else for (const piece of this.manner.split ? `${said}\r\n` : [`${said}\r\n`]) socket.write(piece);
    };
    let [from, to, text] = ['', '', ''];
    let cut = false;
    let reply: Said = '';
    let attempt = 0;
    let message = false;
    socket.setNoDelay(true);
    say(greeting);
    // One byte is one character, whatever the message's encoding.
    socket.setEncoding('latin1');
    for await (const chunk of socket) {
      text += chunk;
      this.packets += 1;
      if (cut) return void socket.destroy();
      for (let end = text.indexOf(message ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(message ? '\r\n.\r\n' : '\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + (message ? 5 : 2));
        if (message) {
          message = false;
          await this.#judge({ from, to, raw: `${line.slice(2).replace(/^\./gm, '')}\r\n`, at: Date.now() }, attempt, say);
        } else if (/^EHLO/i.test(line)) {
          const { offers = [] } = this.manner;
          say(
            typeof offers === 'string'
              ? offers
              : ['sink', ...offers].map((word, index) => `250${index === offers.length ? ' ' : '-'}${word}`).join('\r\n'),
          );
        } else if (/^HELO/i.test(line)) say('250 sink');
        else if (/^MAIL FROM:/i.test(line)) {
          from = /<(.*?)>/.exec(line)![1]!;
          const asked = this.attempts(from);
          this.#asked.set(from, asked + 1);
          [to, reply] = ['', nth(this.#scripts.get(from)?.sender, asked) ?? '250 2.1.0 sender ok'];
          say(reply);
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<(.*?)>/.exec(line)![1]!;
          attempt = this.attempts(to);
          this.#asked.set(to, attempt + 1);
          reply = reply.startsWith('2')
            ? (nth(this.#scripts.get(to)?.recipient, attempt) ?? '250 2.1.5 recipient ok')
            : '503 5.5.1 no sender';
          say(reply);
        } else if (/^DATA/i.test(line)) {
          const data =
            nth(this.#scripts.get(to)?.data, attempt) ??
            (reply.startsWith('2') || this.manner.lax ? '354 go on' : '554 5.5.1 no valid recipients');
          cut = data === 'cut';
          message = cut || data.startsWith('354');
          // A message without a line is ended by its dot alone.
          if (message) text = `\r\n${text}`;
          say(cut ? '354 go on' : data);
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    }
  }

  async #judge(mail: Taken, attempt: number, say: (said: Said) => void): Promise<void> {
    const { message, slow } = this.#scripts.get(mail.to) ?? {};
    await sleep(nth(slow, attempt) ?? 0, undefined, { ref: false });
    const said = nth(message, attempt) ?? this.manner.judges?.(mail.to, attempt) ?? `${TAKEN} ${this.taken.length + 1}`;
    if (said.startsWith('2')) this.taken.push(mail);
    say(said);
  }
}

/** A sink that listens. */
export async function startSink(): Promise<SmtpSink> {
  const sink = new Sink();
  await sink.start();
  return sink;
}
