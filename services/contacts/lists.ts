/** Lists of a project's contacts: pages by position, totals that are kept, fragments of addresses by the address book. */
import { literalPattern } from '#kit/literal-pattern.ts';
import type { Catalogue } from './catalogue.ts';
import type { Counting } from './counting.ts';
import type { Position } from './domain/cursor.ts';
import type { Direction, SortColumn } from './domain/listing.ts';
import { ADDRESS_INDEX } from './model.ts';
import type { ContactModel, ContactRow } from './model.ts';

interface Parts {
  model: ContactModel;
  catalogue: Catalogue;
  counting: Counting;
}

export interface Asked {
  subscribed?: boolean | undefined;
  /** Of addresses, in normal form; '' for all. */
  fragment: string;
}

export interface ListQuery extends Asked {
  sort: SortColumn;
  direction: Direction;
  limit: number;
  after?: Position | undefined;
}

export type Lists = ReturnType<typeof makeLists>;

/** Up to so many matches are looked up by address; of more, some are soon met on a walk in order. */
const FEW = 2_000;

/** Position → the rows behind it. */
function behind({ sort, direction, after }: ListQuery): Record<string, unknown> {
  if (!after) return {};
  const [beyond, from] = direction === 'asc' ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  if (sort === 'email') return { email: { [beyond]: after.value } };
  const value = new Date(after.value);
  return { createdAt: { [from]: value }, $or: [{ createdAt: { [beyond]: value } }, { _id: { $lt: after.id } }] };
}

const only = ({ subscribed }: Asked): object => (subscribed === undefined ? {} : { subscribed });

export function makeLists({ model, catalogue, counting }: Parts) {
  async function kept(projectId: string, { subscribed }: Asked): Promise<number> {
    const { contacts, subscribed: on } = await catalogue.totals(projectId);
    if (subscribed === undefined) return contacts;
    return subscribed ? on : contacts - on;
  }

  /** One row more than `limit` says that there is more. */
  function read(projectId: string, query: ListQuery, matching: object, hint?: string): Promise<ContactRow[]> {
    const order = query.direction === 'asc' ? 1 : -1;
    // Addresses are unique in a project, so only dates have ties.
    const sort: Record<string, 1 | -1> = query.sort === 'email' ? { email: order } : { createdAt: order, _id: -1 };
    const find = model.find({ $and: [matching, only(query), behind(query)], projectId }).sort(sort).limit(query.limit + 1);
    return (hint ? find.hint(hint) : find).lean<ContactRow[]>().exec();
  }

  /** The filter that finds the fragment, and how many it finds; those only few are named one by one. */
  async function search(projectId: string, asked: Asked): Promise<{ matching: object; hint?: string; total: () => Promise<number> }> {
    await counting.settle(projectId);
    const pattern = literalPattern(asked.fragment);
    const { total, emails } = await catalogue.addresses.find(projectId, asked.fragment, pattern, FEW);
    const matching = { email: emails ? { $in: emails } : { $regex: pattern } };
    const counted = (): Promise<number> => (asked.subscribed === undefined ? Promise.resolve(total) : model.countDocuments({ projectId, ...matching, ...only(asked) }).exec());
    return { matching, total: counted, ...(emails ? { hint: ADDRESS_INDEX } : {}) };
  }

  return {
    /** How many there are. */
    async count(projectId: string, asked: Asked): Promise<number> {
      if (asked.fragment) return (await search(projectId, asked)).total();
      await counting.settle(projectId);
      return kept(projectId, asked);
    },

    /** One row more than `limit` says that there is more; counted on the first page only, 0 on others. */
    async page(projectId: string, query: ListQuery): Promise<{ rows: ContactRow[]; total: number }> {
      if (!query.fragment) {
        const [rows, total] = await Promise.all([read(projectId, query, {}), query.after ? 0 : this.count(projectId, query)]);
        return { rows, total };
      }
      const { matching, hint, total } = await search(projectId, query);
      const [rows, counted] = await Promise.all([read(projectId, query, matching, hint), query.after ? 0 : total()]);
      return { rows, total: counted };
    },
  };
}
