/** Single contacts: request → domain → store. */
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { ContactsServiceDefinition, UpsertRequest, UpsertResponse } from '#proto/contacts/v1/contacts.ts';
import { encodePatch } from './contact-update.ts';
import { flipFact } from './domain/contact-facts.ts';
import type { Flip } from './domain/contact-facts.ts';
import { rounds } from './domain/coalesce.ts';
import { checkLocale, NO_CHANGE, readData } from './domain/data.ts';
import type { DataPatch } from './domain/data.ts';
import { normalEmail, readEmail } from './domain/email.ts';
import { MAX_NEW_FIELDS } from './domain/field-limit.ts';
import type { AdmitFields } from './fields/fields.ts';
import type { Recipients } from './recipient.ts';
import type { ContactWrites, Upsert, Upserted } from './upsert/upsert.ts';
import { contactView } from './view.ts';

type All = Handlers<typeof ContactsServiceDefinition>;
type WriteHandlers = Pick<All, 'upsert' | 'upsertMany' | 'update' | 'delete'>;
type ReadHandlers = Pick<All, 'get' | 'lookup' | 'findMany' | 'findRefs' | 'findUnreachable' | 'findEverywhere'>;
type PublicHandlers = Pick<All, 'getPublic' | 'setSubscription'>;

interface Parts extends ContactWrites {
  admitFields: AdmitFields;
  recipients: Recipients;
  newId: () => string;
}

export function contactHandlers(parts: Parts): WriteHandlers & ReadHandlers & PublicHandlers {
  return { ...writeHandlers(parts), ...readHandlers(parts), ...publicHandlers(parts) };
}

const answer = ({ row, isNew }: Upserted): UpsertResponse => ({ contact: contactView(row), isNew });

function writeHandlers({ store, upsert, newId, admitFields }: Parts): WriteHandlers {
  const factOf = (flip: Omit<Flip, 'id'>) => pending(flipFact({ ...flip, id: newId() }));

  /** Throws before anything is written. */
  function readUpsert(request: UpsertRequest, { projectId, now }: Call): Upsert {
    const data = readData(request.data);
    if (request.checkLocale) checkLocale(data);
    const subscribed = request.subscribed ?? undefined;
    const { subscribedWhenNew } = request;
    const intent: Upsert = { ...encodePatch(data), projectId, email: readEmail(request.email), subscribedWhenNew, now, newId: newId() };
    if (subscribed === undefined) return intent;
    return { ...intent, subscribed, fact: factOf({ subscribed, at: now, projectId, contactId: '' }) };
  }

  /** New fields are admitted before anything is written. */
  function admit({ projectId }: Call, patches: readonly DataPatch[]): Promise<void> {
    const keys = new Set(patches.flatMap(({ set }) => [...set.keys()]));
    return admitFields({ projectId, keys, most: MAX_NEW_FIELDS });
  }

  return {
    async upsert(request, call) {
      const read = readUpsert(request, call);
      await admit(call, [read.patch]);
      return answer(await upsert(read));
    },

    async upsertMany(request, call) {
      const upserts = request.contacts.map((contact) => readUpsert(contact, call));
      await admit(
        call,
        upserts.map(({ patch }) => patch),
      );
      const answers: UpsertResponse[] = [];
      for (const round of rounds(upserts.map(({ email }) => email))) {
        await Promise.all(
          round.map(async (index) => {
            answers[index] = answer(await upsert(upserts[index]!));
          }),
        );
      }
      return { contacts: answers };
    },

    async update(request, call) {
      const { projectId, now } = call;
      const { id, clearData } = request;
      const data = readData(request.data);
      checkLocale(data);
      const email = request.email == null ? undefined : readEmail(request.email);
      const subscribed = request.subscribed ?? undefined;
      const fact = subscribed === undefined ? undefined : factOf({ subscribed, at: now, projectId, contactId: id });
      const stored = encodePatch(data);
      await store.of(projectId).find(id);
      await admit(call, [stored.patch]);
      return contactView(await store.of(projectId).change(id, { email, clearData, ...stored, subscribed, fact, now }));
    },

    async delete({ id }, { projectId }) {
      await store.of(projectId).remove(id);
      return {};
    },
  };
}

function readHandlers({ store }: Parts): ReadHandlers {
  return {
    get: async ({ id }, { projectId }) => contactView(await store.of(projectId).find(id)),

    async lookup({ emails }, { projectId }) {
      const rows = await store.of(projectId).findByEmails(emails.map(normalEmail), { _id: 0, email: 1 });
      const known = new Set(rows.map(({ email }) => email));
      const isKnown = (email: string): boolean => known.has(normalEmail(email));
      return { found: emails.filter(isKnown), notFound: emails.filter((email) => !isKnown(email)) };
    },

    async findMany({ emails }, { projectId }) {
      return { contacts: (await store.of(projectId).findByEmails(emails.map(normalEmail))).map(contactView) };
    },

    async findRefs({ ids }, { projectId }) {
      const refs = await store.of(projectId).findRefs(ids);
      return { contacts: refs.map(({ _id, email, subscribed }) => ({ id: _id, email, subscribed })) };
    },

    findUnreachable: async ({ ids }, { projectId }) => await store.of(projectId).findUnreachable(ids),

    async findEverywhere({ email }) {
      const rows = await store.findEverywhere(normalEmail(email));
      return { contacts: rows.map(({ _id: id, projectId, subscribed }) => ({ id, projectId, subscribed })) };
    },
  };
}

function publicHandlers({ store, recipients, newId }: Parts): PublicHandlers {
  return {
    async getPublic({ id }) {
      const row = await store.findPublic(id);
      return { id, email: row.email, subscribed: row.subscribed, ...(await recipients.surroundings(row)) };
    },

    async setSubscription({ id, subscribed, emailId, reason }, { now }) {
      const row = await store.findPublic(id);
      if (row.subscribed === subscribed) return { id, email: row.email, subscribed };
      const { projectId } = row;
      const own = await recipients.ownEmail(row, emailId);
      const flip = { id: newId(), subscribed, at: now, projectId, contactId: id, emailId: own, reason: reason ?? undefined };
      const change = { clearData: false, patch: NO_CHANGE, bytes: 0, subscribed, fact: pending(flipFact(flip)), now };
      const { email } = await store.of(projectId).change(id, change);
      return { id, email, subscribed };
    },
  };
}
