/** Mailings: opened once, steered while they last, cleared when their campaign was cancelled. */
import type { Model } from 'mongoose';
import { fault, notFound } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { EmailRow } from '../domain/email.ts';
import type { MailingState } from '../domain/mailing.ts';
import type { Status } from '../domain/states.ts';
import type { Count, Letter, MailingRow } from './model.ts';

export interface Opening {
  projectId: string;
  campaignId: string;
  run: string;
  letter: Letter;
  filter: string | null;
  now: Date;
}

export interface Steering {
  state?: MailingState;
  /** Null: as fast as the provider takes them. */
  rate?: number | null;
}

/** All but the letter and the audience, which only freezing needs. */
export type MailingView = Omit<MailingRow, 'letter' | 'filter' | 'cursor'>;

const VIEW = { letter: 0, filter: 0, cursor: 0 } as const;
/** What a steering before the opening finds made. */
const UNOPENED = { run: null, pages: 0, cursor: null, frozen: false, count: null } as const;

/** Rows that a cancel takes out of the ledger: refused and suppressed ones have not left either. */
const NEVER_LEFT = { status: { $in: ['PENDING', 'FAILED', 'SUPPRESSED'] as Status[] }, sentAt: null };

export type Mailings = ReturnType<typeof mailings>;

export function mailings(model: Model<MailingRow>, emails: Model<EmailRow>) {
  async function whole(projectId: string, campaignId: string): Promise<MailingRow> {
    const row = await model.findOne({ _id: campaignId, projectId }).lean<MailingRow>();
    if (!row) throw notFound('RESOURCE_NOT_FOUND', 'Mailing', campaignId);
    return row;
  }

  /** Null for a campaign that was never sent, or whose project is gone. */
  async function find(projectId: string, campaignId: string): Promise<MailingView | null> {
    return await model.findOne({ _id: campaignId, projectId }, VIEW).lean<MailingView>();
  }

  return {
    whole,
    find,

    async list(projectId: string, campaignIds: readonly string[]): Promise<MailingView[]> {
      return await model.find({ projectId, _id: { $in: campaignIds as string[] } }, VIEW).lean<MailingView[]>();
    },

    /** How the mailings stand now; those that are gone are not among them. One query. */
    async states(campaignIds: readonly string[]): Promise<Map<string, MailingState>> {
      const rows = await acrossProjects(model.find({ _id: { $in: campaignIds as string[] } }, { state: 1 }).lean<Pick<MailingRow, '_id' | 'state'>[]>());
      return new Map(rows.map(({ _id, state }) => [_id, state]));
    },

    /** The mailing of this run, whether it was opened before or is new. What a closed run left unsent goes first. Faults CONFLICT. */
    async open({ projectId, campaignId, run, letter, filter, now }: Opening): Promise<MailingRow> {
      await model.updateOne({ _id: campaignId, projectId }, { $setOnInsert: { ...UNOPENED, state: 'OPEN', rate: null, createdAt: now } }, { upsert: true });
      const before = await whole(projectId, campaignId);
      if (before.run === run) return before;
      if (before.run !== null) {
        if (before.state !== 'CLOSED') throw fault('CONFLICT', { message: 'Another send of the campaign is under way' });
        await emails.deleteMany({ projectId, campaignId, ...NEVER_LEFT });
      }
      const steered = before.run === null ? {} : { state: 'OPEN', rate: null };
      await model.updateOne({ _id: campaignId, projectId, run: before.run }, { $set: { ...UNOPENED, ...steered, run, letter, filter, createdAt: now } });
      return await whole(projectId, campaignId);
    },

    /** CLOSED is for good. Null: there was nothing to close. */
    async steer(projectId: string, campaignId: string, { state, rate }: Steering, now: Date): Promise<MailingView | null> {
      const change = { ...(state ? { state } : {}), ...(rate === undefined ? {} : { rate }) };
      if (state === 'CLOSED') {
        await model.deleteOne({ _id: campaignId, projectId, run: null });
        await model.updateOne({ _id: campaignId, projectId }, { $set: change });
      } else {
        await model.updateOne({ _id: campaignId, projectId }, { $setOnInsert: { ...UNOPENED, createdAt: now, ...(state ? {} : { state: 'OPEN' }), ...(rate === undefined ? { rate: null } : {}) } }, { upsert: true });
        await model.updateOne({ _id: campaignId, projectId, state: { $ne: 'CLOSED' } }, { $set: change });
      }
      return await find(projectId, campaignId);
    },

    /** A page is in the ledger: freezing goes on behind it; null: that was the last. False: the mailing is closed, or somebody else freezes it. */
    async advance({ _id, projectId, run, pages }: MailingRow, cursor: string | null): Promise<boolean> {
      const change = cursor === null ? { frozen: true } : { cursor, pages: pages + 1 };
      const { matchedCount } = await model.updateOne({ _id, projectId, run, pages, frozen: false, state: { $ne: 'CLOSED' } }, { $set: change });
      return matchedCount === 1;
    },

    /** Removes rows that never left; with none left a closed mailing goes too. */
    async clear(projectId: string, campaignId: string): Promise<{ removed: number; left: number }> {
      const { deletedCount } = await emails.deleteMany({ projectId, campaignId, ...NEVER_LEFT });
      const left = await emails.countDocuments({ projectId, campaignId });
      // As if it had never been sent: what is asked of the next send before it is opened holds.
      if (left === 0) await model.deleteOne({ _id: campaignId, projectId, state: 'CLOSED' });
      return { removed: deletedCount, left };
    },

    /** Unless a later one is kept. */
    async keepCount(projectId: string, campaignId: string, count: Count): Promise<void> {
      await model.updateOne({ _id: campaignId, projectId, 'count.at': { $not: { $gt: count.at } } } as never, { $set: { count } });
    },

    async purge(projectId: string): Promise<void> {
      await model.deleteMany({ projectId });
    },
  };
}
