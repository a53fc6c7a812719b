/** Counts pending count deltas and takes them out of their contacts, as part of a transaction. */
import type { ClientSession } from 'mongoose';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { updateOf } from '#kit/store/bulk-write.ts';
import { pendingChange } from '../domain/contact-facts.ts';
import type { Change, Changed } from '../domain/contact-facts.ts';
import { countedState, firstValuesOf } from '../domain/pending-count.ts';
import type { CountDeltas } from '../domain/pending-count.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import type { EmailPlacement } from './email-index.ts';

const FIELDS = { projectId: 1, email: 1, subscribed: 1, data: 1, tally: 1, block: 1, createdAt: 1, updatedAt: 1 } as const;

interface Counted {
  contacts: ContactModel;
  projectIds: readonly string[];
  ids: readonly string[];
  now: Date;
}

/** What a transaction is done with, as far as counting needs it. */
export interface CountingUnit {
  session: ClientSession;
  /** Are counted in the catalogue. */
  deltas: CountDeltas;
  emails: EmailPlacement;
  /** A fact about a contact, if the transaction happens. */
  publish(contact: Changed, change: Change): void;
}

/** The block of the email search index that the contact's address is in now. */
function place({ emails }: CountingUnit, { projectId, email, block, tally }: ContactRow): number {
  const moved = tally?.email !== undefined && tally.email !== email;
  if (moved && block !== undefined) emails.remove(projectId, tally.email!, block);
  return block === undefined || moved ? emails.place(projectId, email) : block;
}

export async function countPending(unit: CountingUnit, { contacts, projectIds, ids, now }: Counted): Promise<number> {
  const { session, deltas, publish } = unit;
  const projects = { projectId: { $in: [...projectIds] } };
  const pending = { _id: { $in: [...ids] }, ...projects, tally: { $exists: true } };
  const rows = await acrossProjects(contacts.find(pending, FIELDS, { session })).lean<ContactRow[]>();
  const byBlock = new Map<number, string[]>();
  for (const row of rows) {
    deltas.add({ projectId: row.projectId, before: countedState(row), after: row, seen: firstValuesOf(row), at: now });
    publish(row, pendingChange(row.tally));
    const block = place(unit, row);
    const members = byBlock.get(block);
    if (members) members.push(row._id);
    else byBlock.set(block, [row._id]);
  }
  for (const [block, members] of byBlock) {
    const counted = updateOf({ $set: { block }, $unset: { tally: 1 } });
    await acrossProjects(contacts.updateMany({ _id: { $in: members }, ...projects }, counted, { session, timestamps: false }));
  }
  return rows.length;
}
