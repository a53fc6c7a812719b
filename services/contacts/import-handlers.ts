/** Imports: request → job. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Imports } from './imports.ts';
import type { ImportsStore } from './imports-store.ts';

export type ImportHandlers = Pick<Handlers<typeof ContactsServiceDefinition>, 'importFile' | 'getImport'>;

export function importHandlers(imports: Imports, store: ImportsStore): ImportHandlers {
  return {
    importFile: (chunks, call) => imports.begin(chunks, call),
    getImport: ({ id }, { projectId }) => store.view(projectId, id),
  };
}
