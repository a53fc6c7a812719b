/** What Temporal may ask of events. */
import type { EventsStore } from './store.ts';

export function eventsActivities(store: EventsStore) {
  return {
    /** Forgets every event of a project; harmless when repeated. */
    purgeProject: ({ projectId }: { projectId: string }): Promise<void> => store.of(projectId).purge(),
  };
}
