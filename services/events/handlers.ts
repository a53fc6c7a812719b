/** EventsService, method by method. */
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { createRecountHandlers } from '#kit/contract/recounting.ts';
import { createHeavyReads } from '#kit/limits/heavy-reads.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { Deletion } from './deletion.ts';
import type { Insight } from './insight/insight.ts';
import { serializeEvent } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import type { Tracking } from './tracking.ts';

export interface HandlerParts {
  deletion: Deletion;
  tracking: Tracking;
  timeline: Timeline;
  insight: Pick<Insight, 'handlers' | 'recount'>;
}

export function createEventsHandlers({ deletion, tracking, timeline, insight }: HandlerParts): Handlers<typeof EventsServiceDefinition> {
  const heavyReads = createHeavyReads();
  const bounded =
    <Request, Response>(read: (request: Request, call: Call) => Promise<Response>) =>
    (request: Request, call: Call): Promise<Response> =>
      heavyReads.run(call, () => read(request, call));
  const { getRetention, setRetention, ...reads } = insight.handlers;
  return {
    getRetention,
    setRetention,
    listActivity: bounded(reads.listActivity),
    countNames: bounded(reads.countNames),
    countByName: bounded(reads.countByName),
    activityStats: bounded(reads.activityStats),
    countRecentActivity: bounded(reads.countRecentActivity),
    timeseries: bounded(reads.timeseries),
    topEvents: bounded(reads.topEvents),
    ...createRecountHandlers(insight.recount),
    track: (request, call) => tracking.track(request, call),
    record: async (request, call) => serializeEvent(await tracking.record(request, call)),
    list: bounded(({ eventName, limit, cursor }, call) => timeline.list({ name: eventName, limit, cursor }, call)),
    listForContact: bounded(({ contactId, limit, cursor }, call) => timeline.list({ contactId, limit, cursor }, call)),
    deleteByName: async ({ name }, call) => ({ deletedCount: await deletion(name.trim(), call) }),
  };
}
