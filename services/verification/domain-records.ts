/** Looks up what DNS holds where a sender domain needs its records, and compares (contract 4.9 "Domains"). */
import { domainToASCII } from 'node:url';
import type { CheckedRecord, ExpectedRecord } from '#proto/verification/v1/verification.ts';
import type { DnsAnswer, Resolver } from './dns/resolver.ts';
import { checkRecord } from './domain/records.ts';
import type { Expected, Held } from './domain/records.ts';

export interface DomainRecords {
  /** In the order given. */
  check(domain: string, records: readonly ExpectedRecord[]): Promise<CheckedRecord[]>;
}

/** The strings of a TXT record, joined; they are bytes on the wire. */
function textOf(data: string | Uint8Array | (string | Uint8Array)[]): string {
  return [data]
    .flat()
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('utf8')))
    .join('');
}

/** The values of an answer as texts; the strings of a TXT record are joined. */
function valuesOf({ answers }: DnsAnswer): string[] {
  return answers.flatMap((record) => {
    if (record.type === 'TXT') return [textOf(record.data)];
    if (record.type === 'MX') return [record.data.exchange];
    return record.type === 'CNAME' ? [record.data] : [];
  });
}

function heldOf(answer: DnsAnswer): Held {
  if (answer.outcome === 'servfail' || answer.outcome === 'timeout') return { outcome: 'failed', values: [] };
  return { outcome: answer.outcome === 'found' ? 'found' : 'none', values: valuesOf(answer), alias: answer.alias };
}

export function createDomainRecords(resolver: Resolver): DomainRecords {
  async function held(name: string, type: Expected['type']): Promise<Held> {
    return heldOf(await resolver.lookup(domainToASCII(name) || name, type));
  }

  async function checkOne(domain: string, { type, name, value }: ExpectedRecord): Promise<CheckedRecord> {
    const expected: Expected = { type: type as Expected['type'], name, value };
    const here = await held(name, expected.type);
    const isMissing = here.outcome !== 'failed' && here.values.length === 0 && name !== domain;
    const doubled = isMissing ? await held(`${name}.${domain}`, expected.type) : null;
    const { outcome, problem } = checkRecord(expected, domain, { held: here, doubled });
    return { outcome, problem };
  }

  return { check: (domain, records) => Promise.all(records.map((record) => checkOne(domain, record))) };
}
