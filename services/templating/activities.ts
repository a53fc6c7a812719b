/** What Temporal may ask of templating. */
import type { TemplatesStore } from './store.ts';

export function templatingActivities(store: TemplatesStore) {
  return {
    /** Deletes every template of a project; doing it again deletes nothing. Returns how many there were. */
    purgeProject: ({ projectId }: { projectId: string }): Promise<number> => store.of(projectId).removeAll(),
  };
}
