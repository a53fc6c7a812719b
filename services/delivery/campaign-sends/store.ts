/** Campaign sends: opened once, controlled while they last, cleared when their campaign was cancelled. */
import type { Model, QueryFilter } from 'mongoose';
import { collectionOf, filterOf } from '#kit/store/bulk-write.ts';
import { fault, notFound } from '#kit/errors.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { EmailRow } from '../domain/email.ts';
import type { CampaignSendState } from '../domain/campaign-send.ts';
import type { Count, CampaignContent, CampaignSendRow } from './model.ts';
import type { PageModels, PageRow, ProgressRow } from './page-model.ts';

export interface Opening {
  projectId: string;
  campaignId: string;
  run: string;
  content: CampaignContent;
  filter: string | null;
  /** A random one, by which its pages go; null: rows of the ledger. */
  number: number | null;
  now: Date;
}

export interface Controls {
  state?: CampaignSendState;
  /** Null: as fast as the provider takes them. */
  rate?: number | null;
}

/** All but the content and the audience, which only freezing needs. */
export type CampaignSendView = Omit<CampaignSendRow, 'content' | 'filter' | 'cursor'>;

const VIEW = { content: 0, filter: 0, cursor: 0 } as const;
/** What sends that were opened before December 2026 have: their recipients are rows. To be removed in June 2027. */
const OF_ROWS = { number: null, recipients: 0 } as const;
/** What a control before the opening finds made. */
const UNOPENED = { run: null, number: null, pages: 0, recipients: 0, cursor: null, frozen: false, count: null } as const;

/** Rows that a cancel takes out of the ledger: refused and suppressed ones have not left either; what was ever UNKNOWN may have. */
const NEVER_LEFT: QueryFilter<EmailRow> = {
  status: { $in: ['PENDING', 'FAILED', 'SUPPRESSED'] },
  sentAt: null,
  trace: { $not: { $elemMatch: { to: 'UNKNOWN' } } },
};

/** A campaign has one send at a time. */
export interface SendKey {
  projectId: string;
  campaignId: string;
  /** Given: the send is meant only while it is this run's. Whoever is late means one that has been replaced. */
  run?: string | null | undefined;
}

export interface CampaignSendStore {
  /** Content and audience with it. Faults RESOURCE_NOT_FOUND. */
  whole(projectId: string, campaignId: string): Promise<CampaignSendRow>;
  /** Null for a campaign that was never sent, or whose project is gone. */
  find(projectId: string, campaignId: string): Promise<CampaignSendView | null>;
  list(projectId: string, campaignIds: readonly string[]): Promise<CampaignSendView[]>;
  /** How the sends stand now; those that are gone are not among them. One query. */
  states(campaignIds: readonly string[]): Promise<Map<string, CampaignSendState>>;
  /** The send of this run, whether it was opened before or is new. What a closed run left unsent goes first. Faults CONFLICT. */
  open(opening: Opening): Promise<CampaignSendRow>;
  /** CLOSED is for good. Null: there was nothing to close. */
  control(send: SendKey, controls: Controls, now: Date): Promise<CampaignSendView | null>;
  /**
   * A page is in the ledger: freezing goes on behind it; null: that was the last. False: the send is closed, or somebody else freezes it.
   * @param size mails of the page
   */
  advance(send: CampaignSendRow, cursor: string | null, size?: number): Promise<boolean>;
  /** Removes rows that never left; with none left a closed send goes too. */
  clear(send: SendKey): Promise<{ removed: number; left: number }>;
  /** Unless a later one is kept. */
  keepCount(projectId: string, campaignId: string, count: Count): Promise<void>;
  /** All of a deleted project. */
  purge(erasure: Erasure): Promise<void>;
}

export interface CampaignSendStoreParts extends Pick<PageModels, 'pages' | 'progress'> {
  model: Model<CampaignSendRow>;
  emails: Model<EmailRow>;
}

export function createCampaignSendStore({ model, emails, pages, progress }: CampaignSendStoreParts): CampaignSendStore {
  /** Rows and pages of which nothing has left, nor may have. Answers how many mails that were. */
  async function removeUnsent(projectId: string, campaignId: string): Promise<number> {
    const touched = await progress
      .find(
        { projectId, campaignId, $or: [{ sent: { $gt: 0 } }, { doubtful: { $gt: 0 } }, { ended: { $gt: 0 } }] },
        { n: 1, sent: 1, doubtful: 1 },
      )
      .lean<Pick<ProgressRow, '_id' | 'n' | 'doubtful' | 'sent'>[]>();
    // A page goes with its unsent mails only while none of it was accepted, is in somebody's hands, or has a row that stays.
    const withRows = new Set(await emails.distinct('page', { projectId, campaignId, slot: { $exists: true }, $nor: [NEVER_LEFT] }));
    const stay = touched.filter(({ n, doubtful, sent }) => sent > 0 || doubtful > 0 || withRows.has(n));
    const gone = { projectId, campaignId, _id: { $nin: stay.map(({ _id }) => _id) } };
    const staying = stay.map(({ n }) => n);
    const { deletedCount } = await emails.deleteMany({
      projectId,
      campaignId,
      ...NEVER_LEFT,
      $or: [{ slot: { $exists: false } }, { page: { $nin: staying } }],
    });
    const unsent = await pages.find(gone, { size: 1 }).lean<Pick<PageRow, '_id' | 'size'>[]>();
    await progress.deleteMany(gone);
    await pages.deleteMany(gone);
    return deletedCount + unsent.reduce((sum, { size }) => sum + size, 0);
  }

  async function whole(projectId: string, campaignId: string): Promise<CampaignSendRow> {
    const row = await model.findOne({ _id: campaignId, projectId }).lean<CampaignSendRow>();
    if (!row) throw notFound('RESOURCE_NOT_FOUND', { resource: 'CampaignSend', id: campaignId });
    return { ...OF_ROWS, ...row };
  }

  async function find(projectId: string, campaignId: string): Promise<CampaignSendView | null> {
    const row = await model.findOne({ _id: campaignId, projectId }, VIEW).lean<CampaignSendView>();
    return row && { ...OF_ROWS, ...row };
  }

  /** Makes what a control or an opening changes, unless it is there: of two that ask at once one makes it. */
  async function ensure(
    projectId: string,
    campaignId: string,
    initial: Pick<CampaignSendRow, 'state' | 'rate' | 'createdAt'>,
  ): Promise<void> {
    try {
      await model.updateOne({ _id: campaignId, projectId }, { $setOnInsert: { ...UNOPENED, ...initial } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    whole,
    find,

    async list(projectId: string, campaignIds: readonly string[]): Promise<CampaignSendView[]> {
      const rows = await model.find({ projectId, _id: { $in: campaignIds as string[] } }, VIEW).lean<CampaignSendView[]>();
      return rows.map((row) => ({ ...OF_ROWS, ...row }));
    },

    async states(campaignIds: readonly string[]): Promise<Map<string, CampaignSendState>> {
      // Below mongoose, and so below the tenancy lock: asked some thirty times a second while a campaign leaves, of every project.
      const rows = await collectionOf(model)
        .find({ _id: { $in: [...campaignIds] } }, { projection: { state: 1 } })
        .toArray();
      return new Map(rows.map(({ _id, state }) => [_id, state]));
    },

    async open({ projectId, campaignId, run, content, filter, number, now }: Opening): Promise<CampaignSendRow> {
      await ensure(projectId, campaignId, { state: 'OPEN', rate: null, createdAt: now });
      const before = await whole(projectId, campaignId);
      if (before.run === run) return before;
      if (before.run !== null) {
        if (before.state !== 'CLOSED') throw fault('CONFLICT', { message: 'Another send of the campaign is under way' });
        await removeUnsent(projectId, campaignId);
      }
      const controlled = before.run === null ? {} : { state: 'OPEN', rate: null };
      await model.updateOne(
        { _id: campaignId, projectId, run: before.run },
        { $set: { ...UNOPENED, ...controlled, run, content, filter, number, createdAt: now } },
      );
      return await whole(projectId, campaignId);
    },

    async control({ projectId, campaignId, run }: SendKey, { state, rate }: Controls, now: Date): Promise<CampaignSendView | null> {
      const own = { _id: campaignId, projectId, ...(run == null ? {} : { run }) };
      const change = { ...(state ? { state } : {}), ...(rate === undefined ? {} : { rate }) };
      if (state === 'CLOSED') {
        await model.deleteOne({ _id: campaignId, projectId, run: null });
        await model.updateOne(own, { $set: change });
      } else {
        await ensure(projectId, campaignId, { state: 'OPEN', rate: null, createdAt: now });
        await model.updateOne({ ...own, state: { $ne: 'CLOSED' } }, { $set: change });
      }
      return await find(projectId, campaignId);
    },

    async advance({ _id, projectId, run, pages: frozen, recipients }: CampaignSendRow, cursor: string | null, size = 0): Promise<boolean> {
      const change = cursor === null ? { frozen: true } : { cursor, pages: frozen + 1, recipients: recipients + size };
      const { matchedCount } = await model.updateOne(
        { _id, projectId, run, pages: frozen, frozen: false, state: { $ne: 'CLOSED' } },
        { $set: change },
      );
      return matchedCount === 1;
    },

    async clear({ projectId, campaignId, run }: SendKey): Promise<{ removed: number; left: number }> {
      const now = await find(projectId, campaignId);
      const isReplaced = run != null && (now?.run ?? run) !== run;
      const removed = isReplaced ? 0 : await removeUnsent(projectId, campaignId);
      const stay = await pages.find({ projectId, campaignId }, { size: 1 }).lean<Pick<PageRow, 'size'>[]>();
      const rows = await emails.countDocuments({ projectId, campaignId, slot: { $exists: false } });
      const left = stay.reduce((sum, { size }) => sum + size, rows);
      // As if it had never been sent: what is asked of the next send before it is opened holds.
      if (left === 0) await model.deleteOne({ _id: campaignId, projectId, state: 'CLOSED' });
      return { removed, left };
    },

    async keepCount(projectId: string, campaignId: string, count: Count): Promise<void> {
      await model.updateOne(filterOf({ _id: campaignId, projectId, 'count.at': { $not: { $gt: count.at } } }), { $set: { count } });
    },

    /** Sends that were opened until then, and all their mails. */
    async purge(erasure: Erasure): Promise<void> {
      const rows = erasedRows(erasure);
      const { projectId } = rows;
      for await (const { _id: campaignId } of model.find(rows, { _id: 1 }).lean<{ _id: string }[]>().cursor()) {
        const own = { projectId, campaignId };
        await Promise.all([erasePages(pages, own), erasePages(progress, own), erasePages(emails, own)]);
      }
      await model.deleteMany(rows);
    },
  };
}
