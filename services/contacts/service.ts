/** Contacts: wiring. */
import type { CreateService } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { contactsActivities } from './activities.ts';
import { makeAudience } from './audience.ts';
import { contactsHandlers } from './handlers.ts';
import { contactModel } from './model.ts';
import { makeRecipients } from './recipient.ts';
import { contactsStore } from './store.ts';
import { makeUpserts } from './upserts.ts';

export const create: CreateService = async ({ mongo, client, log, id }) => {
  const model = contactModel(mongo);
  const contacts = contactsStore(model);
  const recipients = makeRecipients(client(AccountsServiceDefinition), client(DeliveryServiceDefinition), log);

  return {
    name: 'contacts',
    definition: ContactsServiceDefinition,
    handlers: contactsHandlers({ audience: makeAudience(model), contacts, upsert: makeUpserts(model), recipients, newId: id }),
    models: [model],
    outboxes: [model],
    activities: contactsActivities(contacts),
  };
};
