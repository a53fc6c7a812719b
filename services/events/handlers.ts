/** EventsService, method by method. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { isReserved } from './domain/name.ts';
import type { Deletion } from './deletion.ts';
import type { Insight } from './insight/insight.ts';
import type { EventsStore } from './store.ts';
import { serializeEvent } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import type { Tracking } from './tracking.ts';

export interface HandlerParts {
  store: EventsStore;
  deletion: Deletion;
  tracking: Tracking;
  timeline: Timeline;
  insight: Pick<Insight, 'handlers'>;
}

export function eventsHandlers({ store, deletion, tracking, timeline, insight }: HandlerParts): Handlers<typeof EventsServiceDefinition> {
  return {
    ...insight.handlers,
    track: (request, call) => tracking.track(request, call),
    record: async (request, call) => serializeEvent(await tracking.record(request, call)),
    list: ({ eventName, limit, cursor }, call) => timeline.list({ name: eventName, limit, cursor }, call),
    listForContact: ({ contactId, limit, cursor }, call) => timeline.list({ contactId, limit, cursor }, call),
    countByName: async ({ name }, { projectId }) => ({
      ...(await store.of(projectId).countNamed(name.trim())),
      isReserved: isReserved(name.trim()),
    }),
    deleteByName: async ({ name }, call) => ({ deletedCount: await deletion(name.trim(), call) }),
  };
}
