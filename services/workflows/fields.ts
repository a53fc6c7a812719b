/** What CONDITION steps may ask about: fields of contacts, and what recent events carried (contract 4.8 "GET /workflows/fields"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { TypedField } from '#proto/workflows/v1/workflows.ts';

/** @param eventName only keys of events of this name */
export type FieldList = (eventName: string | undefined, call: Call) => Promise<TypedField[]>;

export interface FieldListParts {
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'listFields'>;
  events: Pick<Client<typeof EventsServiceDefinition>, 'list'>;
}

const RECENT = 100;
/** Of the fields that belong to every contact, those a condition may ask about. */
const STANDARD = new Set(['email', 'subscribed']);

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?$/;

/** The type of a value as the field catalogue names it (contract 2.1). */
function typeOf(value: unknown): 'number' | 'boolean' | 'date' | 'string' {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? 'date' : 'string';
}

export function createFieldList({ contacts, events }: FieldListParts): FieldList {
  async function ofContacts(call: Call): Promise<TypedField[]> {
    const { fields } = await contacts.listFields({}, call);
    return fields
      .filter(({ field, isCustom }) => isCustom || STANDARD.has(field))
      .map(({ field, type }) => ({ field: `contact.${field}`, type, category: 'contact' }));
  }

  async function ofEvents(eventName: string | undefined, call: Call): Promise<TypedField[]> {
    const types = new Map<string, string>();
    let left = RECENT;
    for (let cursor: string | undefined; left > 0;) {
      const answer = await events.list({ eventName, limit: left, cursor }, call);
      // Newest first: the latest value says what type it has.
      for (const { data } of answer.events)
        for (const [key, value] of Object.entries(data ?? {})) if (value !== null && !types.has(key)) types.set(key, typeOf(value));
      left -= answer.events.length;
      if (!answer.cursor) break;
      cursor = answer.cursor;
    }
    const sorted = [...types].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([key, type]) => ({ field: `event.${key}`, type, category: 'event' }));
  }

  return async (eventName, call) => (await Promise.all([ofContacts(call), ofEvents(eventName, call)])).flat();
}
