/** EventsService, method by method. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { tellEvent } from './timeline.ts';
import type { makeTimeline } from './timeline.ts';
import type { makeTracking } from './tracking.ts';

export interface HandlerParts {
  tracking: ReturnType<typeof makeTracking>;
  timeline: ReturnType<typeof makeTimeline>;
}

export function eventsHandlers({ tracking, timeline }: HandlerParts): Handlers<typeof EventsServiceDefinition> {
  return {
    track: (request, call) => tracking.track(request, call),
    record: async (request, call) => tellEvent(await tracking.record(request, call)),
    list: ({ eventName, limit, cursor }, call) => timeline.list({ name: eventName, limit, cursor }, call),
    listForContact: ({ contactId, limit, cursor }, call) => timeline.list({ contactId, limit, cursor }, call),
  };
}
