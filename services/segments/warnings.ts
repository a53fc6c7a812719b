/** What looks wrong about a condition: filters that can match nobody, fields nobody has, values of a kind the field never holds. */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { encodeKey } from '#kit/store/keys.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { plain } from './domain/clause.ts';
import type { Condition } from './domain/condition.ts';
import type { SegmentDoc } from './model.ts';
import { kindQuestion, presenceQuestion, suspicionsOf } from './domain/warning.ts';

const MOST = 20;

export type Warnings = (condition: Condition, known: (id: string) => SegmentDoc | undefined, call: Call) => Promise<string[]>;

export function createWarnings(contacts: Pick<Client<typeof ContactsServiceDefinition>, 'countAudience'>): Warnings {
  const anybody = async (filter: object, call: Call): Promise<boolean> =>
    (await contacts.countAudience({ filter: plain(filter) as object, atMost: 1 }, call)).total > 0;

  return async function warningsOf(condition, known, call) {
    const { certain, asked } = suspicionsOf(condition, (id) => known(id) !== undefined);
    const found: string[] = [];
    // One after the other: each may walk over every contact.
    for (const { key, kind } of asked.slice(0, MOST)) {
      if (!(await anybody(presenceQuestion(key, encodeKey), call))) found.push(`No contact has the field data.${key}`);
      else if (kind && !(await anybody(kindQuestion(key, kind, encodeKey), call)))
        found.push(`data.${key} is compared with a ${kind}, which no contact has there`);
    }
    return [...new Set([...certain, ...found])];
  };
}
