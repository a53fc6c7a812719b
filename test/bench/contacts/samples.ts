/** Contacts for benchmarks, as the service would have written and counted them, put there by the driver. */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { createCatalogue } from '#services/contacts/fields/catalogue.ts';
import { contactModel } from '#services/contacts/model.ts';
import type { ContactRow } from '#services/contacts/model.ts';

const FIRST = [
  'ada',
  'alan',
  'barbara',
  'donald',
  'edsger',
  'frances',
  'grace',
  'hedy',
  'john',
  'katherine',
  'linus',
  'margaret',
  'niklaus',
  'radia',
  'tim',
  'tony',
];
const LAST = [
  'allen',
  'backus',
  'berners',
  'dijkstra',
  'hamilton',
  'hoare',
  'hopper',
  'johnson',
  'knuth',
  'lamarr',
  'liskov',
  'lovelace',
  'perlman',
  'torvalds',
  'turing',
  'wirth',
];
const DOMAINS = ['example.com', 'example.org', 'mail.example.net', 'corp.example'];
const PLANS = ['enterprise', 'free', 'pro', 'team'];
const BEGIN = Date.UTC(2024, 0, 1);
const BATCH = 1_000;
/** Batches under way, and contacts that are counted together. */
const LANES = 4;
const COUNTED = 20_000;

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const day = (n: number): string => new Date(BEGIN + n * 86_400_000).toISOString().slice(0, 10);

/** The nth contact of a project: 12 custom fields, of few and of many values. Created a millisecond after the one before. */
export function contactSample(projectId: string, n: number): ContactRow {
  const [first, last] = [pick(FIRST, n * 7), pick(LAST, n * 3 + (n >> 4))];
  const at = new Date(BEGIN + n);
  return {
    _id: randomUUID(),
    projectId,
    email: `${first}.${last}.${n}@${pick(DOMAINS, n)}`,
    subscribed: n % 10 !== 0,
    createdAt: at,
    updatedAt: at,
    data: {
      firstName: first,
      lastName: last,
      fullName: `${first} ${last} ${n}`,
      plan: pick(PLANS, n >> 2),
      country: `C${n % 195}`,
      city: `City ${n % 5_000}`,
      age: 18 + (n % 70),
      score: (n % 1_000) / 8,
      vip: n % 50 === 0,
      signedUp: day(n % 1_500),
      lastSeen: new Date(BEGIN + n * 60_000).toISOString(),
      locale: pick(['en', 'de', 'fr', 'nl'], n),
    },
  };
}

/** Puts contacts there, each project's from 0 to `each`; answers how many a second. */
export async function populate(database: Connection, projectIds: readonly string[], each: number): Promise<number> {
  const contacts = contactModel(database);
  const catalogue = createCatalogue(contacts);
  const total = projectIds.length * each;
  const rowOf = (index: number): ContactRow => contactSample(projectIds[Math.floor(index / each)]!, index % each);
  const began = performance.now();
  for (let from = 0; from < total; from += COUNTED) {
    const rows = Array.from({ length: Math.min(COUNTED, total - from) }, (_, n) => rowOf(from + n));
    const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) => rows.slice(n * BATCH, (n + 1) * BATCH));
    await catalogue.commit(new Set(rows.map(({ projectId }) => projectId)), async ({ deltas, emails }) => {
      for (const row of rows) {
        deltas.add({ projectId: row.projectId, before: null, after: row, at: row.createdAt });
        row.block = emails.place(row.projectId, row.email);
      }
    });
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop())
          await contacts.collection.insertMany(batch as never, { ordered: false });
      }),
    );
  }
  return (total * 1_000) / (performance.now() - began);
}
