/**
 * The field catalogue: how many contacts a project has, how many have which custom field, of what type, with which values. It
 * changes in units of work, together with the contacts it accounts for or with their pending count deltas.
 */
import type { ClientSession } from 'mongoose';
import { updateOf } from '#kit/store/bulk-write.ts';
import { decodeKey } from '#kit/store/keys.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { KeyCount } from '../domain/field.ts';
import type { ContactModel } from '../model.ts';
import { createEmailIndex, emailBlockModel } from './email-index.ts';
import type { EmailIndex } from './email-index.ts';
import { factBatchModel } from './fact-batches.ts';
import type { FactBatchModel } from './fact-batches.ts';
import { fieldId, fieldModel, remainingOf, SELF } from './field-model.ts';
import type { FieldModel, FieldRow } from './field-model.ts';
import { createTransactions } from './unit-of-work.ts';
import type { Transactions } from './unit-of-work.ts';

export interface Totals {
  contacts: number;
  subscribed: number;
}

export interface Catalogue extends Transactions {
  model: FieldModel;
  emailIndex: EmailIndex;
  factBatches: FactBatchModel;
  /** All fields of a project; of those being deleted, what was written since. */
  fields(projectId: string): Promise<KeyCount[]>;
  totals(projectId: string): Promise<Totals>;
  /** What is kept of one field (encoded name), its values included. */
  field(projectId: string, key: string, session?: ClientSession): Promise<FieldRow | null>;
  /** From now on times of an event up to then are not recorded (encoded name). */
  forgetEvent(projectId: string, name: string, until: Date): Promise<void>;
  /** Until when events are forgotten, by project and encoded name. */
  forgotten(projectIds: readonly string[]): Promise<Map<string, Record<string, Date>>>;
  /** Fields that no contact has. */
  forgetUnused(projectId: string): Promise<void>;
  /** Everything of a deleted project. */
  purge(projectId: string): Promise<void>;
}

/** In the database of the contacts. */
export function createCatalogue(contacts: ContactModel): Catalogue {
  const model = fieldModel(contacts.db);
  const emailIndex = createEmailIndex(emailBlockModel(contacts.db));
  const factBatches = factBatchModel(contacts.db);
  const { commit } = createTransactions({ contacts, fields: model, emailIndex, factBatches });
  const own = (projectId: string, key: string) => ({ _id: fieldId(projectId, key), projectId });

  async function fields(projectId: string): Promise<KeyCount[]> {
    const rows = await model.find({ projectId, key: { $ne: SELF } }, { values: 0 }).lean<FieldRow[]>();
    return (
      rows
        // Without a type it was admitted only, and nobody has had it yet.
        .filter((row) => (row.dying ? remainingOf(row) > 0 : row.count > 0 || row.type !== undefined))
        .map((row) => ({ key: decodeKey(row.key), type: row.type ?? 'string', count: remainingOf(row) }))
    );
  }

  async function totals(projectId: string): Promise<Totals> {
    const row = await model.findOne(own(projectId, SELF), { count: 1, subscribed: 1 }).lean<FieldRow>();
    return { contacts: row?.count ?? 0, subscribed: row?.subscribed ?? 0 };
  }

  function field(projectId: string, key: string, session?: ClientSession): Promise<FieldRow | null> {
    return model.findOne(own(projectId, key), {}, session ? { session } : {}).lean<FieldRow>();
  }

  async function forgetEvent(projectId: string, name: string, until: Date): Promise<void> {
    // In a unit of work, which also sees to it that the row is there.
    await commit([projectId], ({ session }) =>
      model.updateOne(own(projectId, SELF), updateOf({ $max: { [`forgotten.${name}`]: until } }), { session }),
    );
  }

  async function forgotten(projectIds: readonly string[]): Promise<Map<string, Record<string, Date>>> {
    const rows = { _id: { $in: projectIds.map((projectId) => fieldId(projectId, SELF)) }, forgotten: { $exists: true } };
    const found = await acrossProjects(model.find(rows, { projectId: 1, forgotten: 1 })).lean<FieldRow[]>();
    return new Map(found.map(({ projectId, forgotten: events = {} }) => [projectId, events]));
  }

  async function forgetUnused(projectId: string): Promise<void> {
    await commit([projectId], ({ session }) => model.deleteMany({ projectId, key: { $ne: SELF }, count: 0 }, { session }));
  }

  async function purge(projectId: string): Promise<void> {
    await model.deleteMany({ projectId });
    await emailIndex.purge(projectId);
  }

  return { model, emailIndex, factBatches, commit, fields, totals, field, forgetEvent, forgotten, forgetUnused, purge };
}
