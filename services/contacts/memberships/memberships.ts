/** The room of what conditions ask beside the fields: memberships of segments, and when events last happened to a contact. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { normalEmail } from '../domain/email.ts';
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel } from '../model.ts';
import type { ContactStore } from '../upsert/upsert.ts';
import { createLastEventTimes } from './last-event-times.ts';
import type { LastEventTimes } from './last-event-times.ts';
import { createSegmentMembers } from './segment-members.ts';
import type { SegmentMembers } from './segment-members.ts';

type All = Handlers<typeof ContactsServiceDefinition>;
type MemberHandlers = Pick<All, 'syncMembers' | 'addMembers' | 'removeMembers' | 'dropMembers'>;
type EventTimeHandlers = Pick<All, 'noteOccurrences' | 'forgetEvent'>;

export interface Memberships {
  handlers: MemberHandlers & EventTimeHandlers;
  consumers: Consumer[];
}

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  store: ContactStore;
  newId: () => string;
}

export function createMemberships({ contacts, catalogue, store, newId }: Parts): Memberships {
  const times = createLastEventTimes(contacts, catalogue);
  const members = createSegmentMembers(contacts, newId);
  return { handlers: { ...memberHandlers(members, store), ...eventTimeHandlers(times) }, consumers: [times.consumer] };
}

function memberHandlers(members: SegmentMembers, store: ContactStore): MemberHandlers {
  /** Address in normal form → id, of those that are contacts. */
  async function idsOf(projectId: string, emails: readonly string[]): Promise<Map<string, string>> {
    const rows = await store.of(projectId).findByEmails([...new Set(emails.map(normalEmail))], { email: 1 });
    return new Map(rows.map(({ email, _id }) => [email, _id]));
  }

  return {
    syncMembers: ({ segmentId, filter, label }, { projectId, now }) => members.sync({ projectId, id: segmentId, label }, filter ?? {}, now),

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

function eventTimeHandlers(times: LastEventTimes): EventTimeHandlers {
  return {
    async noteOccurrences({ occurrences }, { projectId }) {
      await times.record(occurrences.map(({ at, ...one }) => ({ ...one, projectId, at: new Date(at ?? 0) })));
      return {};
    },

    async forgetEvent({ name, until }, { projectId, now }) {
      await times.forget(projectId, name, until ? new Date(until) : now);
      return {};
    },
  };
}
