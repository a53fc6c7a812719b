/** Contacts about whom everything follows from their number, put there as an import writes and counts them. */
import type { Connection } from 'mongoose';
import { createCatalogue } from '#services/contacts/fields/catalogue.ts';
import { contactModel } from '#services/contacts/model.ts';

export interface Population {
  projectId: string;
  contacts: number;
  /** Events that each contact knows, of 50 names. */
  events: number;
  /** Id of a segment that every fiftieth is in. */
  other: string;
  now: Date;
}

const NAMES = 50;
const BATCH = 2_000;
/** Batches under way. */
const LANES = 3;
const DAY_MS = 86_400_000;

function contactOf({ projectId, contacts, events, other, now }: Population, n: number) {
  // Half a day off, so that no contact is at the very edge of `within 30 days`.
  const ago = (days: number): Date => new Date(now.getTime() - (days + 0.5) * DAY_MS);
  const seen: Record<string, Date> = {};
  for (let k = 0; k < NAMES; k += NAMES / events) seen[`event${(n + k) % NAMES}`] = ago((n * 7 + k * 13) % 365);
  const mail = { sent: ago(n % 90), ...(n % 3 ? { opened: ago(n % 60) } : {}), ...(n % 9 ? {} : { clicked: ago(n % 30) }) };
  return {
    _id: crypto.randomUUID(),
    projectId,
    email: `c${n}@example${n % 20}.com`,
    subscribed: n % 10 !== 0,
    createdAt: ago(((contacts - n) / contacts) * 700),
    updatedAt: now,
    data: {
      plan: ['free', 'pro', 'team', 'none'][n % 4],
      city: `city-${n % 1_000}`,
      age: n % 90,
      score: (n * 31) % 10_000,
      signup: ago(n % 900).toISOString(),
      ...(n % 5 ? { phone: `${n}` } : {}),
      first: `first-${n % 300}`,
      last: `last-${n % 7_000}`,
      country: `C${n % 195}`,
      vip: n % 50 === 0,
      visits: n % 40,
      source: ['ad', 'search', 'friend'][n % 3],
    },
    seen,
    mail: { any: mail },
    ...(n % 50 ? {} : { segments: [other] }),
  };
}

/** @param database of contacts. Answers the seconds it took. */
export async function populate(database: Connection, population: Population): Promise<number> {
  const model = contactModel(database);
  const catalogue = createCatalogue(model);
  const { projectId, contacts, now } = population;
  const began = performance.now();
  let next = 0;
  let counted = Promise.resolve();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let at = next; at < contacts; at = next) {
        next += BATCH;
        const page = Array.from({ length: Math.min(BATCH, contacts - at) }, (_, k) => contactOf(population, at + k));
        // As an import counts its pages, one after the other.
        counted = counted.then(() =>
          catalogue.commit([projectId], async ({ deltas }) =>
            page.forEach((one) => deltas.add({ projectId, before: null, after: one, at: now })),
          ),
        );
        await Promise.all([counted, model.collection.insertMany(page as never, { ordered: false })]);
      }
    }),
  );
  return (performance.now() - began) / 1_000;
}
