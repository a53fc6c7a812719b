/** Inbound mail: whose it is, its sender as a contact, its rows (contract "Provider notifications: Received"). */
import { derivedId } from '#kit/derived-id.ts';
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { Fault } from '#kit/errors.ts';
import type { Contact, ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { BODY_INLINE_MAX } from '#kit/store/blobs.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import type { EmailRow } from '../domain/email.ts';
import type { InboundMessage } from '../domain/inbound-message.ts';
import { unitsOf } from '../domain/usage.ts';
import type { Usage } from '../usage/usage.ts';
import { inboundRow, receivedFact } from '../domain/inbound-message.ts';

export interface InboundMailParts {
  blobs: Blobs;
  domains: SenderDomains;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'upsert'>;
  usage: Pick<Usage, 'counted'>;
  processId: string;
  id: () => string;
  clock: () => Date;
}

/** Rows to insert, one for each project that holds one of the recipients' domains. */
export type InboundMail = (key: string, mail: InboundMessage) => Promise<(EmailRow & { outbox: PendingFact[] })[]>;

/** A project, and the recipients on its domains. */
interface Holder {
  projectId: string;
  own: string[];
}

export function createInboundMail({ blobs, domains, contacts, usage, processId, id, clock }: InboundMailParts): InboundMail {
  async function holders(recipients: readonly string[]): Promise<Map<string, string[]>> {
    const holder = new Map<string, string[]>();
    for (const recipient of new Set(recipients.map((address) => address.trim().toLowerCase()))) {
      const projectId = await domains.projectOf(recipient.slice(recipient.lastIndexOf('@') + 1));
      if (projectId) holder.set(projectId, [...(holder.get(projectId) ?? []), recipient]);
    }
    return holder;
  }

  /** Null for an author whose address no contact can have: it would be refused again, however often the mail came. */
  async function senderOf({ from }: InboundMessage, projectId: string): Promise<Contact | null> {
    try {
      // An existing contact's subscription and data stay as they are.
      const { contact } = await contacts.upsert({ email: from, subscribedWhenNew: true }, ownCall('delivery', projectId));
      return contact ?? null;
    } catch (error) {
      if (error instanceof Fault && error.status < 500) return null;
      throw error;
    }
  }

  /** Mail over the project's cap is dropped (contract "Billing"). */
  async function countedRow(key: string, mail: InboundMessage, holder: Holder) {
    const { projectId } = holder;
    const emailIds = [derivedId(`inbound:${projectId}:${key}`)];
    try {
      return await usage.counted(projectId, { category: 'inbound', units: unitsOf(mail), emailIds }, () => rowOf(key, mail, holder));
    } catch (error) {
      if (error instanceof Fault && error.name === 'BILLING_LIMIT_EXCEEDED') return [];
      throw error;
    }
  }

  async function rowOf(key: string, mail: InboundMessage, { projectId, own }: Holder) {
    const contact = await senderOf(mail, projectId);
    if (!contact) return [];
    const now = clock();
    const body = mail.html ?? mail.text ?? '';
    const large = Buffer.byteLength(body) > BODY_INLINE_MAX;
    const row = inboundRow(mail, {
      // The same mail makes the same row.
      id: derivedId(`inbound:${projectId}:${key}`),
      projectId,
      contactId: contact.id,
      own,
      body: large ? null : body,
      bodyHash: large ? await blobs.put(projectId, Buffer.from(body)) : null,
      attachments: await Promise.all(
        mail.attachments.map(async ({ content, ...attachment }) => ({
          ...attachment,
          hash: await blobs.put(projectId, content),
          size: content.length,
        })),
      ),
      now,
      by: processId,
    });
    const { name, data } = receivedFact(mail, row);
    return [
      { ...row, outbox: [pending({ id: id(), projectId, name, at: now.toISOString(), contactId: row.contactId, emailId: row._id, data })] },
    ];
  }

  return async (key, mail) =>
    (await Promise.all([...(await holders(mail.recipients))].map(([projectId, own]) => countedRow(key, mail, { projectId, own })))).flat();
}
