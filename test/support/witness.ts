/** A consumer of the drill's own, on the kit's machinery: counts how often each tracked event's fact acts. */
import mongoose from 'mongoose';
import { startFacts } from '#kit/facts/facts.ts';
import { connectNats } from '#kit/nats.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { makeMetrics } from '#kit/telemetry/metrics.ts';
import type { Acted } from './checker.ts';

export interface Witness {
  acted: Acted;
  stop(): Promise<void>;
}

export async function startWitness(mongoUri: string, natsUrl: string): Promise<Witness> {
  const log = makeLog('silent');
  const root = await mongoose.createConnection(mongoUri, { w: 'majority' }).asPromise();
  const mongo = root.useDb('posthorn_witness');
  const seen = mongo.collection<{ _id: string; times: number }>('seen');
  await mongo.createCollection('seen');
  const nats = await connectNats(natsUrl, 'witness', log);
  const facts = startFacts({
    nats,
    log,
    metrics: makeMetrics(),
    clock: () => new Date(),
    services: [{
      mongo,
      service: {
        name: 'witness',
        consumers: [{
          name: 'witness',
          subjects: ['facts.*.events.tracked'],
          async handle(batch, session) {
            const operations = batch.map(({ id }) => ({ updateOne: { filter: { _id: id }, update: { $inc: { times: 1 } }, upsert: true } }));
            await seen.bulkWrite(operations, { session });
          },
        }],
      },
    }],
  });
  return {
    async acted(ids) {
      const rows = await seen.find({ _id: { $in: ids } }).toArray();
      return new Map(rows.map(({ _id, times }) => [_id, times]));
    },
    async stop() {
      await facts.stop();
      await nats.close();
      await root.close();
    },
  };
}
