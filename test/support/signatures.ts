/** DKIM signatures as a receiver finds them (mailauth), with the DNS records that a test gives. */
import { authenticate } from 'mailauth';

/** @param records TXT values by name. @returns verdicts (`pass`, `fail`, `neutral` …) by algorithm. */
export async function verdictsOf(raw: Buffer, records: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { dkim } = await authenticate(raw, {
    trustReceived: false,
    ip: '127.0.0.1',
    helo: 'x',
    sender: 'x@example.org',
    mta: 'mx.test',
    disableArc: true,
    disableDmarc: true,
    disableBimi: true,
    resolver: async (name: string, type: string) => {
      if (type === 'TXT' && records[name]) return [[records[name]]];
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    },
  } as never);
  return Object.fromEntries(dkim.results.map((one: any) => [one.algo, one.status.result]));
}
