/** What Temporal may ask of events. */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Insight } from './insight/insight.ts';
import type { EventsStore } from './store.ts';

export interface EventsActivities {
  /** Deletes the events of a project; harmless when repeated. */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createEventsActivities(store: EventsStore, insight: Pick<Insight, 'purge' | 'noteReset'>): EventsActivities {
  async function purgeProject(erasure: Erasure): Promise<void> {
    const { projectId, until } = erasure;
    if (until) await insight.noteReset(projectId, until);
    await store.of(projectId).purge(until);
    await insight.purge(erasure);
  }

  return { purgeProject };
}
