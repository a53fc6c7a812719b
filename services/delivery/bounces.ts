/** A permanent bounce unsubscribes its contact (decisions 3.2, "Send pipeline": Status). */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault } from '#kit/errors.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';

/** Delivery hears its own fact, so that the unsubscription outlives any process. Saying it twice changes nothing. */
export function bounceConsumer(contacts: Client<typeof ContactsServiceDefinition>): Consumer {
  return {
    name: 'delivery-bounces',
    subjects: ['facts.*.delivery.email.bounce'],
    async handle(facts) {
      await Promise.all(facts.filter((fact) => fact.data?.['bounceType'] !== 'Transient' && fact.contactId).map(async (fact) => {
        try {
          await contacts.setSubscription({ id: fact.contactId!, subscribed: false, reason: 'bounce' }, ownCall('delivery', fact.projectId));
        } catch (error) {
          // The contact was deleted meanwhile.
          if (!(error instanceof Fault) || error.status !== 404) throw error;
        }
      }));
    },
  };
}
