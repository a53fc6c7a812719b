/** A bounce that is not transient, and a complaint, unsubscribe their contact (contract 3.2, "Provider notifications: Effects"). */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault } from '#kit/errors.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';

/** Delivery consumes its own facts, so that the unsubscription outlives any process. Saying it twice changes nothing. */
export function createBounceConsumer(contacts: Pick<Client<typeof ContactsServiceDefinition>, 'setSubscription'>): Consumer {
  return {
    name: 'delivery-bounces',
    subjects: ['facts.*.delivery.email.bounce', 'facts.*.delivery.email.complaint'],
    async handle(facts) {
      await Promise.all(
        facts
          .filter((fact) => fact.data?.['bounceType'] !== 'Transient' && fact.contactId)
          .map(async ({ name, projectId, contactId }) => {
            try {
              await contacts.setSubscription(
                { id: contactId!, subscribed: false, reason: name === 'email.complaint' ? 'complaint' : 'bounce' },
                ownCall('delivery', projectId),
              );
            } catch (error) {
              // The contact was deleted meanwhile.
              if (!(error instanceof Fault) || error.status !== 404) throw error;
            }
          }),
      );
    },
  };
}
