/** Custom fields across the contacts of one project: their values. */
import type { ClientSession } from 'mongoose';
import { decodeKeys, encodeKey } from '#kit/store/keys.ts';
import type { Catalogue } from './catalogue.ts';
import { fieldId, livingOf } from './catalogue.ts';
import type { Counting } from './counting.ts';
import { isAppeared } from './domain/tally.ts';
import { firstValues, gatherValues, NO_VALUES } from './domain/values.ts';
import type { ValueCount, Values } from './domain/values.ts';
import type { FieldRow } from './field-model.ts';
import type { ContactModel } from './model.ts';

interface Parts {
  model: ContactModel;
  catalogue: Catalogue;
  counting: Counting;
}

export type FieldStore = ReturnType<typeof fieldStore>;

const valuesOf = (row: FieldRow | null): Values => (row ? { entries: row.values ?? [], complete: row.complete ?? true } : NO_VALUES);

export function fieldStore({ model, catalogue, counting }: Parts) {
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
      const row = await catalogue.field(projectId, key);
      if (row?.dying) return [];
      const kept = valuesOf(row);
      const found = firstValues(kept, limit) ?? (await refill(projectId, key)).entries.slice(0, limit).map(([value]) => value);
      return found.map((value) => decodeKeys({ value })['value']);
    },

    /** Contacts that have a custom field. */
    async countOf(projectId: string, name: string): Promise<number> {
      await counting.settle(projectId);
      const row = await catalogue.field(projectId, encodeKey(name));
      return row ? livingOf(row) : 0;
    },
  };
}
