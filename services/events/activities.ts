/** What Temporal may ask of events. */
import type { Insight } from './insight/insight.ts';
import type { EventsStore } from './store.ts';

export function eventsActivities(store: EventsStore, insight: Pick<Insight, 'purge'>) {
  /** Forgets every event of a project; harmless when repeated. */
  async function purgeProject({ projectId }: { projectId: string }): Promise<void> {
    await store.of(projectId).purge();
    await insight.purge(projectId);
  }

  return { purgeProject };
}
