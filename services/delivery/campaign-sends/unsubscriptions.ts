/** Who left by a link of a campaign's mail, each contact once (contract 4.6 "unsubscribedCount"). */
import type { Model } from 'mongoose';
import { writesOf } from '#kit/store/bulk-write.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { EmailRow } from '../domain/email.ts';
import type { PageMails } from './page-mails.ts';

/** The fact names the mail only if it belongs to the contact. The first time stays. */
export function createUnsubscriptionConsumer(emails: Model<EmailRow>, mails: Pick<PageMails, 'materialise'>): Consumer {
  return {
    name: 'delivery-unsubscriptions',
    subjects: ['facts.*.contacts.contact.unsubscribed'],
    repeatable: true,
    async handle(facts) {
      await mails.materialise(facts.flatMap(({ emailId }) => emailId ?? []));
      const operations = facts
        .filter(({ emailId }) => emailId)
        .map(({ projectId, emailId, contactId, at }) => ({
          updateOne: {
            filter: { _id: emailId!, projectId, contactId: contactId!, campaignId: { $gt: '' }, unsubscribedAt: { $exists: false } },
            update: { $set: { unsubscribedAt: new Date(at!) } },
          },
        }));
      if (operations.length > 0) await emails.bulkWrite(writesOf(operations), { ordered: false });
    },
  };
}
