/** What segments and events ask of contacts: compiled filters, memberships, occurrences. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { AudienceQuery } from './audience-query.ts';
import { normalEmail } from './domain/email.ts';
import type { Memberships } from './memberships.ts';
import type { Occurrences } from './occurrences.ts';
import type { ContactsStore } from './store.ts';
import { contactView } from './view.ts';

type All = Handlers<typeof ContactsServiceDefinition>;
export type SegmentHandlers = Pick<All, 'countAudience' | 'pageAudience' | 'syncMembers' | 'addMembers' | 'removeMembers' | 'dropMembers' | 'noteOccurrences' | 'forgetEvent'>;

interface Parts {
  contacts: ContactsStore;
  query: AudienceQuery;
  members: Memberships;
  occurrences: Occurrences;
}

export function segmentHandlers({ contacts, query, members, occurrences }: Parts): SegmentHandlers {
  /** Address in normal form → id, of those that are contacts. */
  async function idsOf(projectId: string, emails: readonly string[]): Promise<Map<string, string>> {
    const rows = await contacts.of(projectId).findByEmails([...new Set(emails.map(normalEmail))], { email: 1 });
    return new Map(rows.map(({ email, _id }) => [email, _id]));
  }

  return {
    countAudience: async ({ filter, atMost }, { projectId }) => ({ total: await query.count(projectId, filter ?? undefined, atMost) }),

    async pageAudience({ filter, page, pageSize }, { projectId }) {
      const { rows, total } = await query.page(projectId, filter ?? undefined, page, Math.min(pageSize, 100));
      return { contacts: rows.map(contactView), total };
    },

    syncMembers: ({ segmentId, filter, news }, { projectId, now }) => members.sync({ projectId, id: segmentId, news }, filter ?? {}, now),

    async addMembers({ segmentId, emails, news }, { projectId, now }) {
      const known = await idsOf(projectId, emails);
      const added = await members.add({ projectId, id: segmentId, news }, [...known.values()], now);
      return { added, notFound: emails.filter((email) => !known.has(normalEmail(email))) };
    },

    async removeMembers({ segmentId, emails, news }, { projectId, now }) {
      const known = await idsOf(projectId, emails);
      return { removed: await members.remove({ projectId, id: segmentId, news }, [...known.values()], now) };
    },

    dropMembers: async ({ segmentId }, { projectId }) => ({ done: await members.drop({ projectId, id: segmentId }) }),

    async noteOccurrences(request, { projectId }) {
      await occurrences.note(request.occurrences.map(({ at, ...one }) => ({ ...one, projectId, at: new Date(at ?? 0) })));
      return {};
    },

    async forgetEvent({ name, until }, { projectId, now }) {
      await occurrences.forget(projectId, name, until ? new Date(until) : now);
      return {};
    },
  };
}
