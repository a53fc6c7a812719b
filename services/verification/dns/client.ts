/** Asks name servers: UDP, TCP when the answer was cut, the next server when one fails (RFC 1035). */
import { randomInt } from 'node:crypto';
import { createConnection } from 'node:net';
import type { Answer, RecordType } from 'dns-packet';
import { TTL_MAX_S, decodeAnswer, encodeQuestion, followAliases, negativeTtl } from './message.ts';
import type { DnsMessage, Question } from './message.ts';
import { createUdpTransport } from './udp.ts';
import type { DnsServer } from './udp.ts';

/** What came of a question. `servfail` stands for every answer that says nothing: SERVFAIL, REFUSED, endless aliases. */
export interface DnsAnswer {
  outcome: 'found' | 'empty' | 'nxdomain' | 'servfail' | 'timeout';
  /** Of the type asked for, CNAMEs resolved. */
  answers: Answer[];
  /** The name that the asked one is an alias of. */
  alias?: string;
  /** How long it may be kept; 0 for failures. */
  ttlSeconds: number;
}

export interface DnsClient {
  /** Never throws: failures are outcomes. */
  ask(name: string, type: RecordType): Promise<DnsAnswer>;
}

const WITHIN_MS = 2_000;
const ROUNDS = 2;
const MOST_ANSWERS = 9;

function overTcp({ host, port }: DnsServer, question: Question, withinMs: number): Promise<DnsMessage | null> {
  const id = randomInt(65_536);
  const bytes = encodeQuestion(question, id);
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const end = (message: DnsMessage | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(message);
    };
    const timer = setTimeout(() => end(null), withinMs);
    const parts: Buffer[] = [];
    let length = 0;
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.on('data', (part) => {
      parts.push(part);
      length += part.length;
      if (length < 2) return;
      const all = parts.length === 1 ? part : Buffer.concat(parts);
      const wanted = all.readUInt16BE(0) + 2;
      if (all.length >= wanted) end(decodeAnswer(all.subarray(2, wanted), id, question));
    });
    const size = Buffer.alloc(2);
    size.writeUInt16BE(bytes.length);
    socket.write(Buffer.concat([size, bytes]));
  });
}

const failure = (outcome: 'servfail' | 'timeout'): DnsAnswer => ({ outcome, answers: [], ttlSeconds: 0 });

/**
 * @param servers asked in turn; the system's resolvers, or those of `DNS_SERVERS`
 * @param withinMs how long one question waits, over UDP and again over TCP
 */
export function createDnsClient(servers: readonly DnsServer[], withinMs = WITHIN_MS): DnsClient {
  const transports = servers.map((server) => ({ server, udp: createUdpTransport(server, withinMs) }));

  /** One message from the first server that gives a usable one. */
  async function exchange(question: Question): Promise<DnsMessage | 'servfail' | 'timeout'> {
    let outcome: 'servfail' | 'timeout' = 'timeout';
    for (let attempt = 0; attempt < ROUNDS * transports.length; attempt += 1) {
      const { server, udp } = transports[attempt % transports.length]!;
      let message = await udp.ask(question);
      if (message?.flag_tc) message = await overTcp(server, question, withinMs);
      if (message?.rcode === 'NOERROR' || message?.rcode === 'NXDOMAIN') return message;
      if (message) outcome = 'servfail';
    }
    return outcome;
  }

  async function ask(name: string, type: RecordType): Promise<DnsAnswer> {
    let asked = name;
    let aliasTtl = TTL_MAX_S;
    for (let messages = 0; messages < MOST_ANSWERS; messages += 1) {
      const message = await exchange({ name: asked, type });
      if (typeof message === 'string') return failure(message);
      const { answers, last, ttlSeconds } = followAliases(message, { name: asked, type });
      const isAlias = last.toLowerCase() !== name.toLowerCase();
      const alias = isAlias ? { alias: last } : {};
      if (answers.length > 0) return { outcome: 'found', answers, ...alias, ttlSeconds: Math.min(aliasTtl, ttlSeconds) };
      const isFollowedHere = last.toLowerCase() === asked.toLowerCase();
      if (isFollowedHere || message.rcode === 'NXDOMAIN') {
        const outcome = message.rcode === 'NXDOMAIN' ? 'nxdomain' : 'empty';
        return { outcome, answers: [], ...alias, ttlSeconds: Math.min(aliasTtl, negativeTtl(message)) };
      }
      // A server that is only authoritative leaves the rest of the chain to be asked for.
      aliasTtl = Math.min(aliasTtl, ttlSeconds);
      asked = last;
    }
    return failure('servfail');
  }

  return { ask };
}
