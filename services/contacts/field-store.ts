/** Custom fields across the contacts of one project: their values, and their end. */
import type { ClientSession } from 'mongoose';
import { decodeKeys, encodeKey } from '#kit/store/keys.ts';
import type { Catalogue } from './catalogue.ts';
import { fieldId } from './catalogue.ts';
import { countNoted } from './counting.ts';
import type { Counting } from './counting.ts';
import { UPDATED } from './domain/change.ts';
import { isAppeared } from './domain/tally.ts';
import { firstValues, gatherValues, NO_VALUES } from './domain/values.ts';
import type { ValueCount, Values } from './domain/values.ts';
import type { FieldRow } from './field-model.ts';
import type { ContactModel, ContactRow } from './model.ts';

interface Parts {
  model: ContactModel;
  catalogue: Catalogue;
  counting: Counting;
}

/** Contacts looked at in one step of a deletion. */
const PAGE = 500;
/** A deletion that died leaves its field unlisted no longer than that. */
const HIDDEN_MS = 600_000;

/** Who keeps writing a field while it is deleted has it again. */
const PASSES = 3;

type Position = { createdAt: Date; _id: string };
type Found = Position & { has: boolean };

export type FieldStore = ReturnType<typeof fieldStore>;

const valuesOf = (row: FieldRow | null): Values => (row ? { entries: row.values ?? [], complete: row.complete ?? true } : NO_VALUES);

export function fieldStore({ model, catalogue, counting }: Parts) {
  /** Removes the key from one page of contacts behind the position; answers how many had it, and where the page ended. */
  async function removePage(projectId: string, key: string, after: Position | undefined, now: Date): Promise<{ removed: number; end: Position | undefined }> {
    const path = `data.${key}`;
    const behind = after ? { createdAt: { $gte: after.createdAt }, $or: [{ createdAt: { $gt: after.createdAt } }, { _id: { $gt: after._id } }] } : {};
    const rows = await model.find({ projectId, ...behind }, { createdAt: 1, has: { $ne: [{ $type: `$${path}` }, 'missing'] } })
      .sort({ createdAt: 1, _id: 1 }).limit(PAGE).lean<Found[]>();
    const ids = rows.filter(({ has }) => has).map(({ _id }) => _id);
    const removed = ids.length === 0 ? 0 : await catalogue.commit([projectId], async (desk) => {
      const { session, tally, tell } = desk;
      await countNoted(model, desk, ids, [projectId], now);
      const own = { projectId, _id: { $in: ids }, [path]: { $exists: true } };
      const having = await model.find(own, { projectId: 1, subscribed: 1, data: 1, createdAt: 1 }, { session }).lean<ContactRow[]>();
      await model.updateMany(own, { $unset: { [path]: 1 }, $max: { updatedAt: now } } as never, { session, timestamps: false });
      for (const row of having) {
        const { [key]: _, ...data } = row.data;
        tally.moved(projectId, row, { ...row, data }, [], now);
        tell({ ...row, updatedAt: now }, UPDATED);
      }
      return having.length;
    });
    return { removed, end: rows.length === PAGE ? rows.at(-1) : undefined };
  }

  /** Forgets the key, its type too, if no contact has it any more; answers whether it did. */
  async function forget(projectId: string, key: string): Promise<boolean> {
    await counting.settle(projectId);
    return catalogue.commit([projectId], async ({ session }) => {
      const row = await catalogue.field(projectId, key, session);
      if (row && row.count > 0) return false;
      await catalogue.model.deleteOne({ projectId, _id: fieldId(projectId, key) }, { session });
      return true;
    });
  }

  /** Reads the lowest values from the contacts, as the catalogue counts them. */
  async function gather(projectId: string, key: string, session: ClientSession): Promise<Values> {
    const [path, was] = [`$data.${key}`, `$tally.was.${key}`];
    const counted = { $cond: [{ $ne: [{ $type: was }, 'missing'] }, was, path] };
    const groups = model.aggregate<{ _id: unknown; count: number }>([
      { $match: { projectId, 'tally.isNew': { $exists: false }, $or: [{ [`data.${key}`]: { $exists: true } }, { [`tally.was.${key}`]: { $exists: true } }] } },
      { $group: { _id: counted, count: { $sum: 1 } } },
    ]).session(session).option({ allowDiskUse: true }).cursor();
    const entries: ValueCount[] = [];
    for await (const { _id, count } of groups) if (!isAppeared(_id)) entries.push([_id, count]);
    return gatherValues(entries);
  }

  /** The values kept ran out: as many as are kept of a field that has more are read from all contacts. */
  async function refill(projectId: string, key: string): Promise<Values> {
    return catalogue.commit([projectId], async ({ session }) => {
      const values = await gather(projectId, key, session);
      await catalogue.model.updateOne({ projectId, _id: fieldId(projectId, key) }, { $set: { values: values.entries, complete: values.complete } }, { session });
      return values;
    });
  }

  return {
    /** Distinct values of a custom field as stored, ordered by their text without regard to case. */
    async values(projectId: string, name: string, limit: number): Promise<unknown[]> {
      const key = encodeKey(name);
      await counting.settle(projectId);
      const kept = valuesOf(await catalogue.field(projectId, key));
      const found = firstValues(kept, limit) ?? (await refill(projectId, key)).entries.slice(0, limit).map(([value]) => value);
      return found.map((value) => decodeKeys({ value })['value']);
    },

    /** Contacts that have a custom field. */
    async countOf(projectId: string, name: string): Promise<number> {
      await counting.settle(projectId);
      return (await catalogue.field(projectId, encodeKey(name)))?.count ?? 0;
    },

    /**
     * Removes a custom field from every contact in pages, and from the catalogue at once; answers how many contacts changed.
     * What is written into the field meanwhile goes too, unless it is written again and again.
     */
    async remove(projectId: string, name: string, now: Date): Promise<number> {
      const key = encodeKey(name);
      await counting.settle(projectId);
      await catalogue.hide(projectId, key, new Date(now.getTime() + HIDDEN_MS));
      let removed = 0;
      for (let pass = 0; !(await forget(projectId, key)); pass += 1) {
        if (pass === PASSES) {
          await catalogue.hide(projectId, key, now);
          break;
        }
        let after: Position | undefined;
        do {
          const page = await removePage(projectId, key, after, now);
          removed += page.removed;
          after = page.end;
        } while (after);
      }
      return removed;
    },
  };
}
