/** Reports each counted mail to Stripe as a meter event, once by the mail's id (contract "Billing: Usage"). */
import pLimit from 'p-limit';
import { writesOf } from '#kit/store/bulk-write.ts';
import type Stripe from 'stripe';
import type { Connection, Model } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Consumer } from '#kit/facts/consumer.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { EVERY_PROJECT, acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { ProjectsStore } from '../projects-store.ts';

export interface MeteringParts {
  mongo: Connection;
  projects: ProjectsStore;
  stripe: Stripe;
  meterEvent: string;
  metrics: Metrics;
  clock: () => Date;
  log: Log;
}

export interface Metering {
  model: Model<any>;
  consumer: Consumer;
  start(): void;
  stop(): Promise<void>;
}

interface MeterRow {
  /** The mail's id: the event's identifier. */
  _id: string;
  projectId: string;
  value: number;
  at: Date;
  /** When it is to be reported; absent once it was. */
  dueAt?: Date;
  reportedAt?: Date;
}

const BATCH = 200;
const AT_ONCE = 10;
const LEASE_MS = 60_000;
/** Facts come again for a week; until then a mail that was reported is known. */
const KEPT_S = 8 * 86_400;

const schema = () =>
  tenantSchema(
    { value: Number, at: Date, dueAt: Date, reportedAt: Date },
    {
      indexes: [
        [{ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } }],
        [{ reportedAt: 1 }, { expireAfterSeconds: KEPT_S }],
      ],
      shardKey: { _id: 1 },
    },
  );

/** There from the start on, whether or not billing is. */
export function reportsOf(metrics: Metrics): Counter<'outcome'> {
  return metrics.counter('posthorn_accounts_meter_events_total', 'Meter events, by whether Stripe took them', ['outcome']);
}

export function createMetering({ mongo, projects, stripe, meterEvent, metrics, clock, log }: MeteringParts): Metering {
  const reports = reportsOf(metrics);
  const model = mongo.model<MeterRow>('MeterEvent', schema(), 'meter_events');
  const limit = pLimit(AT_ONCE);

  const consumer: Consumer = {
    name: 'accounts-metering',
    subjects: ['facts.*.delivery.email.sent', 'facts.*.delivery.email.bounce', 'facts.*.delivery.email.received'],
    repeatable: true,
    async handle(facts) {
      const now = clock();
      const rows = facts
        // A joint fact of sending stands for deliveries too.
        .filter(
          ({ name, emailId, data }) =>
            emailId && name !== 'email.delivery' && (name !== 'email.bounce' || data?.['bounceType'] === 'Permanent'),
        )
        .map(({ emailId, projectId, at, data }) => ({
          _id: emailId!,
          projectId,
          value: data?.['units'] === 2 ? 2 : 1,
          at: new Date(at!),
          dueAt: now,
        }));
      const operations = rows.map(({ _id, projectId, ...row }) => ({
        updateOne: { filter: { _id, projectId }, update: { $setOnInsert: row }, upsert: true },
      }));
      if (operations.length > 0) await model.bulkWrite(operations, { ordered: false });
      sweeper.hint();
    },
  };

  async function report({ _id, projectId, value, at }: MeterRow, customer: string): Promise<void> {
    const payload = { stripe_customer_id: customer, value: String(value) };
    const event = { event_name: meterEvent, payload, identifier: _id, timestamp: Math.floor(at.getTime() / 1_000) };
    await stripe.billing.meterEvents.create(event, { idempotencyKey: `meter:${projectId}:${_id}` });
  }

  /** This process's for a minute. */
  async function take(): Promise<MeterRow[]> {
    const now = clock();
    const due = { dueAt: { $lte: now } };
    const rows = await acrossProjects(model.find(due)).sort({ dueAt: 1 }).limit(BATCH).lean<MeterRow[]>();
    const until = new Date(now.getTime() + LEASE_MS);
    await acrossProjects(model.updateMany({ _id: { $in: rows.map(({ _id }) => _id) }, ...due }, { $set: { dueAt: until } }));
    return rows;
  }

  async function sweep(): Promise<void> {
    for (let rows = await take(); rows.length > 0; rows = await take()) {
      const customers = new Map(
        await Promise.all(
          [...new Set(rows.map(({ projectId }) => projectId))].map(
            async (id) => [id, (await projects.byId(id))?.customer ?? null] as const,
          ),
        ),
      );
      const ended: MeterRow[] = [];
      const failures: Error[] = [];
      await Promise.all(
        rows.map((row) =>
          limit(async () => {
            const customer = customers.get(row.projectId);
            // The free tier is nobody's to pay.
            if (customer) await report(row, customer);
            if (customer) reports.inc({ outcome: 'taken' });
            ended.push(row);
          }).catch((error: Error) => failures.push(error)),
        ),
      );
      const operations = ended.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { reportedAt: clock() }, $unset: { dueAt: 1 } } },
      }));
      if (operations.length > 0) await model.bulkWrite(writesOf(operations), { ordered: false, ...EVERY_PROJECT });
      reports.inc({ outcome: 'failed' }, failures.length);
      // What was not taken is due again when its lease is over.
      if (failures.length > 0) log.warn({ mails: failures.length, error: failures[0]!.message }, 'meter events wait');
    }
  }

  const sweeper = createSweeper(sweep, 'meter events', { log });
  return { model, consumer, start: sweeper.start, stop: sweeper.stop };
}
