/** Moves the rows of the field catalogue by what a transaction comes to. */
import type { ClientSession } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { CountDeltas, FieldDelta, ProjectDeltas } from '../domain/pending-count.ts';
import { applyValueDeltas, NO_VALUES } from '../domain/values.ts';
import type { Values } from '../domain/values.ts';
import { fieldId, SELF } from './field-model.ts';
import type { FieldModel, FieldRow } from './field-model.ts';

type Place = Pick<FieldRow, '_id' | 'projectId' | 'key'>;

/** Everything kept of a field; a type that was seen earlier counts. */
function fieldWrite({ _id, projectId, key }: Place, row: FieldRow | undefined, { delta, type, since, values }: FieldDelta): Write {
  const isFirst = type !== undefined && since !== undefined && (row?.since === undefined || since < row.since);
  const before: Values = row ? { entries: row.values ?? [], complete: row.complete ?? true } : NO_VALUES;
  const after = values.size > 0 ? applyValueDeltas(before, values.values()) : before;
  return {
    updateOne: {
      filter: { _id, projectId },
      update: {
        $set: {
          key,
          count: (row?.count ?? 0) + delta,
          ...(isFirst ? { type, since } : {}),
          ...(after === before ? {} : { values: after.entries, complete: after.complete }),
        },
      },
      upsert: true,
    },
  };
}

function totalsWrite(projectId: string, { contacts, subscribed }: ProjectDeltas): Write[] {
  if (contacts === 0 && subscribed === 0) return [];
  return [{ updateOne: { filter: { _id: fieldId(projectId, SELF), projectId }, update: { $inc: { count: contacts, subscribed } } } }];
}

export async function writeCounts(model: FieldModel, { projects }: CountDeltas, session: ClientSession): Promise<void> {
  const moved = [...projects].flatMap(([projectId, { fields }]) =>
    [...fields]
      .filter(([, { delta, type, values }]) => delta !== 0 || type !== undefined || values.size > 0)
      .map(([key, delta]) => ({ place: { _id: fieldId(projectId, key), projectId, key }, delta })),
  );
  const ids = moved.map(({ place }) => place._id);
  const found = ids.length === 0 ? [] : await acrossProjects(model.find({ _id: { $in: ids } }, {}, { session })).lean<FieldRow[]>();
  const rows = new Map(found.map((row) => [row._id, row]));
  const writes = [
    ...moved.map(({ place, delta }) => fieldWrite(place, rows.get(place._id), delta)),
    ...[...projects].flatMap(([projectId, deltas]) => totalsWrite(projectId, deltas)),
  ];
  await bulkWrite(model, writes, { session, everyProject: true });
}
