/** An authoritative name server on the loopback, over UDP and TCP, with scripted zones and faults. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import packet from 'dns-packet';
import type { Answer, RecordType } from 'dns-packet';
import { freePort } from '#local/ports.ts';

export type Fault = 'timeout' | 'servfail' | 'truncate' | 'lame';

export interface NameServer {
  /** `ip:port`, as DNS_SERVERS takes it. */
  address: string;
  /** Puts a record there; MX as `10 mx.example.org`, TXT as one or several strings. */
  add(name: string, type: 'TXT' | 'MX' | 'A' | 'AAAA' | 'NS' | 'CNAME', data: string | string[], ttl?: number): void;
  remove(name: string): void;
  /** What happens to questions about the name instead of an answer; `null`: answered again. */
  fault(name: string, fault: Fault | null): void;
  /** Questions asked so far, `TYPE name`. */
  asked: string[];
  /** Milliseconds before every answer. */
  delayMs: number;
  stop(): Promise<void>;
}

type Record = { type: RecordType; data: string | string[]; ttl: number };

function answerOf(name: string, { type, data, ttl }: Record): Answer {
  if (type === 'MX') {
    const [preference, exchange] = (data as string).split(' ');
    return { name, type, ttl, data: { preference: Number(preference), exchange: exchange! } };
  }
  // A string of a TXT record has at most 255 bytes.
  if (type === 'TXT') return { name, type, ttl, data: [data].flat().flatMap((text) => text.match(/.{1,255}/gs) ?? ['']) };
  return { name, type, ttl, data } as Answer;
}

/** @param port of a stopped server that comes back; 0 for a new one */
export async function startNameServer(port = 0): Promise<NameServer> {
  const zone = new Map<string, Record[]>();
  const faults = new Map<string, Fault>();
  const asked: string[] = [];

  function respond(bytes: Buffer, isTcp: boolean): Buffer | null {
    const query = packet.decode(bytes);
    const { name, type } = query.questions![0]!;
    const key = name.toLowerCase();
    asked.push(`${type} ${key}`);
    const fault = faults.get(key);
    if (fault === 'timeout') return null;
    const base = { id: query.id!, type: 'response' as const, questions: query.questions! };
    if (fault === 'servfail') return packet.encode({ ...base, flags: 2 });
    if (fault === 'lame') return packet.encode({ ...base, flags: 5 });
    if (fault === 'truncate' && !isTcp) return packet.encode({ ...base, flags: packet.TRUNCATED_RESPONSE });
    const records = zone.get(key);
    const answers = (records ?? [])
      .filter((record) => record.type === type || record.type === 'CNAME')
      .map((record) => answerOf(name, record));
    const soa = {
      name: 'test',
      type: 'SOA',
      ttl: 60,
      data: { mname: 'ns.test', rname: 'admin.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
    };
    const isKnown = records !== undefined || [...zone.keys()].some((other) => other.endsWith(`.${key}`));
    return packet.encode({
      ...base,
      flags: packet.AUTHORITATIVE_ANSWER | (isKnown ? 0 : 3),
      answers,
      authorities: answers.length > 0 ? [] : [soa as Answer],
    });
  }

  const server: NameServer = {
    address: '',
    asked,
    delayMs: 0,
    add(name, type, data, ttl = 300) {
      zone.set(name.toLowerCase(), [...(zone.get(name.toLowerCase()) ?? []), { type, data, ttl }]);
    },
    remove: (name) => void zone.delete(name.toLowerCase()),
    fault: (name, fault) => void (fault ? faults.set(name.toLowerCase(), fault) : faults.delete(name.toLowerCase())),
    async stop() {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };

  const udp = createSocket('udp4');
  udp.on('message', (bytes, from) => {
    const answer = respond(bytes, false);
    if (answer) setTimeout(() => udp.send(answer, from.port, from.address), server.delayMs);
  });
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const answer = respond(bytes.subarray(2), true);
      if (!answer) return;
      const size = Buffer.alloc(2);
      size.writeUInt16BE(answer.length);
      socket.end(Buffer.concat([size, answer]));
    });
  });
  const taken = port || (await freePort());
  await new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(taken, '127.0.0.1', resolve));
  await new Promise<void>((resolve, reject) => udp.once('error', reject).bind(taken, '127.0.0.1', resolve));
  server.address = `127.0.0.1:${taken}`;
  return server;
}
