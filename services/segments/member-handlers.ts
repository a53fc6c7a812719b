/** Members of static segments, by address (contract 4.7 "Static members"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import { labelOf } from './computing.ts';
import type { Computing } from './computing.ts';
import { isAddress, readMembers } from './domain/members.ts';
import type { SegmentDoc } from './model.ts';
import type { SegmentsStore } from './store.ts';

interface Parts {
  store: SegmentsStore;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'addMembers' | 'removeMembers' | 'upsertMany'>;
  computing: Computing;
}

export function createMemberHandlers({
  store,
  contacts,
  computing,
}: Parts): Pick<Handlers<typeof SegmentsServiceDefinition>, 'addMembers' | 'removeMembers'> {
  async function findStatic(id: string, { projectId }: Call): Promise<SegmentDoc> {
    const segment = await store.of(projectId).find(id);
    if (segment.type === 'STATIC') return segment;
    throw fault('BAD_REQUEST', { message: 'Members of a DYNAMIC segment follow from its condition' });
  }

  return {
    async addMembers({ id, body }, call) {
      const segment = await findStatic(id, call);
      const { emails, createMissing, subscribed } = readMembers(body ?? {});
      const add = (some: string[]) => contacts.addMembers({ segmentId: id, emails: some, label: labelOf(segment) }, call);
      const known = await add(emails);
      if (!createMissing) {
        await computing.refresh(segment, call);
        return known;
      }
      const missing = known.notFound.filter(isAddress);
      const made = await contacts.upsertMany({ contacts: missing.map((email) => ({ email, subscribedWhenNew: subscribed })) }, call);
      const late = missing.length > 0 ? await add(missing) : { added: 0 };
      await computing.refresh(segment, call);
      return {
        added: known.added + late.added,
        notFound: known.notFound.filter((email) => !isAddress(email)),
        created: made.contacts.filter(({ isNew }) => isNew).length,
      };
    },

    async removeMembers({ id, body }, call) {
      const segment = await findStatic(id, call);
      const { removed } = await contacts.removeMembers(
        { segmentId: id, emails: readMembers(body ?? {}).emails, label: labelOf(segment) },
        call,
      );
      await computing.refresh(segment, call);
      return { removed };
    },
  };
}
