/** Files: imports and exports. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Imports } from './imports.ts';
import type { ImportsStore } from './imports-store.ts';

export type ImportHandlers = Pick<Handlers<typeof ContactsServiceDefinition>, 'importFile' | 'getImport' | 'exportContacts'>;

export function importHandlers(imports: Imports, store: ImportsStore, exportContacts: ImportHandlers['exportContacts']): ImportHandlers {
  return {
    importFile: (chunks, call) => imports.begin(chunks, call),
    exportContacts,
    getImport: ({ id }, { projectId }) => store.view(projectId, id),
  };
}
