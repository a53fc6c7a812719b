/** Bulk actions: request → job. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Bulk } from './bulk.ts';
import type { JobsStore } from './jobs-store.ts';

export type BulkHandlers = Pick<Handlers<typeof ContactsServiceDefinition>, 'startBulk' | 'getBulk'>;

export function bulkHandlers(bulk: Bulk, jobs: JobsStore): BulkHandlers {
  return {
    startBulk: (request, call) => bulk.begin(request, call),
    getBulk: ({ id }, { projectId }) => jobs.view(projectId, id),
  };
}
