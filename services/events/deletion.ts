/** Deletes a name's events and what conditions know of them (contract 4.9 "DELETE /events/:eventName"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { shortFault } from '#kit/errors.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Insight } from './insight/insight.ts';
import { isReserved } from './domain/name.ts';
import type { EventsStore } from './store.ts';

/** Answers how many events went. Events after the call began stay. Harmless when repeated, and to be repeated when it fails half-way. */
export type Deletion = (name: string, call: Call) => Promise<number>;

export function createDeletion({
  store,
  contacts,
  insight,
}: {
  store: EventsStore;
  insight: Pick<Insight, 'removed'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'forgetEvent'>;
}): Deletion {
  return async (name, call) => {
    if (isReserved(name)) throw shortFault('System events cannot be deleted');
    const own = store.of(call.projectId);
    const removed = await own.removeNamed(name, call.now);
    await contacts.forgetEvent({ name, until: call.now.toISOString() }, call);
    // Events that were on their way to the disk when the call began.
    const late = await own.removeNamed(name, call.now);
    await insight.removed(call.projectId, name);
    return removed + late;
  };
}
