/** The values of one custom field across the contacts of a project. */
import type { ClientSession } from 'mongoose';
import { decodeKeys, encodeKey } from '#kit/store/keys.ts';
import { isAppeared } from '../domain/pending-count.ts';
import { firstValues, gatherValues, NO_VALUES } from '../domain/values.ts';
import type { ValueCount, Values } from '../domain/values.ts';
import type { ContactModel } from '../model.ts';
import type { Catalogue } from './catalogue.ts';
import { fieldId, remainingOf } from './field-model.ts';
import type { FieldRow } from './field-model.ts';
import type { PendingCounts } from './pending-counts.ts';

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
}

export interface FieldValues {
  /** Distinct values of a custom field as stored, ordered by their text without regard to case. */
  values(projectId: string, name: string, limit: number): Promise<unknown[]>;
  /** Contacts that have a custom field. */
  countOf(projectId: string, name: string): Promise<number>;
}

const valuesOf = (row: FieldRow | null): Values => (row ? { entries: row.values ?? [], complete: row.complete ?? true } : NO_VALUES);

export function createFieldValues({ contacts, catalogue, pendingCounts }: Parts): FieldValues {
  /** Reads the lowest values from the contacts, as the catalogue counts them. */
  async function gather(projectId: string, key: string, session: ClientSession): Promise<Values> {
    const [path, was] = [`$data.${key}`, `$tally.was.${key}`];
    const counted = { $cond: [{ $ne: [{ $type: was }, 'missing'] }, was, path] };
    const having = { $or: [{ [`data.${key}`]: { $exists: true } }, { [`tally.was.${key}`]: { $exists: true } }] };
    const groups = contacts
      .aggregate<{ _id: unknown; count: number }>([
        { $match: { projectId, 'tally.isNew': { $exists: false }, ...having } },
        { $group: { _id: counted, count: { $sum: 1 } } },
      ])
      .session(session)
      .option({ allowDiskUse: true })
      .cursor();
    const entries: ValueCount[] = [];
    for await (const { _id, count } of groups) if (!isAppeared(_id)) entries.push([_id, count]);
    return gatherValues(entries);
  }

  /** The values kept ran out: as many as are kept of a field that has more are read from all contacts. */
  function refill(projectId: string, key: string): Promise<Values> {
    return catalogue.commit([projectId], async ({ session }) => {
      const found = await gather(projectId, key, session);
      await catalogue.model.updateOne(
        { projectId, _id: fieldId(projectId, key) },
        { $set: { values: found.entries, complete: found.complete } },
        { session },
      );
      return found;
    });
  }

  async function values(projectId: string, name: string, limit: number): Promise<unknown[]> {
    const key = encodeKey(name);
    await pendingCounts.settle(projectId);
    const row = await catalogue.field(projectId, key);
    if (row?.dying) return [];
    const kept = valuesOf(row);
    const found = firstValues(kept, limit) ?? (await refill(projectId, key)).entries.slice(0, limit).map(([value]) => value);
    return found.map((value) => decodeKeys({ value })['value']);
  }

  async function countOf(projectId: string, name: string): Promise<number> {
    await pendingCounts.settle(projectId);
    const row = await catalogue.field(projectId, encodeKey(name));
    return row ? remainingOf(row) : 0;
  }

  return { values, countOf };
}
