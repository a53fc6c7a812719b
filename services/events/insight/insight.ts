/** The room of insight: counts, the activity feed, and facts that are activity and no events of the timeline. */
import type { Connection, Model } from 'mongoose';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { EventDocument } from '../model.ts';
import { duplicates } from '../store.ts';
import { createFeed } from './feed.ts';
import { createLateRows } from './late-rows.ts';
import { milestoneModel, retentionModel, rollUpModel } from './model.ts';
import { createNoteRemoval, createRetention, createSealedOf } from './retention.ts';
import type { Difference } from './recount.ts';
import { recount } from './recount.ts';
import { createRollUps } from './roll-ups.ts';
import type { RollUpParts } from './roll-ups.ts';
import { createInsightRows } from './rows.ts';
import { createStatistics } from './statistics.ts';

export interface Insight {
  handlers: Pick<
    Handlers<typeof EventsServiceDefinition>,
    | 'listActivity'
    | 'countNames'
    | 'countByName'
    | 'activityStats'
    | 'countRecentActivity'
    | 'timeseries'
    | 'topEvents'
    | 'getRetention'
    | 'setRetention'
  >;
  models: Model<any>[];
  consumer: Consumer;
  /** To be called before the events are erased. */
  noteReset(projectId: string, until: Date): Promise<void>;
  /** To be called after facts of these moments were stored as events: erases those that come behind a reset. */
  eraseLate(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
  /** To be called after events of these moments were stored. */
  stored(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
  /** To be called after all events of a name were removed. */
  removed(projectId: string, name: string): Promise<void>;
  /** Keeps counts, and removes what is older than its project keeps. */
  start(): void;
  stop(): Promise<void>;
  /** To be called after the events were erased. */
  purge(erasure: Erasure): Promise<void>;
  /** What is kept against a count of the rows; a repair has what differs counted anew. */
  recount(projectId: string, repairing: boolean): Promise<Difference[]>;
}

export interface InsightParts extends Pick<RollUpParts, 'few'> {
  mongo: Connection;
  events: Model<EventDocument>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>;
  /** Removes events of before that moment, page by page. */
  removeBefore: (projectId: string, until: Date) => Promise<number>;
  clock: () => Date;
  log: Log;
}

export function createInsight({ mongo, events, contacts, removeBefore, clock, log, few }: InsightParts): Insight {
  const milestones = milestoneModel(mongo);
  const rows = createInsightRows(events, milestones);
  const counted = rollUpModel(mongo);
  const kept = retentionModel(mongo);
  const noteRemoval = createNoteRemoval(kept);
  const rollUps = createRollUps({
    model: counted,
    rows,
    sealedOf: createSealedOf(kept),
    noteRemoval,
    clock,
    log,
    few,
  });
  const retention = createRetention({
    model: kept,
    rollUps,
    first: rows.first,
    async removeBefore(projectId, until) {
      const removed = await removeBefore(projectId, until);
      return removed + (await milestones.deleteMany({ projectId, at: { $lt: until } })).deletedCount;
    },
    clock,
    log,
  });
  const lateRows = createLateRows(kept, async (erasure) => {
    await erasePages(events, erasedRows(erasure));
    await erasePages(milestones, erasedRows(erasure, 'at'));
  });
  const feed = createFeed({ rows, rollUps, contacts });

  /** Keeps facts once each, however often they come. */
  const consumer: Consumer = {
    name: 'events-milestones',
    subjects: ['facts.*.campaigns.campaign.>', 'facts.*.workflows.workflow.>'],
    repeatable: true,
    async handle(facts) {
      const documents = facts.map(({ id, projectId, name, at, contactId, data }) => ({
        _id: id,
        projectId,
        type: name,
        at: new Date(at ?? 0),
        contactId: contactId ?? null,
        metadata: data ?? {},
      }));
      await milestones.insertMany(documents, { ordered: false, lean: true }).catch(duplicates);
      await lateRows.erase(documents);
      await rollUps.stored(documents);
    },
  };

  async function purge(erasure: Erasure): Promise<void> {
    const { projectId, until } = erasure;
    await erasePages(milestones, erasedRows(erasure, 'at'));
    // What was counted of days that are gone goes too; how long the project keeps its events stays with the project.
    if (until) {
      await noteRemoval(projectId);
      await kept.updateOne({ _id: projectId, projectId }, { $set: { since: 0, until: 0 } });
    } else await kept.deleteMany({ projectId });
    await rollUps.purge(projectId);
  }

  return {
    handlers: {
      listActivity: feed.list,
      ...createStatistics({ rollUps, rows, clock }),
      getRetention: async (_, { projectId }) => ({ days: (await retention.daysOf(projectId)) ?? undefined }),
      async setRetention({ days }, { projectId }) {
        await retention.setDays(projectId, days ?? null);
        retention.sweeper.hint();
        return {};
      },
    },
    start() {
      rollUps.sweeper.start();
      retention.sweeper.start();
    },
    stop: async () => void (await Promise.all([rollUps.sweeper.stop(), retention.sweeper.stop()])),
    models: [milestones, counted, kept],
    consumer,
    noteReset: lateRows.noteReset,
    eraseLate: lateRows.erase,
    stored: rollUps.stored,
    removed: rollUps.removed,
    recount: (projectId, repairing) => recount({ model: counted, rows }, projectId, repairing),
    purge,
  };
}
