/** What Temporal may ask of templating. */
import type { Erasure } from '#kit/store/erasure.ts';
import type { TemplatesStore } from './store.ts';

export function templatingActivities(store: TemplatesStore) {
  return {
    /** Deletes the templates of a project; doing it again deletes nothing. */
    purgeProject: (erasure: Erasure): Promise<void> => store.of(erasure.projectId).removeAll(erasure.until),
  };
}
