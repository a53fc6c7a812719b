/** Events: wiring. */
import type { CreateService } from '#kit/service.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { createEventsActivities } from './activities.ts';
import { createDeletion } from './deletion.ts';
import { createEventsHandlers } from './handlers.ts';
import { createExecutionStarts } from './execution-starts.ts';
import { createInsight } from './insight/insight.ts';
import { eventModel } from './model.ts';
import { createEventsStore } from './store.ts';
import { createLastEventTimes } from './last-event-times.ts';
import { createTimeline } from './timeline.ts';
import { createTracking } from './tracking.ts';

export const create: CreateService = async (kit) => {
  const model = eventModel(kit.mongo);
  const store = createEventsStore(model);
  const contacts = kit.client(ContactsServiceDefinition, 'findRefs', 'forgetEvent', 'get', 'noteOccurrences', 'upsert');
  const lastEventTimes = createLastEventTimes(contacts, kit.log);
  const insight = createInsight({
    ...kit,
    events: model,
    contacts,
    removeBefore: (projectId, until) => store.of(projectId).removeBefore(until),
  });
  const tracking = createTracking({
    store,
    lastEventTimes,
    executions: createExecutionStarts(kit.client(WorkflowsServiceDefinition, 'startByEvent'), kit.log),
    insight,
    contacts,
    delivery: kit.client(DeliveryServiceDefinition, 'getEmail'),
    newId: kit.id,
  });
  const timeline = createTimeline({ store, contacts, lastEventTimes, insight });

  return {
    name: 'events',
    definition: EventsServiceDefinition,
    handlers: createEventsHandlers({ deletion: createDeletion({ store, contacts, insight }), tracking, timeline, insight }),
    models: [model, ...insight.models],
    outboxes: [model],
    consumers: [timeline.consumer, insight.consumer],
    activities: { ...createEventsActivities(store, insight) },
    start: async () => insight.start(),
    stop: () => insight.stop(),
  };
};
