/** Contacts: wiring. */
import { randomInt } from 'node:crypto';
import type { Handlers } from '#kit/contract/definition.ts';
import { createRecountHandlers } from '#kit/contract/recounting.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { createBlobs } from '#kit/store/blob-store.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import { createContactsActivities } from './activities.ts';
import { createAudience } from './audience/audience.ts';
import { createBulk } from './bulk/bulk.ts';
import { createFields } from './fields/fields.ts';
import { contactHandlers } from './handlers.ts';
import { createImports } from './import/import.ts';
import { createMemberships } from './memberships/memberships.ts';
import { contactModel } from './model.ts';
import { createRecipients } from './recipient.ts';
import { createContactWrites } from './upsert/upsert.ts';

export const secrets = ['S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY_SECRET'] as const satisfies ServiceModule['secrets'];

export const create: CreateService = async ({ mongo, client, config, temporal, clock, log, id: newId }) => {
  const contacts = contactModel(mongo);
  const fields = createFields({ contacts, clock, log });
  const { catalogue } = fields;
  const writes = createContactWrites({ contacts, catalogue, clock });
  const memberships = createMemberships({ mongo, contacts, catalogue, store: writes.store, clock, newId, log });
  const audience = createAudience({ contacts, settle: memberships.settle, ...fields });
  const bulk = createBulk({ mongo, contacts, catalogue, lists: audience.lists, temporal, clock, newId, log });
  const random = (): number => randomInt(65_536);
  const verification = client(VerificationServiceDefinition, 'verifyAddresses');
  const blobs = await createBlobs(mongo, clock, config.blobs.s3);
  const imports = createImports({ mongo, pages: writes.pages, ...fields, blobs, verification, temporal, clock, newId, random, log });
  const recipients = createRecipients(client(AccountsServiceDefinition, 'getProject'), client(DeliveryServiceDefinition, 'getEmail'), log);
  const handlers: Handlers<typeof ContactsServiceDefinition> = {
    ...contactHandlers({ ...writes, ...fields, recipients, newId }),
    ...audience.handlers,
    ...fields.handlers,
    ...bulk.handlers,
    ...imports.handlers,
    ...memberships.handlers,
    ...createRecountHandlers(fields.recount),
  };
  const running = [fields, bulk, imports, memberships];

  return {
    name: 'contacts',
    definition: ContactsServiceDefinition,
    handlers,
    models: [contacts, ...fields.models, ...bulk.models, ...imports.models, ...memberships.models],
    outboxes: [contacts, ...fields.outboxes],
    consumers: memberships.consumers,
    activities: { ...createContactsActivities({ contacts: writes.store, bulk, imports, memberships, clock }) },
    start: async () => running.forEach((one) => one.start()),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  };
};
