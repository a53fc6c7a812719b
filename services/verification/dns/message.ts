/** Questions and answers of DNS as bytes, and what an answer says (RFC 1035, 2308, 6891). */
import packet from 'dns-packet';
import type { Answer, DecodedPacket, RecordType } from 'dns-packet';

export interface Question {
  /** In ASCII (IDNA) form. */
  name: string;
  type: RecordType;
}

/** The types leave the response code out. */
export type DnsMessage = DecodedPacket & { rcode?: string };

/** Fits any path without fragments (dnsflagday 2020). */
const UDP_PAYLOAD = 1_232;
const MOST_ALIASES = 8;
export const TTL_MAX_S = 86_400;
/** Of negative answers without an SOA record. */
const TTL_NEGATIVE_S = 60;

export function encodeQuestion({ name, type }: Question, id: number): Buffer {
  const additionals = [
    { type: 'OPT', name: '.', udpPayloadSize: UDP_PAYLOAD, extendedRcode: 0, ednsVersion: 0, flags: 0, flag_do: false, options: [] },
  ];
  const message = { type: 'query', id, flags: packet.RECURSION_DESIRED, questions: [{ type, name, class: 'IN' }], additionals };
  return packet.encode(message as packet.Packet);
}

/** The answer to that very question; null for anything else, which is then waited past. */
export function decodeAnswer(bytes: Buffer, id: number, { name, type }: Question): DnsMessage | null {
  try {
    const message = packet.decode(bytes);
    const [question] = message.questions ?? [];
    const isOurs = message.id === id && question?.type === type && question.name.toLowerCase() === name.toLowerCase();
    return message.type === 'response' && isOurs ? message : null;
  } catch {
    return null;
  }
}

/** Seconds a negative answer may be kept: the SOA's own life and its minimum field (RFC 2308 §5). */
export function negativeTtl(message: DnsMessage): number {
  for (const record of message.authorities ?? []) {
    if (record.type === 'SOA') return Math.min(record.ttl ?? 0, record.data.minimum ?? TTL_NEGATIVE_S, TTL_MAX_S);
  }
  return TTL_NEGATIVE_S;
}

const ttlOf = (answers: readonly Answer[]): number =>
  Math.min(TTL_MAX_S, ...answers.map((answer) => ('ttl' in answer ? (answer.ttl ?? 0) : 0)));

export interface Followed {
  /** Of the type asked for. */
  answers: Answer[];
  /** The name at the end of the aliases. */
  last: string;
  ttlSeconds: number;
}

/** Walks the aliases that a message holds; at most `MOST_ALIASES`, so that a loop ends. */
export function followAliases(message: DnsMessage, { name, type }: Question): Followed {
  const all = message.answers ?? [];
  let last = name;
  let ttlSeconds = TTL_MAX_S;
  for (let hops = 0; hops < MOST_ALIASES && type !== 'CNAME'; hops += 1) {
    const alias = all.find((answer) => answer.type === 'CNAME' && answer.name.toLowerCase() === last.toLowerCase());
    if (alias?.type !== 'CNAME') break;
    ttlSeconds = Math.min(ttlSeconds, alias.ttl ?? 0);
    last = alias.data;
  }
  const answers = all.filter((answer) => answer.type === type && answer.name.toLowerCase() === last.toLowerCase());
  return { answers, last, ttlSeconds: answers.length > 0 ? Math.min(ttlSeconds, ttlOf(answers)) : ttlSeconds };
}
