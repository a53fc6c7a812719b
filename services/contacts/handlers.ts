/** Request → domain → store. */
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { ContactsServiceDefinition, UpsertRequest, UpsertResponse } from '#proto/contacts/v1/contacts.ts';
import type { Audience } from './audience.ts';
import type { BulkHandlers } from './bulk-handlers.ts';
import type { FieldHandlers } from './field-handlers.ts';
import type { ImportHandlers } from './import-handlers.ts';
import { readCursor, writeCursor } from './domain/cursor.ts';
import { checkLocale, NO_CHANGE, readData } from './domain/data.ts';
import { normalEmail, readEmail } from './domain/email.ts';
import { readDirection, readLimit, readSort, searchFragment } from './domain/listing.ts';
import { flipFact } from './domain/subscription.ts';
import type { Flip } from './domain/subscription.ts';
import { rounds } from './domain/turn.ts';
import { encodePatch } from './fields.ts';
import type { Lists } from './lists.ts';
import type { Recipients } from './recipient.ts';
import type { SegmentHandlers } from './segment-handlers.ts';
import type { ContactsStore } from './store.ts';
import type { Upsert, Upserted } from './upserts.ts';
import { contactView } from './view.ts';

/** All but those of fields, bulk jobs, files and segments. */
type ContactHandlers = Omit<Handlers<typeof ContactsServiceDefinition>, keyof FieldHandlers | keyof BulkHandlers | keyof ImportHandlers | keyof SegmentHandlers>;

interface Parts {
  audience: Audience;
  lists: Lists;
  contacts: ContactsStore;
  upsert: (upsert: Upsert) => Promise<Upserted>;
  recipients: Recipients;
  newId: () => string;
}

const answer = ({ row, isNew }: Upserted): UpsertResponse => ({ contact: contactView(row), isNew });

export function contactsHandlers({ audience, lists, contacts, upsert, recipients, newId }: Parts): ContactHandlers {
  const factOf = (flip: Omit<Flip, 'id'>) => pending(flipFact({ ...flip, id: newId() }));

  /** Throws before anything is written. */
  function readUpsert(request: UpsertRequest, { projectId, now }: Call): Upsert {
    const data = readData(request.data);
    if (request.checkLocale) checkLocale(data);
    const subscribed = request.subscribed ?? undefined;
    const wish: Upsert = { ...encodePatch(data), projectId, email: readEmail(request.email), subscribedWhenNew: request.subscribedWhenNew, now, newId: newId() };
    if (subscribed !== undefined) Object.assign(wish, { subscribed, fact: factOf({ subscribed, at: now, projectId, contactId: '' }) });
    return wish;
  }

  return {
    upsert: async (request, call) => answer(await upsert(readUpsert(request, call))),

    async upsertMany(request, call) {
      const wishes = request.contacts.map((contact) => readUpsert(contact, call));
      const answers: UpsertResponse[] = [];
      for (const round of rounds(wishes.map(({ email }) => email))) {
        await Promise.all(round.map(async (index) => { answers[index] = answer(await upsert(wishes[index]!)); }));
      }
      return { contacts: answers };
    },

    get: async ({ id }, { projectId }) => contactView(await contacts.of(projectId).find(id)),

    async list(request, { projectId }) {
      const sort = readSort(request.sort);
      const limit = readLimit(request.limit);
      const after = request.cursor ? readCursor(sort, request.cursor) : undefined;
      const fragment = searchFragment(request.search);
      if (fragment === undefined) return { data: [], hasMore: false, total: 0 };
      const query = { sort, direction: readDirection(request.dir), limit, after, subscribed: request.subscribed ?? undefined, fragment };
      const { rows, total } = await lists.page(projectId, query);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit;
      const cursor = hasMore && last ? writeCursor(sort, { value: sort === 'email' ? last.email : last.createdAt.getTime(), id: last._id }) : undefined;
      return { data: page.map(contactView), cursor, hasMore, total };
    },

    async update(request, { projectId, now }) {
      const { id, clearData } = request;
      const data = readData(request.data);
      checkLocale(data);
      const email = request.email == null ? undefined : readEmail(request.email);
      const subscribed = request.subscribed ?? undefined;
      const fact = subscribed === undefined ? undefined : factOf({ subscribed, at: now, projectId, contactId: id });
      return contactView(await contacts.of(projectId).change(id, { email, clearData, ...encodePatch(data), subscribed, fact, now }));
    },

    async delete({ id }, { projectId }) {
      await contacts.of(projectId).remove(id);
      return {};
    },

    async lookup({ emails }, { projectId }) {
      const rows = await contacts.of(projectId).findByEmails(emails.map(normalEmail), { _id: 0, email: 1 });
      const known = new Set(rows.map(({ email }) => email));
      const isKnown = (email: string): boolean => known.has(normalEmail(email));
      return { found: emails.filter(isKnown), notFound: emails.filter((email) => !isKnown(email)) };
    },

    async findMany({ emails }, { projectId }) {
      return { contacts: (await contacts.of(projectId).findByEmails(emails.map(normalEmail))).map(contactView) };
    },

    async findRefs({ ids }, { projectId }) {
      return { contacts: (await contacts.of(projectId).findRefs(ids)).map(({ _id, email, subscribed }) => ({ id: _id, email, subscribed })) };
    },

    streamAudience: audience.stream,

    async getPublic({ id }) {
      const row = await contacts.findPublic(id);
      return { id, email: row.email, subscribed: row.subscribed, language: await recipients.language(row) };
    },

    async setSubscription({ id, subscribed, emailId, reason }, { now }) {
      const row = await contacts.findPublic(id);
      if (row.subscribed === subscribed) return { id, email: row.email, subscribed };
      const own = await recipients.ownEmail(row, emailId);
      const fact = factOf({ subscribed, at: now, projectId: row.projectId, contactId: id, emailId: own, reason: reason ?? undefined });
      const { email } = await contacts.of(row.projectId).change(id, { clearData: false, patch: NO_CHANGE, bytes: 0, subscribed, fact, now });
      return { id, email, subscribed };
    },
  };
}
