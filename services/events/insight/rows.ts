/**
 * Reads of the timeline and of milestones that insight is made of: counted by name, and newest first. All that insight knows of how rows
 * are kept is behind `InsightRows` (record 36).
 */
import type { Model } from 'mongoose';
import { MILESTONE_TYPES } from '#kit/activity-types.ts';
import { filterOf } from '#kit/store/bulk-write.ts';
import type { ActivityItem } from '../domain/activity-item.ts';
import { itemOf, milestoneItem } from '../domain/activity-item.ts';
import { newestFirst } from '../domain/feed-cursor.ts';
import type { Interval, Size } from '../domain/interval.ts';
import type { EventDocument } from '../model.ts';
import { scanTimeline } from '../timeline-scan.ts';
import { MILESTONES } from './model.ts';
import type { BucketCount, CountRows, MilestoneDocument } from './model.ts';

/** What of a feed is asked for. */
export interface FeedQuery {
  projectId: string;
  /** From then on, until and with `to`; ms. */
  from: number;
  to: number;
  contactId?: string | undefined;
  /** Absent: all. */
  events?: readonly string[] | undefined;
  /** Absent: all. */
  milestones?: readonly string[] | undefined;
}

export interface InsightRows extends CountRows {
  /** To how many contacts events of a name happened. */
  contactsOf(projectId: string, name: string): Promise<number>;
  /** Newest first. */
  events(query: FeedQuery): AsyncIterable<ActivityItem>;
  milestones(query: FeedQuery): AsyncIterable<ActivityItem>;
}

const READ_AT_ONCE = 200;
/** Stretches of an index that MongoDB merges in one scan; asked for more, it sorts (`internalQueryMaxScansToExplode`). */
const MERGED_AT_ONCE = 200;

function within(field: 'createdAt' | 'at', { start, end }: Interval): object {
  return { [field]: { $gte: new Date(start), $lt: new Date(end) } };
}

/** A later open or click of a mail, or a bounce for the time being. */
const REPEATED = {
  $or: [{ $eq: ['$data.isFirstOpen', false] }, { $eq: ['$data.isFirstClick', false] }, { $eq: ['$data.transientBounce', true] }],
};

export function createInsightRows(model: Model<EventDocument>, milestoneModel: Model<MilestoneDocument>): InsightRows {
  async function size(projectId: string, interval: Interval, limit?: number): Promise<number> {
    const most = limit === undefined ? {} : { limit };
    const [some, others] = await Promise.all([
      model.countDocuments(filterOf({ projectId, ...within('createdAt', interval) }), most),
      milestoneModel.countDocuments(filterOf({ projectId, ...within('at', interval) }), most),
    ]);
    return some + others;
  }

  async function byBucket(projectId: string, interval: Interval, bucket: Size): Promise<BucketCount[]> {
    // Clients' events may hold such fields too: only those of mails mean something.
    const isMail = { $eq: [{ $substrCP: ['$name', 0, 6] }, 'email.'] };
    const held = { $ifNull: ['$events', 1] };
    const repeated = { $cond: [{ $and: [isMail, REPEATED] }, 0, held] };
    const byHuman = { $cond: [{ $and: [isMail, { $eq: ['$data.isFirstHuman', true] }] }, 1, 0] };
    const startOf = (field: string) => ({ $dateTrunc: { date: field, unit: bucket } });
    const [own, others] = await Promise.all([
      model.aggregate<{ _id: { start: Date; name: string }; count: number; distinct: number; human: number }>([
        { $match: { projectId, ...within('createdAt', interval) } },
        {
          $group: {
            _id: { start: startOf('$createdAt'), name: '$name' },
            count: { $sum: held },
            distinct: { $sum: repeated },
            human: { $sum: byHuman },
          },
        },
      ]),
      milestoneModel.aggregate<{ _id: { start: Date; type: string }; count: number }>([
        { $match: { projectId, ...within('at', interval) } },
        { $group: { _id: { start: startOf('$at'), type: '$type' }, count: { $sum: 1 } } },
      ]),
    ]);
    return [
      ...own.map(({ _id: { start, name }, ...counts }) => ({ start: start.getTime(), source: 'event' as const, name, ...counts })),
      ...others.map(({ _id: { start, type }, count }) => ({
        start: start.getTime(),
        source: 'milestone' as const,
        name: type,
        count,
        distinct: count,
      })),
    ];
  }

  async function first(projectId: string): Promise<Date | null> {
    const [event, milestone] = await Promise.all([
      model.findOne({ projectId }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Pick<EventDocument, 'createdAt'>>(),
      milestoneModel.findOne({ projectId }, { at: 1 }).sort({ at: 1 }).lean<Pick<MilestoneDocument, 'at'>>(),
    ]);
    const times = [event?.createdAt, milestone?.at].filter((at) => at !== undefined);
    return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
  }

  async function contactsOf(projectId: string, name: string): Promise<number> {
    const [found] = await model
      .aggregate<{ contacts: number }>([
        { $match: { projectId, name } },
        // A document of one event has its contact; of many, a text of their ids, or a list that a release before kept.
        { $project: { contact: { $ifNull: [{ $split: ['$joint.contactIds', ' '] }, '$contactId'] } } },
        { $unwind: '$contact' },
        { $match: { contact: { $nin: [null, ''] } } },
        { $group: { _id: '$contact' } },
        { $count: 'contacts' },
      ])
      .option({ allowDiskUse: true });
    return found?.contacts ?? 0;
  }

  async function* scan({ projectId, from, to, contactId }: FeedQuery, names?: readonly string[]): AsyncGenerator<ActivityItem> {
    for await (const { events: some } of scanTimeline(model, { projectId, from: new Date(from), to: new Date(to), contactId, names }))
      for (const event of some) {
        const item = itemOf(event);
        if (item) yield item;
      }
  }

  function events(query: FeedQuery): AsyncIterable<ActivityItem> {
    if (!query.events) return scan(query);
    const { events: names } = query;
    const parts = Array.from({ length: Math.ceil(names.length / MERGED_AT_ONCE) }, (_, part) =>
      scan(query, names.slice(part * MERGED_AT_ONCE, (part + 1) * MERGED_AT_ONCE)),
    );
    return newestFirst(...parts);
  }

  async function* milestones({ projectId, from, to, contactId, milestones: asked }: FeedQuery): AsyncGenerator<ActivityItem> {
    const types = contactId === undefined ? asked : (asked ?? MILESTONE_TYPES);
    if (types?.length === 0) return;
    const filter = {
      projectId,
      at: { $gte: new Date(from), $lte: new Date(to) },
      ...(contactId === undefined ? {} : { contactId }),
      ...(types ? { type: { $in: types } } : {}),
    };
    const along = contactId === undefined ? (types ? 'type' : 'project') : 'typeOfContact';
    const rows = milestoneModel
      .find(filterOf(filter))
      .sort({ at: -1 })
      .hint(MILESTONES[along])
      .lean<MilestoneDocument>()
      .cursor({ batchSize: READ_AT_ONCE });
    for await (const row of rows) {
      const { _id: id, ...milestone } = row as unknown as MilestoneDocument;
      yield milestoneItem({ id, ...milestone });
    }
  }

  return { size, byBucket, first, contactsOf, events, milestones };
}
