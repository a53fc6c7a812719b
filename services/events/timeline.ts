/** Reading the timeline, and keeping what other services publish (contract 4.9, 6). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { isJoint } from '#kit/facts/joint-fact.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { ContactRef, Event, ListResponse } from '#proto/events/v1/events.ts';
import { cut, readCursor, writeCursor } from './domain/cursor.ts';
import { eventOf } from './domain/event.ts';
import type { TimelineEvent } from './domain/event.ts';
import type { Insight } from './insight/insight.ts';
import type { LastEventTimes } from './last-event-times.ts';
import type { EventsStore, ListQuery } from './store.ts';

/** NATS carries 1 MB; the rest is left to the envelope and the contacts' addresses. */
const ANSWER_BYTES = 600_000;
const LIMIT = 1_000;

export function serializeEvent({ createdAt, ...event }: TimelineEvent, contact: ContactRef | null = null): Event {
  return { ...event, createdAt: createdAt.toISOString(), contact };
}

export interface TimelineParts {
  store: EventsStore;
  lastEventTimes: LastEventTimes;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'get' | 'findRefs'>;
  insight: Pick<Insight, 'eraseLate' | 'stored'>;
}

export interface ListAsked extends Omit<ListQuery, 'from'> {
  cursor?: string | null | undefined;
}

export interface Timeline {
  /** Newest first, each with its contact; cut where one message ends. Faults CONTACT_NOT_FOUND for a foreign contact asked for. */
  list(asked: ListAsked, call: Call): Promise<ListResponse>;
  /** System facts are events: they join the timeline under their own ids. */
  consumer: Consumer;
}

export function createTimeline({ store, contacts, lastEventTimes, insight }: TimelineParts): Timeline {
  async function contactsOf(events: readonly TimelineEvent[], call: Call): Promise<Map<string, ContactRef>> {
    const ids = [...new Set(events.map(({ contactId }) => contactId).filter((id) => id !== null))];
    if (ids.length === 0) return new Map();
    const { contacts: found } = await contacts.findRefs({ ids }, call);
    return new Map(found.map(({ id, email }) => [id, { id, email }]));
  }

  return {
    async list({ cursor, limit, ...query }: ListAsked, call: Call): Promise<ListResponse> {
      if (query.contactId !== undefined) await contacts.get({ id: query.contactId }, call);
      const from = readCursor(cursor);
      const rows = await store.of(call.projectId).list({ ...query, limit: Math.min(Math.max(limit, 1), LIMIT), from });
      const { count, next } = cut(
        rows,
        rows.map((row) => JSON.stringify(row).length),
        { most: ANSWER_BYTES, from },
      );
      const events = rows.slice(0, count);
      const byId = await contactsOf(events, call);
      return {
        events: events.map((event) => serializeEvent(event, byId.get(event.contactId ?? '') ?? null)),
        cursor: next && writeCursor(next),
      };
    },

    consumer: {
      name: 'events-timeline',
      subjects: [
        'facts.*.contacts.contact.subscribed',
        'facts.*.contacts.contact.unsubscribed',
        'facts.*.contacts.segment.>',
        'facts.*.delivery.email.>',
      ],
      repeatable: true,
      joint: true,
      async handle(facts) {
        const joint = facts.filter(isJoint);
        const events = facts.filter((fact) => !isJoint(fact)).map(eventOf);
        // First, so that whatever the timeline shows is known to every filter.
        await lastEventTimes.note(events, joint);
        await store.keep(events, joint);
        const rows = facts.map(({ projectId, at }) => ({ projectId, at: new Date(at ?? 0) }));
        await insight.eraseLate(rows);
        await insight.stored(rows);
      },
    } satisfies Consumer,
  };
}
