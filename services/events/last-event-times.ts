/** Lets contacts know when events last happened, so that conditions over them are exact from the moment an event can be seen. */
import type { CallMeta } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition, Occurrence } from '#proto/contacts/v1/contacts.ts';
import type { TimelineEvent } from './domain/event.ts';
import { mailActivity } from './domain/activity.ts';

export interface LastEventTimes {
  /** Faults when contacts is away. */
  note(events: readonly TimelineEvent[]): Promise<void>;
  /** For an event that is stored and about to be answered: should contacts be away, the event's own fact brings it there. */
  serialize(event: TimelineEvent, call: CallMeta): Promise<void>;
}

function occurrenceOf({ contactId, name, createdAt, data }: TimelineEvent): Occurrence[] {
  return contactId ? [{ contactId, name, at: createdAt.toISOString(), ...mailActivity(name, data) }] : [];
}

export function createLastEventTimes(
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'noteOccurrences'>,
  log: Log,
): LastEventTimes {
  return {
    async note(events: readonly TimelineEvent[]): Promise<void> {
      const projects = Map.groupBy(events, ({ projectId }) => projectId);
      await Promise.all(
        [...projects].map(([projectId, own]) =>
          contacts.noteOccurrences({ occurrences: own.flatMap(occurrenceOf) }, ownCall('events', projectId)),
        ),
      );
    },

    async serialize(event: TimelineEvent, call: CallMeta): Promise<void> {
      const occurrences = occurrenceOf(event);
      if (occurrences.length === 0) return;
      await contacts
        .noteOccurrences({ occurrences }, call)
        .catch((error: Error) => log.warn({ error: error.message }, 'an occurrence comes to contacts by its fact'));
    },
  };
}
