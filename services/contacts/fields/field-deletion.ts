/**
 * Deletes a custom field from every contact. Its row in the catalogue says that it is going, so it is out of every list at once, and
 * where the scan over the contacts stands, so the scan goes on whoever is killed. A page's contacts, their counts and the scan's place
 * are one transaction.
 */
import { updateOf } from '#kit/store/bulk-write.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { UPDATED } from '../domain/contact-facts.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import type { Catalogue } from './catalogue.ts';
import { fieldId, remainingOf } from './field-model.ts';
import type { Deletion, FieldRow } from './field-model.ts';
import type { PendingCounts } from './pending-counts.ts';
import type { UnitOfWork } from './unit-of-work.ts';

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
  clock: () => Date;
  log: Log;
}

interface Field {
  projectId: string;
  /** Encoded. */
  key: string;
}

interface Found {
  _id: string;
  createdAt: Date;
  has: boolean;
}

/** Contacts looked at in one transaction. */
const PAGE = 1_000;
/** Whoever asks waits that long at most for the end. */
const TIMEOUT_MS = 4_000;
/** A scan nobody has moved for that long is anybody's. */
const LEASE_MS = 15_000;
const BATCH = 20;

export interface FieldDeletions {
  /**
   * Removes a custom field (encoded name) from every contact. It is not listed any more at once; with some ten thousand contacts all
   * have lost it when this answers, with more the rest follows. Answers how many contacts change.
   */
  remove(projectId: string, key: string, now: Date): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Behind the last contact looked at, up to the last that was there when the deletion was asked for. */
function ahead({ at, until }: Deletion): object {
  return at
    ? { createdAt: { $gte: at.createdAt, $lte: until }, $or: [{ createdAt: { $gt: at.createdAt } }, { _id: { $gt: at.id } }] }
    : { createdAt: { $lte: until } };
}

export function createFieldDeletions({ contacts, catalogue, pendingCounts, clock, log }: Parts): FieldDeletions {
  let stopping = false;
  const lease = (): Date => new Date(clock().getTime() + LEASE_MS);
  const own = ({ projectId, key }: Field) => ({ _id: fieldId(projectId, key), projectId });

  /** Answers how many contacts have it; 0 also when it is going already. */
  function begin(field: Field, until: Date): Promise<number> {
    return catalogue.commit([field.projectId], async ({ session }) => {
      const row = await catalogue.field(field.projectId, field.key, session);
      if (!row || (row.dying && remainingOf(row) === 0)) return 0;
      if (row.count === 0) {
        await catalogue.model.deleteOne(own(field), { session });
        return 0;
      }
      // The type ends with the field: the next value seen brings its own.
      await catalogue.model.updateOne(
        own(field),
        { $set: { dying: { until, left: row.count, due: lease() } satisfies Deletion }, $unset: { type: 1, since: 1 } },
        { session },
      );
      return row.count;
    });
  }

  /** Takes the field from these contacts; answers how many had it. */
  async function strip({ projectId, key }: Field, ids: string[], unit: UnitOfWork): Promise<number> {
    if (ids.length === 0) return 0;
    const { session, deltas, publish } = unit;
    const now = clock();
    await unit.countPending(ids, now);
    const having = { projectId, _id: { $in: ids } };
    const held = await contacts.find(having, { projectId: 1, subscribed: 1, data: 1, createdAt: 1 }, { session }).lean<ContactRow[]>();
    const update = updateOf({ $unset: { [`data.${key}`]: 1 }, $max: { updatedAt: now } });
    await contacts.updateMany(having, update, { session, timestamps: false });
    for (const row of held) {
      const { [key]: _, ...data } = row.data;
      deltas.add({ projectId, before: row, after: { ...row, data }, at: now });
      publish({ ...row, updatedAt: now }, UPDATED);
    }
    return held.length;
  }

  /** Answers how many had the field, and whether there may be more. */
  function page(field: Field): Promise<{ removed: number; more: boolean }> {
    const { projectId, key } = field;
    return catalogue.commit([projectId], async (unit) => {
      const { session } = unit;
      const deletion = (await catalogue.field(projectId, key, session))?.dying;
      if (!deletion) return { removed: 0, more: false };
      const rows = await contacts
        .find({ projectId, ...ahead(deletion) }, { createdAt: 1, has: { $ne: [{ $type: `$data.${key}` }, 'missing'] } }, { session })
        .sort({ createdAt: 1, _id: 1 })
        .limit(PAGE)
        .lean<Found[]>();
      const ids = rows.filter(({ has }) => has).map(({ _id }) => _id);
      const removed = await strip(field, ids, unit);
      const last = rows.at(-1);
      const at = last ? { at: { createdAt: last.createdAt, id: last._id } } : {};
      const next = { ...deletion, ...at, left: Math.max(0, deletion.left - removed), due: lease() };
      await catalogue.model.updateOne(own(field), { $set: { dying: next } }, { session });
      return { removed, more: rows.length === PAGE };
    });
  }

  /** Forgets the key; what was written into it since stays. */
  async function finish(field: Field): Promise<void> {
    await pendingCounts.settle(field.projectId);
    await catalogue.commit([field.projectId], async ({ session }) => {
      const row = await catalogue.field(field.projectId, field.key, session);
      if (row?.count === 0) await catalogue.model.deleteOne(own(field), { session });
      else await catalogue.model.updateOne(own(field), { $unset: { dying: 1 } }, { session });
    });
  }

  /** Goes on until it is over, or time is. */
  async function goOn(field: Field): Promise<{ removed: number; over: boolean }> {
    const enough = clock().getTime() + TIMEOUT_MS;
    let removed = 0;
    for (let more = true; more;) {
      if (stopping || clock().getTime() >= enough) {
        await catalogue.model.updateOne({ ...own(field), dying: { $exists: true } }, { $set: { 'dying.due': clock() } });
        return { removed, over: false };
      }
      const done = await page(field);
      removed += done.removed;
      more = done.more;
    }
    await finish(field);
    return { removed, over: true };
  }

  async function sweep(): Promise<void> {
    const due = { 'dying.due': { $lte: clock() } };
    const rows = await acrossProjects(catalogue.model.find(due, { projectId: 1, key: 1, dying: 1 }))
      .sort({ 'dying.due': 1 })
      .limit(BATCH)
      .lean<FieldRow[]>();
    for (const row of rows) {
      const mine = await catalogue.model.updateOne({ ...own(row), 'dying.due': row.dying!.due }, { $set: { 'dying.due': lease() } });
      if (mine.matchedCount > 0 && !(await goOn(row)).over && !stopping) sweeper.hint();
    }
  }

  const sweeper = createSweeper(sweep, 'deletions of fields', { log });

  async function remove(projectId: string, key: string, now: Date): Promise<number> {
    await pendingCounts.settle(projectId);
    const having = await begin({ projectId, key }, now);
    const { removed, over } = having === 0 ? { removed: 0, over: true } : await goOn({ projectId, key });
    if (over) return removed;
    sweeper.hint();
    return Math.max(having, removed);
  }

  async function stop(): Promise<void> {
    stopping = true;
    await sweeper.stop();
  }

  return { remove, start: sweeper.start, stop };
}
