/** Events: wiring. */
import type { CreateService } from '#kit/service.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { eventsActivities } from './activities.ts';
import { makeDeletion } from './deletion.ts';
import { eventsHandlers } from './handlers.ts';
import { eventModel } from './model.ts';
import { eventsStore } from './store.ts';
import { makeOccurrences } from './occurrences.ts';
import { makeTimeline } from './timeline.ts';
import { makeTracking } from './tracking.ts';

export const create: CreateService = async (kit) => {
  const model = eventModel(kit.mongo);
  const store = eventsStore(model);
  const contacts = kit.client(ContactsServiceDefinition);
  const occurrences = makeOccurrences(contacts, kit.log);
  const tracking = makeTracking({ store, occurrences, contacts, delivery: kit.client(DeliveryServiceDefinition), newId: kit.id });
  const timeline = makeTimeline({ store, contacts, occurrences });

  return {
    name: 'events',
    definition: EventsServiceDefinition,
    handlers: eventsHandlers({ store, deletion: makeDeletion({ store, contacts }), tracking, timeline }),
    models: [model],
    outboxes: [model],
    consumers: [timeline.consumer],
    activities: eventsActivities(store),
  };
};
