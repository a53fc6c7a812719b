/** A consumer of the drill's own, on the kit's machinery: counts how often each tracked event's fact acts. */
import mongoose from 'mongoose';
import { startFacts } from '#services/host/facts.ts';
import { manager } from '#kit/facts/stream.ts';
import { FACTS } from '#kit/facts/subject.ts';
import { connectNats } from '#kit/nats.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { Acted } from './checker.ts';

export interface FactCounter {
  acted: Acted;
  stop(): Promise<void>;
}

const NAME = 'fact-counter';

export async function startFactCounter(mongoUri: string, natsUrl: string): Promise<FactCounter> {
  const log = createLog('silent');
  const root = await mongoose.createConnection(mongoUri, { w: 'majority' }).asPromise();
  const mongo = root.useDb('posthorn_fact_counter');
  const seen = mongo.collection<{ _id: string; times: number }>('seen');
  await mongo.createCollection('seen');
  const nats = await connectNats({ url: natsUrl }, NAME, log);
  const facts = startFacts({
    nats,
    log,
    metrics: createMetrics(),
    clock: () => new Date(),
    services: [
      {
        mongo,
        service: {
          name: NAME,
          consumers: [
            {
              name: NAME,
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
      // Nobody acts on what comes for it from now on.
      await (await manager(nats)).consumers.delete(FACTS, NAME);
      await nats.close();
      await root.close();
    },
  };
}
