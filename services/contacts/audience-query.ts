/** Compiled filters of other services, run over the contacts of one project. Below mongoose's casting: a filter means what it says. */
import { readFilter } from './domain/filter.ts';
import { SHOWN } from './model.ts';
import type { ContactModel, ContactRow } from './model.ts';

/** A query of somebody who waits may not outlive them for long. */
const WITHIN_MS = 60_000;

export type AudienceQuery = ReturnType<typeof audienceQuery>;

export function audienceQuery(model: ContactModel) {
  const match = (projectId: string, filter: object | undefined): object => ({ projectId, ...(filter && Object.keys(filter).length > 0 ? { $and: [readFilter(filter)] } : {}) });

  return {
    /** @param atMost stop counting there; 0 counts all */
    async count(projectId: string, filter: object | undefined, atMost = 0): Promise<number> {
      const [found] = await model
        .aggregate<{ total: number }>([{ $match: match(projectId, filter) }, ...(atMost > 0 ? [{ $limit: atMost }] : []), { $count: 'total' }])
        .option({ maxTimeMS: WITHIN_MS });
      return found?.total ?? 0;
    },

    /** Newest first. */
    page: (projectId: string, filter: object | undefined, page: number, pageSize: number): Promise<ContactRow[]> =>
      model
        .aggregate<ContactRow>([{ $match: match(projectId, filter) }, { $sort: { createdAt: -1, _id: -1 } }, { $skip: (page - 1) * pageSize }, { $limit: pageSize }, { $project: SHOWN }])
        .option({ maxTimeMS: WITHIN_MS })
        .exec(),
  };
}
