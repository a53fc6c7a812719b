/**
 * Counts mail against the caps of its project before it is accepted (contract "Billing"): one write judges and counts, so no mail is over
 * a cap however many are sent at once. What was counted and never written, because its process died, is given back.
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import { Fault, fault } from '#kit/errors.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import { createSweeper } from '#kit/sweeper.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { EmailRow } from '../domain/email.ts';
import { CATEGORIES, NOTHING, capOf, categoryOf, monthBegin, monthOf, unitsOf } from '../domain/usage.ts';
import type { ByCategory, Cap, Category, Plan } from '../domain/usage.ts';
import { usageModels } from './usage-model.ts';
import type { OpenCount, UsageRow } from './usage-model.ts';

export interface UsageParts {
  mongo: Connection;
  emails: Model<EmailRow>;
  project: (projectId: string) => Promise<Plan>;
  /** False: nothing is counted, and nothing capped. */
  isOn: boolean;
  clock: () => Date;
  log: Log;
}

export interface Mails {
  category: Category;
  /** A mail's. */
  units: number;
  emailIds: readonly string[];
}

export interface Usage {
  models: Model<any>[];
  /**
   * Counts the mails, has them written, and gives back what was not. Faults BILLING_LIMIT_EXCEEDED before `write` is called when a cap
   * leaves no room for all of them.
   */
  counted<T>(projectId: string, mails: Mails, write: () => Promise<T>): Promise<T>;
  /** What a campaign counts, in place of what it did; faults BILLING_LIMIT_EXCEEDED when it is `judged` and there is no room. */
  reserveCampaign(projectId: string, campaignId: string, of: { units: number; at: Date; judged: boolean }): Promise<void>;
  /** This month's, without what failed. */
  read(projectId: string): Promise<ByCategory>;
  /**
   * To be called before mail is erased. What a deleted project counted goes; one that is reset has used what it has used, and FAILED mail
   * is no longer there to be left out.
   */
  purge(erasure: Erasure): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** A request has long been answered by then; what it counted is looked for in the ledger. */
const OPEN_MS = 60_000;
/** And this long it may take to write what it counted. */
const WRITE_WITHIN_MS = 40_000;
const FAILED_EVERY_MS = 2_000;
const BATCH = 100;
const FAILED_PAGE = 500;

/** More, or less, of a project's campaigns in a month. */
interface Amount {
  projectId: string;
  month: string;
  units: number;
  cap: Cap | null;
}

const over = () => fault('BILLING_LIMIT_EXCEEDED');
const idOf = (projectId: string, month: string) => `${projectId}:${month}`;

/** True of a usage document that has room for `units` more. */
function roomFor(units: number, { over: categories, limit }: Cap): object {
  const used = categories.flatMap((one) => [`$accepted.${one}`, { $multiply: [`$failed.${one}`, -1] }]);
  return { $expr: { $lte: [{ $add: [...used, units] }, limit] } };
}

export function createUsage({ mongo, emails, project, isOn, clock, log }: UsageParts): Usage {
  const { usage, campaignUsage } = usageModels(mongo);
  const there = new Set<string>();

  /** Makes sure of the month's document: an upsert by the room in it would make a second one. */
  async function ensure(projectId: string, month: string): Promise<string> {
    const _id = idOf(projectId, month);
    if (there.has(_id)) return _id;
    const row = { month, accepted: { ...NOTHING }, failed: { ...NOTHING }, failedAt: null, open: [] };
    await usage.updateOne({ _id, projectId }, { $setOnInsert: row }, { upsert: true });
    if (there.size > 10_000) there.clear();
    there.add(_id);
    return _id;
  }

  /** Counts the month's FAILED mail anew, unless somebody just did; false when nothing changed by it. */
  async function recountFailed(projectId: string, month: string): Promise<boolean> {
    const now = clock();
    const _id = idOf(projectId, month);
    const stale = { $or: [{ failedAt: null }, { failedAt: { $lt: new Date(now.getTime() - FAILED_EVERY_MS) } }] };
    const before = await usage.findOneAndUpdate({ _id, projectId, ...stale }, { $set: { failedAt: now } }).lean<UsageRow>();
    if (!before) return false;
    const begin = monthBegin(month);
    const units = { $cond: [{ $gt: [{ $size: { $ifNull: ['$attachments', []] } }, 0] }, 2, 1] };
    const groups = await emails.aggregate<{ _id: EmailRow['sourceType']; units: number }>([
      // What was FAILED from its beginning was never counted.
      { $match: { projectId, createdAt: { $gte: begin }, status: 'FAILED', attempt: { $gt: 0 } } },
      { $match: { $expr: { $eq: [{ $dateToString: { date: '$createdAt', format: '%Y-%m' } }, month] } } },
      { $group: { _id: '$sourceType', units: { $sum: units } } },
    ]);
    const failed = { ...NOTHING };
    for (const group of groups) failed[categoryOf(group._id)] = group.units;
    await usage.updateOne({ _id, projectId }, { $set: { failed } });
    return CATEGORIES.some((one) => failed[one] !== before.failed[one]);
  }

  async function tryCount({ projectId, month, cap }: Omit<Amount, 'units'>, count: OpenCount): Promise<boolean> {
    const units = count.units * count.emailIds.length;
    const { modifiedCount } = await usage.updateOne(
      { _id: idOf(projectId, month), projectId, 'open.id': { $ne: count.id }, ...(cap ? roomFor(units, cap) : {}) },
      { $inc: { [`accepted.${count.category}`]: units }, $push: { open: count } },
    );
    // Counted already by a request that died and was sent again.
    return modifiedCount === 1 || (await usage.exists({ _id: idOf(projectId, month), projectId, 'open.id': count.id })) !== null;
  }

  /** Ends a count; `missing` mails of it were never written. */
  async function settle(row: Pick<UsageRow, '_id' | 'projectId'>, count: OpenCount, missing: number): Promise<void> {
    await usage.updateOne(
      { _id: row._id, projectId: row.projectId, 'open.id': count.id },
      { $pull: { open: { id: count.id } }, ...(missing > 0 ? { $inc: { [`accepted.${count.category}`]: -missing * count.units } } : {}) },
    );
  }

  const written = (projectId: string, emailIds: readonly string[]) =>
    emails.find({ _id: { $in: emailIds }, projectId }, { _id: 1 }).lean<{ _id: string }[]>();

  async function counted<T>(projectId: string, { category, units, emailIds }: Mails, write: () => Promise<T>): Promise<T> {
    if (!isOn || emailIds.length === 0) return write();
    const at = clock();
    const month = monthOf(at);
    const cap = capOf(await project(projectId), category);
    // A request that is made once more counts what it has not written.
    const known = new Set((await written(projectId, emailIds)).map(({ _id }) => _id));
    const uncounted = emailIds.filter((one) => !known.has(one));
    if (uncounted.length === 0) return write();
    const row = { _id: await ensure(projectId, month), projectId };
    const count: OpenCount = { id: emailIds[0]!, category, units, emailIds: uncounted, at };
    const hasRoom =
      (await tryCount({ projectId, month, cap }, count)) ||
      ((await recountFailed(projectId, month)) && (await tryCount({ projectId, month, cap }, count)));
    if (!hasRoom) throw over();
    try {
      const result = await write();
      // Forgotten by a crash, it is looked for by the sweeper and found.
      settle(row, count, 0).catch((error: Error) => log.warn({ projectId, error: error.message }, 'a count stays open'));
      return result;
    } catch (error) {
      // Refused before anything was written. After any other end the ledger is asked, in a minute.
      if (error instanceof Fault && error.status < 500) await settle(row, count, uncounted.length);
      throw error;
    }
  }

  async function add({ projectId, month, units, cap }: Amount, session: ClientSession): Promise<void> {
    if (units === 0) return;
    const guard = units > 0 && cap ? roomFor(units, cap) : {};
    const filter = { _id: idOf(projectId, month), projectId, ...guard };
    const { modifiedCount } = await usage.updateOne(filter, { $inc: { 'accepted.campaigns': units } }, { session });
    if (modifiedCount === 0) throw over();
  }

  async function reserve(campaignId: string, { projectId, month, units, cap }: Amount): Promise<void> {
    await mongo.transaction(async (session) => {
      const before = await campaignUsage
        .findOneAndUpdate({ _id: campaignId, projectId }, { $set: { month, units } }, { upsert: true, session })
        .lean<{ month: string; units: number }>();
      if (before && before.month !== month) await add({ projectId, month: before.month, units: -before.units, cap: null }, session);
      await add({ projectId, month, units: units - (before?.month === month ? before.units : 0), cap }, session);
    });
  }

  async function sweep(): Promise<void> {
    const before = new Date(clock().getTime() - OPEN_MS);
    const rows = await acrossProjects(usage.find({ 'open.at': { $lt: before } }))
      .limit(BATCH)
      .lean<UsageRow[]>();
    for (const row of rows) {
      for (const count of row.open.filter(({ at }) => at < before)) {
        await settle(row, count, count.emailIds.length - (await written(row.projectId, count.emailIds)).length);
      }
    }
  }

  /** Takes this month's FAILED mail out of the ledger and out of what was accepted, a page in one transaction. */
  async function forgetFailed(projectId: string, until: Date): Promise<void> {
    if (!isOn) return;
    const month = monthOf(clock());
    const failed = { projectId, createdAt: { $gte: monthBegin(month), $lte: until }, status: 'FAILED', attempt: { $gt: 0 } } as const;
    const fields = { sourceType: 1, 'attachments.size': 1 } as const;
    for (let went = FAILED_PAGE; went === FAILED_PAGE;) {
      await mongo.transaction(async (session) => {
        const page = await emails.find(failed, fields, { session }).limit(FAILED_PAGE).lean<EmailRow[]>();
        const units: ByCategory = { ...NOTHING };
        for (const row of page) units[categoryOf(row.sourceType)] += unitsOf({ attachments: row.attachments ?? [] });
        const less = CATEGORIES.flatMap((one) => [[`accepted.${one}`, -units[one]] as const, [`failed.${one}`, -units[one]] as const]);
        await emails.deleteMany({ projectId, _id: { $in: page.map(({ _id }) => _id) } }, { session });
        await usage.updateOne({ _id: idOf(projectId, month), projectId }, { $inc: Object.fromEntries(less) }, { session });
        went = page.length;
      });
    }
  }

  const sweeper = createSweeper(sweep, 'counts of mail', { log });
  return {
    models: [usage, campaignUsage],
    counted: (projectId, mails, write) => {
      const begun = clock().getTime();
      return counted(projectId, mails, () => {
        // By then the sweeper may soon give back what this would write.
        if (clock().getTime() - begun > WRITE_WITHIN_MS) throw fault('SERVICE_TIMEOUT');
        return write();
      });
    },

    async reserveCampaign(projectId, campaignId, { units, at, judged }) {
      if (!isOn) return;
      const month = monthOf(at);
      await ensure(projectId, month);
      const cap = judged ? capOf(await project(projectId), 'campaigns') : null;
      try {
        await reserve(campaignId, { projectId, month, units, cap });
      } catch (error) {
        if (!(error instanceof Fault) || !(await recountFailed(projectId, month))) throw error;
        await reserve(campaignId, { projectId, month, units, cap });
      }
    },

    async read(projectId) {
      if (!isOn) return { ...NOTHING };
      const month = monthOf(clock());
      await ensure(projectId, month);
      await recountFailed(projectId, month);
      const row = await usage.findOne({ _id: idOf(projectId, month), projectId }).lean<UsageRow>();
      const { accepted = NOTHING, failed = NOTHING } = row ?? {};
      return Object.fromEntries(CATEGORIES.map((one) => [one, Math.max(0, accepted[one] - failed[one])])) as ByCategory;
    },

    async purge({ projectId, until }) {
      if (until) return forgetFailed(projectId, until);
      await usage.deleteMany({ projectId });
      await campaignUsage.deleteMany({ projectId });
    },
    start: () => (isOn ? sweeper.start() : undefined),
    stop: sweeper.stop,
  };
}
