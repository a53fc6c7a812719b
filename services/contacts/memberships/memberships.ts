/** The room of what conditions ask beside the fields: memberships of segments, and when events last happened to a contact. */
import type { Connection } from 'mongoose';
import type { Handlers } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { normalEmail } from '../domain/email.ts';
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel } from '../model.ts';
import type { ContactStore } from '../upsert/upsert.ts';
import { createLastEventTimes } from './last-event-times.ts';
import type { LastEventTimes } from './last-event-times.ts';
import { createPendingTimes } from './pending-times.ts';
import type { PendingTimes } from './pending-times.ts';
import { createSegmentMembers } from './segment-members.ts';
import type { SegmentMembers } from './segment-members.ts';

type All = Handlers<typeof ContactsServiceDefinition>;
type MemberHandlers = Pick<All, 'syncMembers' | 'addMembers' | 'removeMembers' | 'dropMembers'>;
type EventTimeHandlers = Pick<All, 'noteOccurrences' | 'forgetEvent'>;

export interface Memberships extends Pick<PendingTimes, 'models' | 'settle' | 'purge'> {
  handlers: MemberHandlers & EventTimeHandlers;
  consumers: Consumer[];
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  mongo: Connection;
  contacts: ContactModel;
  catalogue: Catalogue;
  store: ContactStore;
  clock: () => Date;
  newId: () => string;
  log: Log;
}

export function createMemberships({ mongo, contacts, catalogue, store, clock, newId, log }: Parts): Memberships {
  const times = createLastEventTimes(contacts, catalogue);
  const pendingTimes = createPendingTimes({ mongo, contacts, clock, log });
  const { models, settle, purge, sweeper } = pendingTimes;
  const members = createSegmentMembers(contacts, settle, newId);
  return {
    handlers: { ...memberHandlers(members, store), ...eventTimeHandlers(times, pendingTimes) },
    consumers: [times.consumer],
    models,
    settle,
    purge,
    start: sweeper.start,
    stop: sweeper.stop,
  };
}

function memberHandlers(members: SegmentMembers, store: ContactStore): MemberHandlers {
  /** Address in normal form → id, of those that are contacts. */
  async function idsOf(projectId: string, emails: readonly string[]): Promise<Map<string, string>> {
    const rows = await store.of(projectId).findByEmails([...new Set(emails.map(normalEmail))], { email: 1 });
    return new Map(rows.map(({ email, _id }) => [email, _id]));
  }

  return {
    syncMembers: ({ segmentId, filter, label, at }, { projectId, now }) =>
      members.sync({ projectId, id: segmentId, label }, filter ?? {}, at ? new Date(at) : now),

    async addMembers({ segmentId, emails, label }, { projectId, now }) {
      const known = await idsOf(projectId, emails);
      const added = await members.add({ projectId, id: segmentId, label }, [...known.values()], now);
      return { added, notFound: emails.filter((email) => !known.has(normalEmail(email))) };
    },

    async removeMembers({ segmentId, emails, label }, { projectId, now }) {
      const known = await idsOf(projectId, emails);
      return { removed: await members.remove({ projectId, id: segmentId, label }, [...known.values()], now) };
    },

    dropMembers: async ({ segmentId }, { projectId }) => ({ done: await members.drop({ projectId, id: segmentId }) }),
  };
}

function eventTimeHandlers(times: LastEventTimes, pendingTimes: Pick<PendingTimes, 'add'>): EventTimeHandlers {
  return {
    async noteOccurrences({ occurrences, joint }, { projectId }) {
      await pendingTimes.add(
        projectId,
        joint.map(({ at, ...one }) => ({ ...one, projectId, at: new Date(at ?? 0) })),
      );
      await times.record(occurrences.map(({ at, ...one }) => ({ ...one, projectId, at: new Date(at ?? 0) })));
      return {};
    },

    async forgetEvent({ name, until }, { projectId, now }) {
      await times.forget(projectId, name, until ? new Date(until) : now);
      return {};
    },
  };
}
