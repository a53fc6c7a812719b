/** Sender domains put into delivery's collection, and their records into a zone. */
import type { Connection } from 'mongoose';
import { dnsRecords } from '#services/delivery/domain/dns-records.ts';
import { generateDkimPair } from '#services/delivery/sender-domains/dkim-keys.ts';
import type { ZoneRecord } from './name-server.ts';

/** Older than what the loop's first part is for. */
const AGE_MS = 30 * 86_400_000;

export interface DomainRows {
  ids: string[];
  /** All that the domains need, right. */
  records: ZoneRecord[];
}

export interface DomainRowsOptions {
  projectId: string;
  count: number;
  /** Of the services' API_URI: where MX and SPF lead. */
  host: string;
}

/** Unverified domains that share a key; their rows are never signed with. */
export async function insertDomains(delivery: Connection, { projectId, count, host }: DomainRowsOptions): Promise<DomainRows> {
  const { publicKey } = await generateDkimPair();
  const createdAt = new Date(Date.now() - AGE_MS);
  const rows = Array.from({ length: count }, (_, n) => {
    const id = `bench-${String(n).padStart(6, '0')}`;
    const keys = { selector: `ph${String(n).padStart(16, '0')}`, publicKey, privateKey: '' };
    return { _id: id, projectId, domain: `${id}.org`, verified: false, ...keys, createdAt, updatedAt: createdAt };
  });
  await delivery.collection<(typeof rows)[number]>('domains').insertMany(rows);
  const records = rows.flatMap(({ domain, selector }) =>
    dnsRecords({ domain, selector, publicKey, verified: false, mailFromSubdomain: 'mail', inboundHost: host, spfInclude: host }).map(
      ({ type, name, value, priority }): ZoneRecord => [name, type, type === 'MX' ? `${priority} ${value}` : value],
    ),
  );
  return { ids: rows.map(({ _id }) => _id), records };
}
