/** Addresses that mail is not sent to again: they refused it for good, or their owner complained (kept from bounce and complaint facts). */
import type { ClientSession, Model } from 'mongoose';
import { writesOf } from '#kit/store/bulk-write.ts';
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { derivedId } from '#kit/derived-id.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Fact } from '#proto/events/v1/fact.ts';
import type { EmailRow } from '../domain/email.ts';
import type { SuppressionRow } from '../model.ts';

export interface SuppressionListParts {
  model: Model<SuppressionRow>;
  emails: Model<EmailRow>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>;
}

export interface SuppressionList {
  /** Of one project's rows, those to suppressed addresses: row id → why. One query. */
  among(projectId: string, rows: readonly Pick<EmailRow, '_id' | 'to'>[]): Promise<Map<string, string>>;
  consumer: Consumer;
}

/** `contacts.findRefs` answers as many. */
const REFS_MAX = 1_000;

const WORDS: Readonly<Record<SuppressionRow['reason'], string>> = {
  bounce: 'Address is suppressed: it bounced',
  complaint: 'Address is suppressed: its owner complained',
};

/** A refusal for good counts; one that nobody can explain does not: it says less about the address than about the way to it. */
function reasonOf({ name, data }: Fact): SuppressionRow['reason'] | null {
  if (name === 'email.complaint') return 'complaint';
  return data?.['bounceType'] === 'Permanent' ? 'bounce' : null;
}

const idOf = (projectId: string, address: string) => derivedId(`suppression:${projectId}:${address}`);

export function createSuppressionList({ model, emails, contacts }: SuppressionListParts): SuppressionList {
  async function suppress(projectId: string, facts: readonly Fact[], session: ClientSession): Promise<void> {
    const reports = facts
      .flatMap((fact) => (fact.emailId ? [{ fact, emailId: fact.emailId, reason: reasonOf(fact) }] : []))
      .filter(({ reason }) => reason !== null);
    if (reports.length === 0) return;
    const rows = await emails
      .find({ projectId, _id: { $in: [...new Set(reports.map(({ emailId }) => emailId))] } }, { to: 1 })
      .lean<Pick<EmailRow, '_id' | 'to'>[]>();
    const addressOf = new Map(rows.map(({ _id, to }) => [_id, to.toLowerCase()]));
    const operations = reports.flatMap(({ fact, emailId, reason }) => {
      const address = addressOf.get(emailId);
      if (!address) return [];
      // A complaint outweighs a bounce, whichever arrives first.
      const why = { reason, emailId };
      const said =
        reason === 'complaint'
          ? { $set: why, $setOnInsert: { _id: idOf(projectId, address) } }
          : { $setOnInsert: { ...why, _id: idOf(projectId, address) } };
      return [{ updateOne: { filter: { projectId, address }, update: { ...said, $max: { at: new Date(fact.at!) } }, upsert: true } }];
    });
    if (operations.length > 0) await model.bulkWrite(writesOf(operations), { session, ordered: true });
  }

  /** Who subscribes anew says that the address works. A complaint stays: the sender may subscribe a contact, too. */
  async function lift(projectId: string, facts: readonly Fact[], session: ClientSession): Promise<void> {
    const lastAt = new Map<string, Date>();
    for (const { contactId, at } of facts)
      if (contactId) lastAt.set(contactId, new Date(Math.max(Date.parse(at!), lastAt.get(contactId)?.getTime() ?? 0)));
    const ids = [...lastAt.keys()];
    for (let from = 0; from < ids.length; from += REFS_MAX) {
      const { contacts: found } = await contacts.findRefs({ ids: ids.slice(from, from + REFS_MAX) }, ownCall('delivery', projectId));
      const operations = found.map(({ id, email }) => ({
        deleteOne: { filter: { projectId, address: email.toLowerCase(), reason: 'bounce', at: { $lte: lastAt.get(id)! } } },
      }));
      if (operations.length > 0) await model.bulkWrite(writesOf(operations), { session, ordered: false });
    }
  }

  return {
    async among(projectId: string, rows: readonly Pick<EmailRow, '_id' | 'to'>[]): Promise<Map<string, string>> {
      const found = await model
        .find({ projectId, address: { $in: [...new Set(rows.map(({ to }) => to.toLowerCase()))] } }, { address: 1, reason: 1 })
        .lean<SuppressionRow[]>();
      const words = new Map(found.map(({ address, reason }) => [address, WORDS[reason]]));
      return new Map(
        rows.flatMap(({ _id, to }): [string, string][] => {
          const why = words.get(to.toLowerCase());
          return why ? [[_id, why]] : [];
        }),
      );
    },

    consumer: {
      name: 'delivery-suppressions',
      subjects: ['facts.*.delivery.email.bounce', 'facts.*.delivery.email.complaint', 'facts.*.contacts.contact.subscribed'],
      async handle(facts, session) {
        for (const [projectId, own] of Map.groupBy(facts, (fact) => fact.projectId)) {
          await suppress(
            projectId,
            own.filter(({ name }) => name.startsWith('email.')),
            session,
          );
          await lift(
            projectId,
            own.filter(({ name }) => name === 'contact.subscribed'),
            session,
          );
        }
      },
    } satisfies Consumer,
  };
}
