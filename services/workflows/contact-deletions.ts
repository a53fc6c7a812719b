/** A deleted contact ends its executions: by the fact, and when one that began meanwhile comes to its first step (runner.ts). */
import type { Consumer } from '#kit/facts/consumer.ts';
import type { ExecutionsStore } from './executions.ts';

export interface ContactDeletionParts {
  executions: ExecutionsStore;
  clock: () => Date;
  /** Temporal may be asked now. */
  hint: () => void;
}

export const CONTACT_DELETED = 'Contact deleted';

export function createContactDeletions({ executions, clock, hint }: ContactDeletionParts): Consumer {
  return {
    name: 'workflows-contact-deletions',
    // By its subject: a tracked event may have any name.
    subjects: ['facts.*.contacts.contact.deleted'],
    repeatable: true,
    async handle(facts) {
      let ended = 0;
      for (const [projectId, own] of Map.groupBy(facts, (fact) => fact.projectId)) {
        const contactIds = own.flatMap(({ contactId }) => contactId ?? []);
        ended += await executions.of(projectId).cancel({ contactIds }, CONTACT_DELETED, clock());
      }
      if (ended > 0) hint();
    },
  };
}
