/** The room of insight: counts, the activity feed, and facts that are activity and no events of the timeline. */
import type { Connection, Model } from 'mongoose';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { EventDocument } from '../model.ts';
import { duplicates } from '../store.ts';
import { createFeed } from './feed.ts';
import { milestoneModel, rollUpModel } from './model.ts';
import { createRollUps } from './roll-ups.ts';
import { createInsightRows } from './rows.ts';
import { createStatistics } from './statistics.ts';

export interface Insight {
  handlers: Pick<
    Handlers<typeof EventsServiceDefinition>,
    'listActivity' | 'countNames' | 'activityStats' | 'countRecentActivity' | 'timeseries' | 'topEvents'
  >;
  models: Model<any>[];
  consumer: Consumer;
  /** To be called after events of these moments were stored. */
  stored(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
  /** To be called after events of any time were removed. */
  removed(projectId: string): Promise<void>;
  /** To be called after the events were erased. */
  purge(erasure: Erasure): Promise<void>;
}

export interface InsightParts {
  mongo: Connection;
  events: Model<EventDocument>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>;
  clock: () => Date;
}

export function createInsight({ mongo, events, contacts, clock }: InsightParts): Insight {
  const milestones = milestoneModel(mongo);
  const rows = createInsightRows(events, milestones);
  const counted = rollUpModel(mongo);
  const rollUps = createRollUps({ model: counted, rows, clock });
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
      await rollUps.stored(documents);
    },
  };

  async function purge(erasure: Erasure): Promise<void> {
    await erasePages(milestones, erasedRows(erasure, 'at'));
    if (erasure.until) await rollUps.removed(erasure.projectId);
    else await rollUps.purge(erasure.projectId);
  }

  return {
    handlers: { listActivity: feed.list, ...createStatistics(rollUps) },
    models: [milestones, counted],
    consumer,
    stored: rollUps.stored,
    removed: rollUps.removed,
    purge,
  };
}
