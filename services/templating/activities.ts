/** What Temporal may ask of templating. */
import type { Erasure } from '#kit/store/erasure.ts';
import type { TemplatesStore } from './store.ts';

export interface TemplatingActivities {
  /** Deletes the templates of a project; doing it again deletes nothing. */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createTemplatingActivities(store: TemplatesStore): TemplatingActivities {
  return {
    purgeProject: (erasure) => store.of(erasure.projectId).removeAll(erasure.until),
  };
}
