/** Tracking: an event by address or by name, stored with its fact before the answer (seed §4.3; decisions 4.3, 4.9, 10). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { derivedId } from '#kit/derived-id.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { RecordRequest, TrackRequest, TrackResponse } from '#proto/events/v1/events.ts';
import { trackedData } from './domain/data.ts';
import type { TimelineEvent } from './domain/event.ts';
import { trackableName } from './domain/name.ts';
import type { Occurrences } from './occurrences.ts';
import type { EventsStore } from './store.ts';

export interface TrackingParts {
  store: EventsStore;
  occurrences: Occurrences;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'upsert' | 'get'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'getEmail'>;
  newId: () => string;
}

export function makeTracking({ store, occurrences, contacts, delivery, newId }: TrackingParts) {
  return {
    /** Upserts the contact, then stores the event. Done again with the same operation, it answers what it answered. */
    async track({ email, event, subscribed, data, operationId, nameField }: TrackRequest, call: Call): Promise<TrackResponse> {
      const name = trackableName(event, nameField || 'event');
      const { contact } = await contacts.upsert({ email, subscribed, subscribedWhenNew: true, data, checkLocale: false }, call);
      const row: TimelineEvent = {
        id: operationId ? derivedId(`${operationId}:event`) : newId(),
        projectId: call.projectId,
        name,
        data: data ? trackedData(data) : null,
        contactId: contact!.id,
        emailId: null,
        createdAt: call.now,
      };
      const stored = (await store.append(row)) ? row : ((await store.of(call.projectId).find(row.id)) ?? row);
      await occurrences.tell(stored, call);
      return { contact: stored.contactId!, event: stored.id, timestamp: stored.createdAt.toISOString() };
    },

    /** Stores an event of a contact and a mail of the project, or of neither; faults not-found for foreign ones. */
    async record({ name, contactId, emailId, data }: RecordRequest, call: Call): Promise<TimelineEvent> {
      const event: TimelineEvent = {
        id: newId(),
        projectId: call.projectId,
        name: trackableName(name, 'name'),
        data: data ? trackedData(data) : null,
        contactId: contactId ?? null,
        emailId: emailId ?? null,
        createdAt: call.now,
      };
      // One after the other: with both unknown, the answer is always about the contact.
      if (contactId) await contacts.get({ id: contactId }, call);
      if (emailId) await delivery.getEmail({ id: emailId, brief: true }, call);
      await store.append(event);
      await occurrences.tell(event, call);
      return event;
    },
  };
}
