/** Who left by a link of a campaign's mail (decisions 4.6 "stats": each contact once; 10 `unsubscribedCount`). */
import type { Model } from 'mongoose';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { EmailRow } from '../domain/email.ts';

/** The fact names the mail only if it belongs to the contact. The first time stays. */
export function unsubscriptionConsumer(emails: Model<EmailRow>): Consumer {
  return {
    name: 'delivery-unsubscriptions',
    subjects: ['facts.*.contacts.contact.unsubscribed'],
    repeatable: true,
    async handle(facts) {
      const operations = facts.filter(({ emailId }) => emailId).map(({ projectId, emailId, contactId, at }) => ({
        updateOne: {
          filter: { _id: emailId!, projectId, contactId: contactId!, campaignId: { $gt: '' }, unsubscribedAt: { $exists: false } },
          update: { $set: { unsubscribedAt: new Date(at!) } },
        },
      }));
      if (operations.length > 0) await emails.bulkWrite(operations as never, { ordered: false });
    },
  };
}
