/** Looks at an outbox twice a second beside a change stream on it: what each costs MongoDB, idle and with facts, and how soon it sees. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { OUTBOX_INDEX } from '#kit/facts/outbox.ts';
import { createFindings } from '#test/findings.ts';
import { median, quantile } from '#test/quantile.ts';
import { ownStack } from '#test/stack.ts';
import { cpuOf } from './sending/costs.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
/** As many as there are collections with outboxes. */
const COLLECTIONS = 8;
const LOOK_MS = 500;
const FACTS_A_SECOND = 100;

const findings = createFindings({
  kind: 'bench',
  name: 'outbox',
  title: 'Outbox: looks and change streams',
  about: [
    `${COLLECTIONS} collections with the index of outboxes, one mongod. Looks: the relay's query, every ${LOOK_MS} ms and collection.`,
    `Change streams: one a collection, of inserts with facts. ${SECONDS} s each; CPU of mongod from /proc. With writes: ${FACTS_A_SECOND}`,
    'documents with a fact a second, inserted and cleared, and as many without one. Nobody hints, so these are the times of another',
    'process than the writer: the relay of the same process is woken by the write.',
  ].join(' '),
});
const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
const db = connection.useDb('outboxes').db!;
const collections = Array.from({ length: COLLECTIONS }, (_, n) => db.collection<{ _id: string; outbox?: object[]; at: number }>(`c${n}`));
for (const one of collections) await one.createIndex(OUTBOX_INDEX[0], OUTBOX_INDEX[1]);
const pid = own.stack.servers.mongodb!.pid;

type Seen = (id: string, collection: (typeof collections)[number]) => void;
interface Watch {
  stop(): Promise<void>;
}

function startLooks(seen: Seen): Watch {
  let running = true;
  const work = collections.map(async (one) => {
    while (running) {
      const found = await one
        .find(
          { outbox: { $exists: true } },
          { projection: { outbox: 1 }, sort: { 'outbox.at': 1 }, limit: 500, readConcern: { level: 'majority' } },
        )
        .toArray();
      for (const { _id } of found) seen(_id, one);
      await sleep(LOOK_MS);
    }
  });
  return {
    async stop() {
      running = false;
      await Promise.all(work);
    },
  };
}

function startStreams(seen: Seen): Watch {
  const streams = collections.map((one) => {
    const stream = one.watch([{ $match: { operationType: 'insert', 'fullDocument.outbox': { $exists: true } } }]);
    stream.on('change', (change) => seen(String((change as { documentKey: { _id: string } }).documentKey._id), one));
    return stream;
  });
  return {
    async stop() {
      await Promise.all(streams.map((stream) => stream.close()));
    },
  };
}

const KINDS: Readonly<Record<string, (seen: Seen) => Watch>> = {
  nothing: () => ({ stop: async () => undefined }),
  looks: startLooks,
  'change streams': startStreams,
};

let serial = 0;
for (const writes of [false, true]) {
  for (const [kind, start] of Object.entries(KINDS)) {
    const began = new Map<string, number>();
    const latencies: number[] = [];
    const watch = start((id, one) => {
      const at = began.get(id);
      if (at === undefined) return;
      began.delete(id);
      latencies.push(performance.now() - at);
      void one.updateOne({ _id: id }, { $unset: { outbox: 1 } });
    });
    await sleep(1_000);
    const [from, before] = [performance.now(), cpuOf(pid)];
    while (performance.now() - from < SECONDS * 1_000) {
      if (!writes) {
        await sleep(500);
        continue;
      }
      for (let n = 0; n < FACTS_A_SECOND / 10; n += 1) {
        const [id, other] = [`${(serial += 1)}`, `${(serial += 1)}`];
        const one = collections[serial % COLLECTIONS]!;
        began.set(id, performance.now());
        void one.insertOne({ _id: id, at: serial, outbox: [{ at: new Date().toISOString() }] });
        void one.insertOne({ _id: other, at: serial });
      }
      await sleep(100);
    }
    const spent = cpuOf(pid) - before;
    const seconds = (performance.now() - from) / 1_000;
    findings.row('CPU of mongod, and how soon a fact is seen', {
      watched: kind,
      writes: writes ? `${FACTS_A_SECOND}/s with a fact, as many without` : 'none',
      'cpu ms a second': (spent / seconds) * 1_000,
      'p50 ms': latencies.length > 0 ? median(latencies) : null,
      'p99 ms':
        latencies.length > 0
          ? quantile(
              latencies.toSorted((a, b) => a - b),
              0.99,
            )
          : null,
    });
    await watch.stop();
    for (const one of collections) await one.deleteMany({});
  }
}
await connection.close();
await own.stop();
findings.close();
