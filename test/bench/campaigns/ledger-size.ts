/** What the ledger takes: what says of each recipient what became of their mail. */
import type { Connection } from 'mongoose';

export interface LedgerSize {
  /** Bytes of documents, and on disk with the indexes. */
  data: number;
  disk: number;
}

const LEDGER = ['emails', 'pages', 'progress'];

/** @param database delivery's */
export async function ledgerSize(mongo: Connection, database: string): Promise<LedgerSize> {
  await mongo.db!.admin().command({ fsync: 1 });
  const delivery = mongo.useDb(database, { useCache: true });
  const stats = await Promise.all(
    LEDGER.map(async (name) => {
      const found = delivery.collection(name).aggregate<{ storageStats: any }>([{ $collStats: { storageStats: {} } }]);
      return (await found.toArray())[0]!.storageStats;
    }),
  );
  const sum = (of: (one: any) => number): number => stats.reduce((total, one) => total + Number(of(one)), 0);
  return { data: sum(({ size }) => size), disk: sum(({ storageSize, totalIndexSize }) => storageSize + totalIndexSize) };
}
