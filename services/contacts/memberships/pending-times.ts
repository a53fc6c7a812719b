/**
 * When mails were last sent and delivered to contacts, kept beside them until a condition asks: one small document for many mails, in
 * place of a write in each contact. A filter that asks has them written first, so it sees what it would have seen; for a month from then on
 * the project's go into the contacts at once. What nobody asked for in a day is written in the background, so that the first to ask waits
 * for a day's.
 */
import type { Connection, Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { encodeKey } from '#kit/store/keys.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { asksForSentMail } from '../domain/filter.ts';
import type { ContactModel } from '../model.ts';

/** The same mail events of many contacts. */
export interface JointTimes {
  id: string;
  projectId: string;
  contactIds: readonly string[];
  at: Date;
  events: readonly { name: string; activity: string }[];
  templateId?: string | null | undefined;
}

export interface PendingTimes {
  models: Model<any>[];
  /** Known to every filter when it resolves. */
  add(projectId: string, times: readonly JointTimes[]): Promise<void>;
  /** To be called before contacts are looked for: what the filter asks for stands in them when it resolves. */
  settle(projectId: string, filter: object): Promise<void>;
  purge(projectId: string): Promise<void>;
  /** Writes what nobody asked for. */
  sweeper: Sweeper;
}

interface PendingRow {
  /** The occurrence's. */
  _id: string;
  projectId: string;
  addedAt: Date;
  at: Date;
  /** Where in a contact the time belongs. */
  paths: string[];
  contactIds: string[];
}

interface AskedRow {
  /** The project's id. */
  _id: string;
  projectId: string;
  /** When its mails were last asked for, within an hour. */
  at: Date;
}

const HOUR_MS = 3_600_000;
/** How long a project counts as one that asks. */
const ASKS_FOR_S = 30 * 86_400;
/** Documents written at once: some ten thousand contacts. */
const AT_ONCE = 100;
/** Whether a project asks is known for so long: until then another process's mails are pending, which does no harm. */
const KNOWN_MS = 5_000;
const MOST_KNOWN = 10_000;
const UNASKED_MS = 24 * HOUR_MS;
const EVERY_MS = 60_000;
/** Documents of a round in the background. */
const A_ROUND = 500;

const pendingSchema = tenantSchema(
  { addedAt: Date, at: Date, paths: [String], contactIds: [String] },
  { indexes: [[{ projectId: 1 }], [{ addedAt: 1 }]], shardKey: { _id: 1 } },
);
const askedSchema = tenantSchema({ at: Date }, { indexes: [[{ at: 1 }, { expireAfterSeconds: ASKS_FOR_S }]] });

function pathsOf({ events, templateId }: JointTimes): string[] {
  return events.flatMap(({ name, activity }) => [
    `seen.${encodeKey(name)}`,
    `mail.any.${activity}`,
    ...(templateId ? [`mail.${encodeKey(templateId)}.${activity}`] : []),
  ]);
}

const writeOf = ({ projectId, contactIds, paths, at }: PendingRow): Write => ({
  updateMany: {
    filter: { projectId, _id: { $in: contactIds } },
    hint: { _id: 1 },
    update: { $max: Object.fromEntries(paths.map((path) => [path, at])) },
  },
});

export function createPendingTimes({
  mongo,
  contacts,
  clock,
  log,
}: {
  mongo: Connection;
  contacts: ContactModel;
  clock: () => Date;
  log: Log;
}): PendingTimes {
  const model = mongo.model<PendingRow>('PendingTimes', pendingSchema, 'pending_times');
  const asked = mongo.model<AskedRow>('AskedForMail', askedSchema, 'asked_for_mail');
  const known = new Map<string, { asks: boolean; until: number }>();
  /** When this process last wrote that a project asks. */
  const noted = new Map<string, number>();
  /** By project, the writing under way: who comes meanwhile finds little left. */
  const underway = new Map<string, Promise<void>>();

  async function asks(projectId: string): Promise<boolean> {
    const now = clock().getTime();
    const found = known.get(projectId);
    if (found && found.until > now) return found.asks;
    if (known.size >= MOST_KNOWN) known.clear();
    const isAsking = (await asked.exists({ projectId, _id: projectId })) !== null;
    known.set(projectId, { asks: isAsking, until: now + KNOWN_MS });
    return isAsking;
  }

  async function noteAsked(projectId: string): Promise<void> {
    const at = clock();
    if ((noted.get(projectId) ?? 0) > at.getTime() - HOUR_MS / 2) return;
    try {
      await asked.updateOne(
        { _id: projectId, projectId, at: { $lt: new Date(at.getTime() - HOUR_MS) } },
        { $set: { at } },
        { upsert: true },
      );
    } catch (error) {
      // It was noted within the hour.
      if (!isDuplicateKey(error)) throw error;
    }
    if (noted.size >= MOST_KNOWN) noted.clear();
    noted.set(projectId, at.getTime());
    known.set(projectId, { asks: true, until: at.getTime() + KNOWN_MS });
  }

  /** Into the contacts, and away. Harmless when done again, or by two at once. */
  async function write(rows: readonly PendingRow[]): Promise<void> {
    await bulkWrite(contacts, rows.map(writeOf), { everyProject: true });
    await acrossProjects(model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }));
  }

  async function writeAll(projectId: string): Promise<void> {
    for (;;) {
      const rows = await model.find({ projectId }).limit(AT_ONCE).lean<PendingRow[]>();
      if (rows.length > 0) await write(rows);
      if (rows.length < AT_ONCE) return;
    }
  }

  async function sweep(): Promise<void> {
    const before = new Date(clock().getTime() - UNASKED_MS);
    for (let done = 0; done < A_ROUND; done += AT_ONCE) {
      const rows = await acrossProjects(model.find({ addedAt: { $lt: before } }))
        .limit(AT_ONCE)
        .lean<PendingRow[]>();
      if (rows.length > 0) await write(rows);
      if (rows.length < AT_ONCE) return;
    }
  }

  return {
    models: [model, asked],

    async add(projectId, times) {
      const addedAt = clock();
      const rows = times
        .filter(({ contactIds, events }) => contactIds.length > 0 && events.length > 0)
        .map((one): PendingRow => ({
          _id: one.id,
          projectId,
          addedAt,
          at: one.at,
          paths: pathsOf(one),
          contactIds: [...one.contactIds],
        }));
      if (rows.length === 0) return;
      if (await asks(projectId)) return void (await bulkWrite(contacts, rows.map(writeOf), { everyProject: true }));
      try {
        await model.insertMany(rows, { ordered: false, lean: true });
      } catch (error) {
        // Those that are there already stay as they are.
        const faults = [(error as { writeErrors?: { code?: number }[] }).writeErrors ?? []].flat();
        if (!isDuplicateKey(error) || faults.some(({ code }) => code !== 11_000)) throw error;
      }
    },

    async settle(projectId, filter) {
      if (!asksForSentMail(filter)) return;
      await noteAsked(projectId);
      const before = underway.get(projectId) ?? Promise.resolve();
      const own = before.catch(() => undefined).then(() => writeAll(projectId));
      underway.set(projectId, own);
      await own.finally(() => {
        if (underway.get(projectId) === own) underway.delete(projectId);
      });
    },

    async purge(projectId) {
      await model.deleteMany({ projectId });
      await asked.deleteMany({ projectId });
    },

    sweeper: createSweeper(sweep, 'times of mails', { log, everyMs: EVERY_MS }),
  };
}
