/** Reads and writes of campaigns, a project at a time. */
import type { Model } from 'mongoose';
import { filterOf, updateOf } from '#kit/store/bulk-write.ts';
import { notFound } from '#kit/errors.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import { sortedPage } from '#kit/store/sorted-page.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { ListQuery } from './domain/list.ts';
import type { Content } from './domain/content.ts';
import { LIVE } from './domain/state.ts';
import type { Status } from './domain/state.ts';
import { NONE } from './domain/stats.ts';
import type { Counts } from './domain/stats.ts';
import type { CampaignDoc } from './model.ts';

/** A campaign as handlers know it. */
export interface Campaign {
  id: string;
  projectId: string;
  content: Content;
  status: Status;
  totalRecipients: number;
  scheduledFor: Date | null;
  sentAt: Date | null;
  run: string | null;
  withdrawn: string[];
  resending: boolean;
  cleaning: boolean;
  counts: Counts;
  createdAt: Date;
  updatedAt: Date;
}

/** What a transition may change beside the content; null: nothing is due any more. The fact is published if and only if it happens. */
export type Change = Partial<
  Pick<CampaignDoc, 'status' | 'scheduledFor' | 'sentAt' | 'totalRecipients' | 'run' | 'withdrawn' | 'resending' | 'cleaning' | 'counts'>
> & { content?: Content; reconcileDue?: Date | null; recountDue?: Date | null; fact?: PendingFact };

/** In which state a campaign has to be for a transition. */
export interface From {
  status: readonly Status[];
  run?: string | null;
}

export interface ProjectCampaigns {
  insert(draft: { id: string; totalRecipients: number; now: Date }, content: Content): Promise<Campaign>;
  find(id: string): Promise<Campaign | null>;
  list(query: ListQuery): Promise<{ data: Campaign[]; total: number }>;
  /** Null when the campaign is not (any more) as asked: somebody else was quicker. */
  change(id: string, from: From, to: Change & { now: Date }): Promise<Campaign | null>;
  /** False when it is not there in one of the states. */
  remove(id: string, from: readonly Status[]): Promise<boolean>;
  /** Those that are not at their end, by states; at most a page. */
  inStates(states: readonly Status[]): Promise<Campaign[]>;
  lastSentAt(): Promise<Date | null>;
  /** Those who refer to somebody by a condition, a segment or a template; newest first. */
  referring(): Promise<Campaign[]>;
  /** Those that are not over, with their sender on the domain. */
  sendingFrom(domain: string): Promise<Campaign[]>;
  /** Runs of campaigns, made until then, that may have a workflow. */
  runs(until?: Date): Promise<string[]>;
  /** All that were made until then. */
  removeAll(until?: Date): Promise<void>;
}

export interface CampaignsStore {
  of(projectId: string): ProjectCampaigns;
  /** Campaigns of any project that want looking after. */
  reconcileDue(now: Date, limit: number): Promise<Campaign[]>;
  /** A fact arrived about mails of these campaigns, of any project. */
  askRecount(campaignIds: readonly string[], due: Date): Promise<void>;
  /** Campaigns whose rows are to be counted; they are not due again before `until`, unless somebody asks meanwhile. */
  takeRecounts(now: Date, until: Date, limit: number): Promise<Campaign[]>;
  /**
   * What was counted for a state that the campaign has left since is dropped: whoever changed it counted exactly, or asks for a count.
   * @param taken what they were taken until: who asked meanwhile is counted once more.
   */
  recounted(campaign: Campaign, counts: Counts, when: { taken: Date; due: Date | null }): Promise<void>;
}

/** Faults CAMPAIGN_NOT_FOUND. */
export async function findCampaign(store: CampaignsStore, projectId: string, id: string): Promise<Campaign> {
  const found = await store.of(projectId).find(id);
  if (!found) throw notFound('CAMPAIGN_NOT_FOUND', { resource: 'Campaign', id });
  return found;
}

const STATES_PAGE = 1_000;
const SEARCHED = ['name', 'subject', 'from'] as const;

const stored = ({ audienceCondition, ...rest }: Content) => ({
  ...rest,
  audienceCondition: audienceCondition && JSON.stringify(audienceCondition),
});

function campaignOf(doc: CampaignDoc): Campaign {
  const {
    _id,
    projectId,
    status,
    totalRecipients,
    scheduledFor,
    sentAt,
    run,
    withdrawn,
    resending,
    cleaning,
    counts,
    createdAt,
    updatedAt,
  } = doc;
  const { name, description, subject, body, from, fromName, replyTo, type, audienceType, audienceCondition, segmentId, templateId } = doc;
  return {
    id: _id,
    projectId,
    status,
    totalRecipients,
    scheduledFor,
    sentAt,
    run,
    withdrawn,
    resending,
    cleaning,
    createdAt,
    updatedAt,
    counts: { ...NONE, ...counts },
    content: {
      name,
      description,
      subject,
      body,
      from,
      fromName,
      replyTo,
      type,
      audienceType,
      segmentId,
      templateId,
      audienceCondition: audienceCondition === null ? null : (JSON.parse(audienceCondition) as Content['audienceCondition']),
    },
  };
}

/** What is due: set, taken away, or as it is. */
function dues(due: Pick<Change, 'reconcileDue' | 'recountDue'>): { $set: object; $unset?: object } {
  const entries = Object.entries(due);
  const gone = entries.filter(([, at]) => at === null).map(([key]) => [key, 1]);
  return { $set: Object.fromEntries(entries.filter(([, at]) => at)), ...(gone.length > 0 && { $unset: Object.fromEntries(gone) }) };
}

function searchOf(projectId: string, { search, status }: ListQuery): Record<string, unknown> {
  // Escaped: what is searched for is a fragment, never a pattern.
  const fragment = { $regex: search.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&'), $options: 'i' };
  return { projectId, ...(status && { status }), ...(search !== '' && { $or: SEARCHED.map((field) => ({ [field]: fragment })) }) };
}

export function createCampaignsStore(model: Model<CampaignDoc>): CampaignsStore {
  return {
    async reconcileDue(now, limit) {
      return (
        await acrossProjects(model.find({ reconcileDue: { $lte: now } }))
          .sort({ reconcileDue: 1 })
          .limit(limit)
          .lean<CampaignDoc[]>()
      ).map(campaignOf);
    },
    async askRecount(campaignIds, due) {
      await acrossProjects(model.updateMany({ _id: { $in: campaignIds } }, { $min: { recountDue: due } }));
    },
    async takeRecounts(now, until, limit) {
      const due = await acrossProjects(model.find({ recountDue: { $lte: now } }))
        .sort({ recountDue: 1 })
        .limit(limit)
        .lean<CampaignDoc[]>();
      await acrossProjects(
        model.updateMany({ _id: { $in: due.map(({ _id }) => _id) }, recountDue: { $lte: now } }, { $set: { recountDue: until } }),
      );
      return due.map(campaignOf);
    },
    async recounted({ id, projectId, status, run }, counts, { taken, due }) {
      await model.updateOne({ _id: id, projectId, status, run }, { $set: { counts } });
      await model.updateOne({ _id: id, projectId, recountDue: taken }, due ? { $set: { recountDue: due } } : { $unset: { recountDue: 1 } });
    },
    of: (projectId) => ({
      async insert({ id, totalRecipients, now }, content) {
        const doc: CampaignDoc = {
          _id: id,
          projectId,
          ...stored(content),
          status: 'DRAFT',
          totalRecipients,
          scheduledFor: null,
          sentAt: null,
          run: null,
          withdrawn: [],
          resending: false,
          cleaning: false,
          createdAt: now,
          updatedAt: now,
        };
        await model.insertMany([doc]);
        return campaignOf(doc);
      },
      async find(id) {
        const doc = await model.findOne({ _id: id, projectId }).lean<CampaignDoc>();
        return doc && campaignOf(doc);
      },
      async list(query) {
        const { data, total } = await sortedPage(model, searchOf(projectId, query), query);
        return { data: data.map(campaignOf), total };
      },
      async change(id, { status, run }, { now, content, reconcileDue, recountDue, fact, ...to }) {
        const due = dues({ ...(reconcileDue !== undefined && { reconcileDue }), ...(recountDue !== undefined && { recountDue }) });
        const $set = { ...(content && stored(content)), ...to, ...due.$set, updatedAt: now };
        const update = { ...due, $set, ...(fact && { $push: { outbox: fact } }) };
        const filter = { _id: id, projectId, status: { $in: [...status] }, ...(run === undefined ? {} : { run }) };
        const doc = await model.findOneAndUpdate(filter, updateOf(update), { returnDocument: 'after' }).lean<CampaignDoc>();
        if (doc && fact) outboxHint(model);
        return doc && campaignOf(doc);
      },
      async remove(id, from) {
        return (await model.deleteOne({ _id: id, projectId, status: { $in: [...from] } })).deletedCount === 1;
      },
      async inStates(states) {
        const those = { projectId, status: { $in: [...states] } };
        return (await model.find(those).sort({ createdAt: 1 }).limit(STATES_PAGE).lean<CampaignDoc[]>()).map(campaignOf);
      },
      async lastSentAt() {
        const found = await model
          .findOne({ projectId, sentAt: { $ne: null } }, { sentAt: 1 })
          .sort({ sentAt: -1 })
          .lean<Pick<CampaignDoc, 'sentAt'>>();
        return found?.sentAt ?? null;
      },
      async referring() {
        const some = { $or: [{ audienceType: { $ne: 'ALL' } }, { templateId: { $ne: null } }] };
        return (
          await model
            .find(filterOf({ projectId, ...some }))
            .sort({ createdAt: -1, _id: -1 })
            .lean<CampaignDoc[]>()
        ).map(campaignOf);
      },
      async sendingFrom(domain) {
        const those = { projectId, status: { $in: [...LIVE] }, from: { $regex: `@${literalPattern(domain)}$`, $options: 'i' } };
        return (await model.find(filterOf(those)).sort({ createdAt: -1, _id: -1 }).lean<CampaignDoc[]>()).map(campaignOf);
      },
      async runs(until) {
        const found = await model
          .find({ ...erasedRows({ projectId, until }), run: { $ne: null } }, { run: 1, withdrawn: 1 })
          .lean<Pick<CampaignDoc, 'run' | 'withdrawn' | 'resending'>[]>();
        return found.flatMap(({ run, withdrawn }) => [run!, ...withdrawn]);
      },
      removeAll: (until) => erasePages(model, erasedRows({ projectId, until })),
    }),
  };
}
