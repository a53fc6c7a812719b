/** What Temporal may ask of contacts (task queue `contacts`). */
import type { ContactsStore } from './store.ts';

export function contactsActivities(contacts: ContactsStore) {
  return {
    /** Removes every contact of a deleted project. Harmless when repeated. */
    purgeProject: ({ projectId }: { projectId: string }): Promise<void> => contacts.of(projectId).purge(),
  };
}
