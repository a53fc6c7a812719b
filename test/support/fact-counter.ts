/** A consumer of the drill's own, on the kit's machinery: counts how often each tracked event's fact acts. */
import mongoose from 'mongoose';
import { startFacts } from '#services/host/facts.ts';
import { connectNats } from '#kit/nats.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { Acted } from './checker.ts';

export interface FactCounter {
  acted: Acted;
  stop(): Promise<void>;
}

export async function startFactCounter(mongoUri: string, natsUrl: string): Promise<FactCounter> {
  const log = createLog('silent');
  const root = await mongoose.createConnection(mongoUri, { w: 'majority' }).asPromise();
  const mongo = root.useDb('posthorn_fact_counter');
  const seen = mongo.collection<{ _id: string; times: number }>('seen');
  await mongo.createCollection('seen');
  const nats = await connectNats({ url: natsUrl }, 'fact-counter', log);
  const facts = startFacts({
    nats,
    log,
    metrics: createMetrics(),
    clock: () => new Date(),
    services: [
      {
        mongo,
        service: {
          name: 'fact-counter',
          consumers: [
            {
              name: 'fact-counter',
              subjects: ['facts.*.events.tracked'],
              async handle(batch, session) {
                const operations = batch.map(({ id }) => ({
                  updateOne: { filter: { _id: id }, update: { $inc: { times: 1 } }, upsert: true },
                }));
                await seen.bulkWrite(operations, { session });
              },
            },
          ],
        },
      },
    ],
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
