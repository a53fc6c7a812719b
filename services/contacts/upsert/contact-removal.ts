/** Deletions of contacts: single ones that arrive together are one transaction, those of a project that is reset go by the page. */
import { setTimeout } from 'node:timers/promises';
import { outboxHint } from '#kit/facts/outbox.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { pendingChange } from '../domain/contact-facts.ts';
import { countedState, firstValuesOf } from '../domain/pending-count.ts';
import type { Catalogue, UnitOfWork } from '../fields/fields.ts';
import type { ContactModel, ContactRow } from '../model.ts';

interface Removal {
  projectId: string;
  id: string;
  /** Even if facts are pending in it. */
  unpublished: boolean;
}

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  clock: () => Date;
}

export interface ContactRemoval {
  /**
   * Answers false when the contact was not there. Facts pending in it are given a second to be published first; a bus that is away does
   * not keep it longer.
   */
  remove(projectId: string, id: string): Promise<boolean>;
  /** Some of those made until then, whatever is pending in them; false when there are none. */
  removePage(projectId: string, until: Date): Promise<boolean>;
}

const REMOVED = { projectId: 1, email: 1, subscribed: 1, data: 1, tally: 1, outbox: 1, block: 1, createdAt: 1, updatedAt: 1 } as const;
const PUBLISH_WAIT_MS = 50;
const PUBLISH_LOOKS = 20;
const PAGE = 200;

export function createContactRemoval({ contacts, catalogue, clock }: Parts): ContactRemoval {
  function count({ deltas, emails, publish }: UnitOfWork, row: ContactRow): void {
    const { projectId, tally, email, block } = row;
    const now = clock();
    deltas.add({ projectId, before: countedState(row), after: null, seen: firstValuesOf(row), at: now });
    publish(row, { ...pendingChange(tally), deletedAt: now });
    if (block !== undefined) emails.remove(projectId, tally?.email ?? email, block);
  }

  async function removeAll(unit: UnitOfWork, asked: Removal[]): Promise<boolean[]> {
    const { session } = unit;
    const projectIds = [...new Set(asked.map(({ projectId }) => projectId))];
    const wanted = { _id: { $in: asked.map(({ id }) => id) }, projectId: { $in: projectIds } };
    const rows = await acrossProjects(contacts.find(wanted, REMOVED, { session })).lean<ContactRow[]>();
    const going = rows.filter(({ _id, projectId, outbox }) =>
      asked.some((one) => one.id === _id && one.projectId === projectId && (one.unpublished || !outbox)),
    );
    const those = { _id: { $in: going.map(({ _id }) => _id) }, projectId: { $in: projectIds } };
    if (going.length > 0) await acrossProjects(contacts.deleteMany(those, { session }));
    for (const row of going) count(unit, row);
    const gone = new Map(going.map((row) => [row._id, row.projectId]));
    // Asked for twice in one batch, it went once.
    return asked.map(({ projectId, id }) => gone.get(id) === projectId && gone.delete(id));
  }

  const removeTogether = createBatcher<Removal, boolean>({
    max: 200,
    write: (asked) =>
      catalogue.commit(
        asked.map(({ projectId }) => projectId),
        (unit) => removeAll(unit, asked),
      ),
  });

  async function remove(projectId: string, id: string): Promise<boolean> {
    for (let look = 0; look < PUBLISH_LOOKS; look += 1) {
      if (await removeTogether({ projectId, id, unpublished: false })) return true;
      if (!(await contacts.exists({ projectId, _id: id }))) return false;
      outboxHint(contacts);
      await setTimeout(PUBLISH_WAIT_MS);
    }
    return removeTogether({ projectId, id, unpublished: true });
  }

  function removePage(projectId: string, until: Date): Promise<boolean> {
    return catalogue.commit([projectId], async (unit) => {
      const made = { projectId, createdAt: { $lte: until } };
      const page = await contacts.find(made, { _id: 1 }, { session: unit.session }).limit(PAGE).lean<{ _id: string }[]>();
      const asked = page.map(({ _id }) => ({ projectId, id: _id, unpublished: true }));
      return (await removeAll(unit, asked)).length > 0;
    });
  }

  return { remove, removePage };
}
