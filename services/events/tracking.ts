/** Tracking: an event by address or by name, stored with its fact before the answer (contract 4.3, 4.9). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { derivedId } from '#kit/derived-id.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { RecordRequest, TrackRequest, TrackResponse } from '#proto/events/v1/events.ts';
import { trackedData } from './domain/data.ts';
import type { TimelineEvent } from './domain/event.ts';
import { trackableName } from './domain/name.ts';
import type { ExecutionStarts } from './execution-starts.ts';
import type { Insight } from './insight/insight.ts';
import type { LastEventTimes } from './last-event-times.ts';
import type { EventsStore } from './store.ts';

export interface TrackingParts {
  store: EventsStore;
  lastEventTimes: LastEventTimes;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'upsert' | 'get'>;
  executions: ExecutionStarts;
  insight: Pick<Insight, 'stored'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'getEmail'>;
  newId: () => string;
}

export interface Tracking {
  /** Upserts the contact, then stores the event. Done again with the same operation, it answers what it answered. */
  track(request: TrackRequest, call: Call): Promise<TrackResponse>;
  /** Stores an event of a contact and a mail of the project, or of neither; faults not-found for foreign ones. */
  record(request: RecordRequest, call: Call): Promise<TimelineEvent>;
}

export function createTracking({ store, lastEventTimes, executions, insight, contacts, delivery, newId }: TrackingParts): Tracking {
  const counted = ({ projectId, createdAt: at }: TimelineEvent): Promise<void> => insight.stored([{ projectId, at }]);

  return {
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
      await Promise.all([counted(stored), lastEventTimes.noteTracked(stored, call), executions.start(stored, call)]);
      return { contact: stored.contactId!, event: stored.id, timestamp: stored.createdAt.toISOString() };
    },

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
      await Promise.all([counted(event), lastEventTimes.noteTracked(event, call), executions.start(event, call)]);
      return event;
    },
  };
}
