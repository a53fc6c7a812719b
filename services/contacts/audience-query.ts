/** Compiled filters of other services, run over the contacts of one project. Below mongoose's casting: a filter means what it says. */
import { readFilter } from './domain/filter.ts';
import { makeKnownCounts } from './known-counts.ts';
import type { Counted } from './known-counts.ts';
import { SHOWN } from './model.ts';
import type { ContactModel, ContactRow } from './model.ts';

/** A query of somebody who waits may not outlive them for long. */
const WITHIN_MS = 60_000;

export type AudienceQuery = ReturnType<typeof audienceQuery>;

/** @param parts what is known without a look at the contacts */
export function audienceQuery(model: ContactModel, parts: Counted) {
  const known = makeKnownCounts(parts);
  const match = (projectId: string, filter: object): object => ({ projectId, ...(Object.keys(filter).length > 0 ? { $and: [filter] } : {}) });

  async function counted(projectId: string, filter: object, atMost = 0): Promise<number> {
    const [found] = await model
      .aggregate<{ total: number }>([{ $match: match(projectId, filter) }, ...(atMost > 0 ? [{ $limit: atMost }] : []), { $count: 'total' }])
      .option({ maxTimeMS: WITHIN_MS });
    return found?.total ?? 0;
  }

  const read = (projectId: string, filter: object, skip: number, limit: number): Promise<ContactRow[]> =>
    model
      .aggregate<ContactRow>([{ $match: match(projectId, filter) }, { $sort: { createdAt: -1, _id: -1 } }, { $skip: skip }, { $limit: limit }, { $project: SHOWN }])
      .option({ maxTimeMS: WITHIN_MS })
      .exec();

  return {
    /** @param atMost stop counting there; 0 counts all */
    async count(projectId: string, sent: object | undefined, atMost = 0): Promise<number> {
      const filter = readFilter(sent ?? {});
      const told = await known(projectId, filter);
      if (told === undefined) return counted(projectId, filter, atMost);
      return atMost > 0 ? Math.min(told, atMost) : told;
    },

    /** Newest first, and how many there are; a page behind the end is not looked for. */
    async page(projectId: string, sent: object | undefined, page: number, pageSize: number): Promise<{ rows: ContactRow[]; total: number }> {
      const filter = readFilter(sent ?? {});
      const skip = (page - 1) * pageSize;
      const told = await known(projectId, filter);
      const [rows, total] = await Promise.all([told !== undefined && told <= skip ? [] : read(projectId, filter, skip, pageSize), told ?? counted(projectId, filter)]);
      return { rows, total };
    },
  };
}
