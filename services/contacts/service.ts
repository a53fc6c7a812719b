/** Contacts: wiring. */
import { randomInt } from 'node:crypto';
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { projectBlobs } from '#kit/store/blobs.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { contactsActivities } from './activities.ts';
import { audienceQuery } from './audience-query.ts';
import { makeAudience } from './audience.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { makeBulkPages } from './bulk-page.ts';
import { makeBulk } from './bulk.ts';
import { catalogueOn } from './catalogue.ts';
import { makeCounting } from './counting.ts';
import { makeExport } from './export.ts';
import { fieldHandlers } from './field-handlers.ts';
import { makeFieldEnds } from './field-end.ts';
import { fieldStore } from './field-store.ts';
import { contactsHandlers } from './handlers.ts';
import { importHandlers } from './import-handlers.ts';
import { importModel } from './import-model.ts';
import { makeImportRun } from './import-run.ts';
import { makeImports } from './imports.ts';
import { importsStore } from './imports-store.ts';
import { jobModel } from './job-model.ts';
import { jobsStore } from './jobs-store.ts';
import { memberships } from './memberships.ts';
import { contactModel } from './model.ts';
import { makeLists } from './lists.ts';
import { makeOccurrences } from './occurrences.ts';
import { makePages } from './pages.ts';
import { makeRecipients } from './recipient.ts';
import { segmentHandlers } from './segment-handlers.ts';
import { contactsStore } from './store.ts';
import { makeUpserts } from './upserts.ts';

export const create: CreateService = async ({ mongo, client, temporal, clock, log, id }) => {
  const model = contactModel(mongo);
  const catalogue = catalogueOn(mongo);
  const counting = makeCounting({ contacts: model, catalogue, clock, log });
  const pages = makePages(model, catalogue);
  const contacts = contactsStore({ model, catalogue, pages, clock });
  const lists = makeLists({ model, catalogue, counting });
  const ends = makeFieldEnds({ model, catalogue, counting, clock, log });
  const fields = fieldStore({ model, catalogue, counting });
  const jobs = jobsStore(jobModel(mongo));
  const bulk = makeBulk({ jobs, lists, temporal, clock, newId: id, log });
  const audience = makeAudience(model);
  const blobs = projectBlobs(mongo);
  const imports = importsStore(importModel(mongo));
  const uploads = makeImports({ imports, blobs, temporal, clock, random: () => randomInt(65_536), log });
  const occurrences = makeOccurrences(model, catalogue);
  const recipients = makeRecipients(client(AccountsServiceDefinition), client(DeliveryServiceDefinition), log);
  const handlers: Handlers<typeof ContactsServiceDefinition> = {
    ...contactsHandlers({ audience, lists, contacts, upsert: makeUpserts({ model, pages }), recipients, newId: id }),
    ...fieldHandlers({ catalogue, counting, fields, ends }),
    ...bulkHandlers(bulk, jobs),
    ...importHandlers(uploads, imports, makeExport({ audience, catalogue, counting })),
    ...segmentHandlers({ contacts, query: audienceQuery(model, { catalogue, counting }), members: memberships(model, id), occurrences }),
  };
  const running = [counting, ends, bulk, uploads];

  return {
    name: 'contacts',
    definition: ContactsServiceDefinition,
    handlers,
    models: [model, catalogue.model, catalogue.parcels, catalogue.addresses.model, jobs.model, imports.model],
    outboxes: [model, catalogue.parcels],
    consumers: [occurrences.consumer],
    activities: contactsActivities({
      blobs, contacts, imports, jobs, clock,
      runImport: makeImportRun({ imports, pages, blobs, clock, newId: id, log }),
      runPage: makeBulkPages({ contacts: model, jobs: jobs.model, catalogue, clock }),
    }),
    start: async () => running.forEach((one) => one.start()),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  };
};
