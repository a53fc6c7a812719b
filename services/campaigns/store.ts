/** Reads and writes of campaigns, a project at a time. */
import type { Model } from 'mongoose';
import { notFound } from '#kit/errors.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { ListQuery } from './domain/list.ts';
import type { Letter } from './domain/letter.ts';
import { LIVE } from './domain/state.ts';
import type { Status } from './domain/state.ts';
import { NONE } from './domain/stats.ts';
import type { Counts } from './domain/stats.ts';
import type { CampaignDoc } from './model.ts';
import { COLLATION } from './model.ts';

/** A campaign as handlers know it. */
export interface Campaign {
  id: string;
  projectId: string;
  letter: Letter;
  status: Status;
  totalRecipients: number;
  scheduledFor: Date | null;
  sentAt: Date | null;
  run: string | null;
  withdrawn: string[];
  settling: boolean;
  cleaning: boolean;
  counts: Counts;
  createdAt: Date;
  updatedAt: Date;
}

/** What a move may change beside the letter; null takes away when something is due. */
export type Turn = Partial<Pick<CampaignDoc, 'status' | 'scheduledFor' | 'sentAt' | 'totalRecipients' | 'run' | 'withdrawn' | 'settling' | 'cleaning' | 'counts'>>
  & { letter?: Letter; careDue?: Date | null; recountDue?: Date | null };

/** In which state a campaign has to be for a move. */
export interface From {
  status: readonly Status[];
  run?: string | null;
}

export interface ProjectCampaigns {
  insert(id: string, letter: Letter, totalRecipients: number, now: Date): Promise<Campaign>;
  find(id: string): Promise<Campaign | null>;
  list(query: ListQuery): Promise<{ data: Campaign[]; total: number }>;
  /** Null when the campaign is not (any more) as asked: somebody else was quicker. */
  turn(id: string, from: From, to: Turn, now: Date): Promise<Campaign | null>;
  /** False when it is not there in one of the states. */
  remove(id: string, from: readonly Status[]): Promise<boolean>;
  /** Those who refer to somebody by a condition, a segment or a template; newest first. */
  referring(): Promise<Campaign[]>;
  /** Those that are not over, with their sender on the domain. */
  sendingFrom(domain: string): Promise<Campaign[]>;
  /** Runs of campaigns that may have a workflow. */
  runs(): Promise<string[]>;
  removeAll(): Promise<void>;
}

export interface CampaignsStore {
  of(projectId: string): ProjectCampaigns;
  /** Campaigns of any project that want looking after. */
  careDue(now: Date, limit: number): Promise<Campaign[]>;
  /** Something was told of mails of these campaigns, of any project. */
  askRecount(campaignIds: readonly string[], due: Date): Promise<void>;
  /** Campaigns whose rows are to be counted; they are not due again before `until`, unless somebody asks meanwhile. */
  takeRecounts(now: Date, until: Date, limit: number): Promise<Campaign[]>;
  /** @param taken what they were taken until: who asked meanwhile is counted once more. */
  recounted(campaign: Campaign, counts: Counts, taken: Date, due: Date | null): Promise<void>;
}

/** Faults CAMPAIGN_NOT_FOUND. */
export async function findCampaign(store: CampaignsStore, projectId: string, id: string): Promise<Campaign> {
  const found = await store.of(projectId).find(id);
  if (!found) throw notFound('CAMPAIGN_NOT_FOUND', 'Campaign', id);
  return found;
}

const SEARCHED = ['name', 'subject', 'from'] as const;

const stored = ({ audienceCondition, ...rest }: Letter) => ({ ...rest, audienceCondition: audienceCondition && JSON.stringify(audienceCondition) });

function campaignOf(doc: CampaignDoc): Campaign {
  const { _id, projectId, status, totalRecipients, scheduledFor, sentAt, run, withdrawn, settling, cleaning, counts, createdAt, updatedAt } = doc;
  const { name, description, subject, body, from, fromName, replyTo, type, audienceType, audienceCondition, segmentId, templateId } = doc;
  return {
    id: _id, projectId, status, totalRecipients, scheduledFor, sentAt, run, withdrawn, settling, cleaning, createdAt, updatedAt,
    counts: { ...NONE, ...counts },
    letter: {
      name, description, subject, body, from, fromName, replyTo, type, audienceType, segmentId, templateId,
      audienceCondition: audienceCondition === null ? null : (JSON.parse(audienceCondition) as Letter['audienceCondition']),
    },
  };
}

/** What is due: set, taken away, or as it is. */
function dues(due: Pick<Turn, 'careDue' | 'recountDue'>): { $set: object; $unset?: object } {
  const entries = Object.entries(due);
  const gone = entries.filter(([, at]) => at === null).map(([key]) => [key, 1]);
  return { $set: Object.fromEntries(entries.filter(([, at]) => at)), ...(gone.length > 0 && { $unset: Object.fromEntries(gone) }) };
}

function filterOf(projectId: string, { search, status }: ListQuery): Record<string, unknown> {
  // Escaped: what is searched for is a fragment, never a pattern.
  const fragment = { $regex: search.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&'), $options: 'i' };
  return { projectId, ...(status && { status }), ...(search !== '' && { $or: SEARCHED.map((field) => ({ [field]: fragment })) }) };
}

export function campaignsStore(model: Model<CampaignDoc>): CampaignsStore {
  return {
    async careDue(now, limit) {
      return (await acrossProjects(model.find({ careDue: { $lte: now } })).sort({ careDue: 1 }).limit(limit).lean<CampaignDoc[]>()).map(campaignOf);
    },
    async askRecount(campaignIds, due) {
      await acrossProjects(model.updateMany({ _id: { $in: campaignIds } }, { $min: { recountDue: due } }));
    },
    async takeRecounts(now, until, limit) {
      const due = await acrossProjects(model.find({ recountDue: { $lte: now } })).sort({ recountDue: 1 }).limit(limit).lean<CampaignDoc[]>();
      await acrossProjects(model.updateMany({ _id: { $in: due.map(({ _id }) => _id) }, recountDue: { $lte: now } }, { $set: { recountDue: until } }));
      return due.map(campaignOf);
    },
    async recounted({ id, projectId }, counts, taken, due) {
      await model.updateOne({ _id: id, projectId }, { $set: { counts } });
      await model.updateOne({ _id: id, projectId, recountDue: taken }, due ? { $set: { recountDue: due } } : { $unset: { recountDue: 1 } });
    },
    of: (projectId) => ({
      async insert(id, letter, totalRecipients, now) {
        const doc: CampaignDoc = {
          _id: id, projectId, ...stored(letter), status: 'DRAFT', totalRecipients, scheduledFor: null, sentAt: null,
          run: null, withdrawn: [], settling: false, cleaning: false, createdAt: now, updatedAt: now,
        };
        await model.insertMany([doc]);
        return campaignOf(doc);
      },
      async find(id) {
        const doc = await model.findOne({ _id: id, projectId }).lean<CampaignDoc>();
        return doc && campaignOf(doc);
      },
      async list(query) {
        const filter = filterOf(projectId, query);
        const found = model.find(filter).sort({ [query.sort]: query.dir, _id: -1 }).skip((query.page - 1) * query.pageSize).limit(query.pageSize);
        if (query.sort === 'name') found.collation(COLLATION);
        const [data, total] = await Promise.all([found.lean<CampaignDoc[]>().exec(), model.countDocuments(filter)]);
        return { data: data.map(campaignOf), total };
      },
      async turn(id, { status, run }, { letter, careDue, recountDue, ...to }, now) {
        const due = dues({ ...(careDue !== undefined && { careDue }), ...(recountDue !== undefined && { recountDue }) });
        const update = { ...due, $set: { ...(letter && stored(letter)), ...to, ...due.$set, updatedAt: now } };
        const filter = { _id: id, projectId, status: { $in: [...status] }, ...(run === undefined ? {} : { run }) };
        const doc = await model.findOneAndUpdate(filter, update as never, { returnDocument: 'after' }).lean<CampaignDoc>();
        return doc && campaignOf(doc);
      },
      async remove(id, from) {
        return (await model.deleteOne({ _id: id, projectId, status: { $in: [...from] } })).deletedCount === 1;
      },
      async referring() {
        const some = { $or: [{ audienceType: { $ne: 'ALL' } }, { templateId: { $ne: null } }] };
        return (await model.find({ projectId, ...some } as never).sort({ createdAt: -1, _id: -1 }).lean<CampaignDoc[]>()).map(campaignOf);
      },
      async sendingFrom(domain) {
        const those = { projectId, status: { $in: [...LIVE] }, from: { $regex: `@${literalPattern(domain)}$`, $options: 'i' } };
        return (await model.find(those as never).sort({ createdAt: -1, _id: -1 }).lean<CampaignDoc[]>()).map(campaignOf);
      },
      async runs() {
        const found = await model.find({ projectId, run: { $ne: null } }, { run: 1, withdrawn: 1 }).lean<Pick<CampaignDoc, 'run' | 'withdrawn' | 'settling'>[]>();
        return found.flatMap(({ run, withdrawn }) => [run!, ...withdrawn]);
      },
      async removeAll() {
        await model.deleteMany({ projectId });
      },
    }),
  };
}
