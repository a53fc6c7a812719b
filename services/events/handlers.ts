/** EventsService, method by method. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { isReserved } from './domain/name.ts';
import type { Deletion } from './deletion.ts';
import type { EventsStore } from './store.ts';
import { tellEvent } from './timeline.ts';
import type { makeTimeline } from './timeline.ts';
import type { makeTracking } from './tracking.ts';

export interface HandlerParts {
  store: EventsStore;
  deletion: Deletion;
  tracking: ReturnType<typeof makeTracking>;
  timeline: ReturnType<typeof makeTimeline>;
}

export function eventsHandlers({ store, deletion, tracking, timeline }: HandlerParts): Handlers<typeof EventsServiceDefinition> {
  return {
    track: (request, call) => tracking.track(request, call),
    record: async (request, call) => tellEvent(await tracking.record(request, call)),
    list: ({ eventName, limit, cursor }, call) => timeline.list({ name: eventName, limit, cursor }, call),
    listForContact: ({ contactId, limit, cursor }, call) => timeline.list({ contactId, limit, cursor }, call),
    countByName: async ({ name }, { projectId }) => ({ ...(await store.of(projectId).countNamed(name.trim())), isReserved: isReserved(name.trim()) }),
    deleteByName: async ({ name }, call) => ({ deletedCount: await deletion(name.trim(), call) }),
  };
}
