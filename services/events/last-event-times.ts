/** Reports to contacts when events last happened, so that conditions over them are exact from the moment an event can be seen. */
import type { CallMeta } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { JointFact } from '#kit/facts/joint-fact.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition, JointOccurrence, Occurrence } from '#proto/contacts/v1/contacts.ts';
import type { TimelineEvent } from './domain/event.ts';
import { mailActivity } from './domain/activity.ts';

export interface LastEventTimes {
  /** Of single events, and of those that joint facts stand for. Faults when contacts is away. */
  note(events: readonly TimelineEvent[], joint: readonly JointFact[]): Promise<void>;
  /** For an event that is stored and about to be answered: should contacts be away, the event's own fact brings it there. */
  noteTracked(event: TimelineEvent, call: CallMeta): Promise<void>;
}

function occurrenceOf({ contactId, name, createdAt, data }: TimelineEvent): Occurrence[] {
  return contactId ? [{ contactId, name, at: createdAt.toISOString(), ...mailActivity(name, data) }] : [];
}

function jointOf({ id, at, data, joint: { names, contactIds } }: JointFact): JointOccurrence {
  const events = names.flatMap(({ name }) => {
    const { activity } = mailActivity(name, data);
    return activity ? [{ name, activity }] : [];
  });
  return { id, at, contactIds: contactIds.filter((contactId) => contactId !== ''), events, templateId: data?.['templateId'] ?? undefined };
}

export function createLastEventTimes(
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'noteOccurrences'>,
  log: Log,
): LastEventTimes {
  return {
    async note(events, joint): Promise<void> {
      const projects = new Set([...events, ...joint].map(({ projectId }) => projectId));
      await Promise.all(
        [...projects].map((projectId) =>
          contacts.noteOccurrences(
            {
              occurrences: events.filter((event) => event.projectId === projectId).flatMap(occurrenceOf),
              joint: joint.filter((fact) => fact.projectId === projectId).map(jointOf),
            },
            ownCall('events', projectId),
          ),
        ),
      );
    },

    async noteTracked(event: TimelineEvent, call: CallMeta): Promise<void> {
      const occurrences = occurrenceOf(event);
      if (occurrences.length === 0) return;
      await contacts
        .noteOccurrences({ occurrences, joint: [] }, call)
        .catch((error: Error) => log.warn({ error: error.message }, 'an occurrence comes to contacts by its fact'));
    },
  };
}
