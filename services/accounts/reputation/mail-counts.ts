/** Mails, permanent bounces and complaints of projects by the hour and in all, written with the facts' receipts: each mail counts once. */
import type { ClientSession, Connection, Model } from 'mongoose';
import { plainSchema, tenantSchema } from '#kit/store/schema.ts';
import type { MailWindow, Windows } from '../domain/reputation.ts';

export type Counted = 'total' | 'bounces' | 'complaints';

export interface Occurrence {
  projectId: string;
  /** One, or how many that were sent together. */
  emails: string | number;
  kind: Counted;
  at: Date;
}

interface CountRow extends MailWindow {
  /** Project and hour; `<project>:all` for all time. */
  _id: string;
  projectId: string;
  /** Null in the row of all time. */
  hour: Date | null;
}

export interface MailCounts {
  models: Model<any>[];
  /** A mail that bounces twice counts once. */
  add(countable: readonly Occurrence[], now: Date, session: ClientSession): Promise<void>;
  /** Windows begin with an hour: that of 24 hours has the current one and 23 and 24 before it. */
  read(projectId: string, now: Date, session?: ClientSession): Promise<Windows>;
  /** As they are kept: all time by null, hours from then on by their beginning (ISO). */
  hours(projectId: string, since: Date): Promise<Map<string | null, MailWindow>>;
  /** Adds to what is kept; for a recount. */
  change(projectId: string, changes: readonly CountChange[]): Promise<void>;
  removeProject(projectId: string): Promise<void>;
}

export interface CountChange {
  /** Null: of all time. */
  hour: Date | null;
  kind: Counted;
  by: number;
}

export const HOUR_MS = 3_600_000;
/** The longest window that is made of hours. */
export const JUDGED_HOURS = 168;
const KEPT_S = 8 * 86_400;
/** Reports on one mail that come later than this apart are counted twice. */
const REPORTED_KEPT_S = 60 * 86_400;
const NOTHING: MailWindow = { total: 0, bounces: 0, complaints: 0 };

const number = { type: Number, default: 0 };
const countSchema = () =>
  tenantSchema(
    { hour: { type: Date, default: null }, total: number, bounces: number, complaints: number },
    { indexes: [[{ projectId: 1, hour: 1 }], [{ hour: 1 }, { expireAfterSeconds: KEPT_S }]] },
  );
const reportedSchema = () =>
  plainSchema({ at: Date }, { indexes: [[{ at: 1 }, { expireAfterSeconds: REPORTED_KEPT_S }]], shardKey: { _id: 1 } });

export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

const idOf = (projectId: string, hour: Date | null): string => `${projectId}:${hour?.toISOString() ?? 'all'}`;

function sum(rows: readonly CountRow[]): MailWindow {
  return rows.reduce(
    (so, { total, bounces, complaints }) => ({
      total: so.total + total,
      bounces: so.bounces + bounces,
      complaints: so.complaints + complaints,
    }),
    NOTHING,
  );
}

export function createMailCounts(mongo: Connection): MailCounts {
  const counts = mongo.model<CountRow>('MailCount', countSchema(), 'mail_counts');
  const reported = mongo.model<{ _id: string; at: Date }>('ReportedMail', reportedSchema(), 'reported_mails');

  /** Without the bounces and complaints of mails that had theirs before. */
  async function uncounted(countable: readonly Occurrence[], now: Date, session: ClientSession): Promise<Occurrence[]> {
    const reports = new Map(countable.filter(({ kind }) => kind !== 'total').map((one) => [`${one.kind}:${one.emails}`, one]));
    const sent = countable.filter(({ kind }) => kind === 'total');
    if (reports.size === 0) return sent;
    const operations = [...reports.keys()].map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { at: now } }, upsert: true },
    }));
    const { upsertedIds } = await reported.bulkWrite(operations, { session, ordered: false });
    const first = new Set(Object.values(upsertedIds as Record<string, unknown>).map(String));
    return [...sent, ...[...reports].filter(([key]) => first.has(key)).map(([, one]) => one)];
  }

  return {
    models: [counts, reported],
    async add(countable, now, session) {
      const increments = new Map<string, { projectId: string; hour: Date | null; by: MailWindow }>();
      for (const { projectId, kind, at, emails } of await uncounted(countable, now, session)) {
        for (const hour of [hourOf(at), null]) {
          const key = idOf(projectId, hour);
          const one = increments.get(key) ?? { projectId, hour, by: { ...NOTHING } };
          one.by[kind] += typeof emails === 'number' ? emails : 1;
          increments.set(key, one);
        }
      }
      if (increments.size === 0) return;
      // In one order, so that two transactions wait for each other instead of crossing.
      const operations = [...increments].toSorted().map(([_id, { projectId, hour, by }]) => ({
        updateOne: { filter: { _id, projectId }, update: { $inc: by, $setOnInsert: { hour } }, upsert: true },
      }));
      await counts.bulkWrite(operations, { session, ordered: true });
    },

    async read(projectId, now, session) {
      const since = (hours: number) => hourOf(new Date(now.getTime() - hours * HOUR_MS));
      const found = await counts
        .find({ projectId, $or: [{ hour: { $gte: since(JUDGED_HOURS) } }, { _id: `${projectId}:all` }] })
        .session(session ?? null)
        .lean<CountRow[]>();
      const hours = found.filter(({ hour }) => hour !== null);
      return {
        twentyFourHour: sum(hours.filter(({ hour }) => hour! >= since(24))),
        sevenDay: sum(hours),
        allTime: sum(found.filter(({ hour }) => hour === null)),
      };
    },

    async hours(projectId, since) {
      const rows = await counts.find({ projectId, $or: [{ hour: { $gte: since } }, { hour: null }] }).lean<CountRow[]>();
      return new Map(
        rows.map(({ hour, total, bounces, complaints }) => [hour?.toISOString() ?? null, { total, bounces, complaints }] as const),
      );
    },

    async change(projectId, changes) {
      const operations = changes.map(({ hour, kind, by }) => ({
        updateOne: {
          filter: { _id: idOf(projectId, hour), projectId },
          update: { $inc: { [kind]: by }, $setOnInsert: { hour } },
          upsert: true,
        },
      }));
      await counts.bulkWrite(operations, { ordered: false });
    },

    removeProject: async (projectId) => void (await counts.deleteMany({ projectId })),
  };
}
