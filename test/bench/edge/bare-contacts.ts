/**
 * What requests rest on, by the bare driver: contacts read, upserted, and rows inserted; one a call, and as many a call as are in flight.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { rateOf } from '#test/rate.ts';
import type { Rate } from '#test/rate.ts';
import { createRandom } from '#test/random.ts';

export interface BareCall {
  /** One row. `n` differs in each call. */
  call(n: number): Promise<unknown>;
  /** Rows a second when `size` of them go in one call, two calls under way. */
  batched(size: number): Promise<Rate>;
}

export interface BareContacts {
  find: BareCall;
  upsert: BareCall;
  /** An upsert, then an insert of so much text. */
  upsertAndInsert(body: (n: number) => string): BareCall;
}

interface Row {
  _id: string;
}

const LANES = 2;

/** A collection with the contacts' ids and their unique index. */
export async function bareContacts(database: Connection, projectId: string, ids: readonly string[]): Promise<BareContacts> {
  const contacts = database.collection<Row>('contacts');
  const rows = database.collection<Row>('rows');
  await contacts.createIndex({ projectId: 1, email: 1 }, { unique: true });
  const now = new Date();
  const contact = (_id: string, n: number) => ({
    _id,
    projectId,
    email: `c${n}@example.com`,
    subscribed: true,
    data: { name: 'Ada' },
    updatedAt: now,
  });
  await contacts.insertMany(ids.map(contact) as never, { ordered: false });

  const random = createRandom();
  const anyId = (): string => ids[random.below(ids.length)]!;
  const upsertOf = (n: number) => ({
    filter: { projectId, email: `${randomUUID()}@example.com` },
    update: { $setOnInsert: { _id: randomUUID() }, $set: { 'data.name': `Name ${n}`, 'data.n': n, updatedAt: new Date() } },
    upsert: true,
  });
  const rowOf = (body: string) => ({ _id: randomUUID(), projectId, body, createdAt: new Date() });
  /** `work` does `size` rows. */
  async function perRow(size: number, work: (n: number) => Promise<unknown>): Promise<Rate> {
    const { perSecond, ...times } = await rateOf(LANES, work);
    return { perSecond: perSecond * size, ...times };
  }
  const many = <T>(size: number, one: (n: number) => T, n: number): T[] => Array.from({ length: size }, (_, k) => one(n * size + k));
  const upsertMany = (size: number, n: number): Promise<unknown> =>
    contacts.bulkWrite(many(size, upsertOf, n).map((updateOne) => ({ updateOne })) as never, { ordered: false });

  return {
    find: {
      call: () => contacts.findOne({ _id: anyId(), projectId } as never),
      batched: (size) => perRow(size, () => contacts.find({ _id: { $in: many(size, anyId, 0) }, projectId } as never).toArray()),
    },
    upsert: {
      call: (n) => {
        const { filter, update } = upsertOf(n);
        return contacts.updateOne(filter as never, update as never, { upsert: true });
      },
      batched: (size) => perRow(size, (n) => upsertMany(size, n)),
    },
    upsertAndInsert: (body) => ({
      async call(n) {
        const { filter, update } = upsertOf(n);
        await contacts.updateOne(filter as never, update as never, { upsert: true });
        return await rows.insertOne(rowOf(body(n)) as never);
      },
      batched: (size) =>
        perRow(size, async (n) => {
          await upsertMany(size, n);
          return await rows.insertMany(many(size, (k) => rowOf(body(k)), n) as never, { ordered: false });
        }),
    }),
  };
}
