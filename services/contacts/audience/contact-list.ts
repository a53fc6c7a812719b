/** Lists of a project's contacts: pages by position, totals from the catalogue, fragments of addresses by the email search index. */
import type { CallMeta } from '#kit/contract/call.ts';
import { timeLeft } from '#kit/contract/deadline.ts';
import type { HeavyReads } from '#kit/limits/heavy-reads.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { Position } from '../domain/cursor.ts';
import type { Direction, SortColumn } from '../domain/listing.ts';
import type { Catalogue, PendingCounts } from '../fields/fields.ts';
import { ADDRESS_INDEX } from '../model.ts';
import type { ContactModel, ContactRow } from '../model.ts';

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
  heavyReads: HeavyReads;
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

export interface ContactLists {
  /** How many there are. */
  count(call: CallMeta, asked: Asked): Promise<number>;
  /** One row more than `limit` says that there is more; counted on the first page only, 0 on others. */
  page(call: CallMeta, query: ListQuery): Promise<{ rows: ContactRow[]; total: number }>;
}

/** How a fragment is found, and how many have it. */
interface SearchPlan {
  matching: object;
  hint?: string;
  /** Of the matches that are asked for. */
  total: () => Promise<number>;
}

interface ReadPlan {
  projectId: string;
  query: ListQuery;
  matching: object;
  hint?: string | undefined;
  maxTimeMS: number;
}

/** Up to so many matches are looked up by address; of more, some are soon met on a scan in order. */
const FEW = 2_000;
const LONGEST_MS = 60_000;

/** Position → the rows behind it. */
function behind({ sort, direction, after }: ListQuery): Record<string, unknown> {
  if (!after) return {};
  const [beyond, from] = direction === 'asc' ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  if (sort === 'email') return { email: { [beyond]: after.value } };
  const value = new Date(after.value);
  return { createdAt: { [from]: value }, $or: [{ createdAt: { [beyond]: value } }, { _id: { $lt: after.id } }] };
}

const only = ({ subscribed }: Asked): object => (subscribed === undefined ? {} : { subscribed });

export function createContactLists({ contacts, catalogue, pendingCounts, heavyReads }: Parts): ContactLists {
  async function totalOf(projectId: string, { subscribed }: Asked): Promise<number> {
    const { contacts: all, subscribed: on } = await catalogue.totals(projectId);
    if (subscribed === undefined) return all;
    return subscribed ? on : all - on;
  }

  /** One row more than `limit` says that there is more. */
  function read({ projectId, query, matching, hint, maxTimeMS }: ReadPlan): Promise<ContactRow[]> {
    const order = query.direction === 'asc' ? 1 : -1;
    // Addresses are unique in a project, so only dates have ties.
    const sort: Record<string, 1 | -1> = query.sort === 'email' ? { email: order } : { createdAt: order, _id: -1 };
    const find = contacts
      .find({ $and: [matching, only(query), behind(query)], projectId })
      .sort(sort)
      .limit(query.limit + 1)
      .maxTimeMS(maxTimeMS);
    return (hint ? find.hint(hint) : find).lean<ContactRow[]>().exec();
  }

  /** Matches that are only few are named one by one. */
  async function search(projectId: string, asked: Asked, maxTimeMS: number): Promise<SearchPlan> {
    await pendingCounts.settle(projectId);
    const { fragment } = asked;
    const pattern = literalPattern(fragment);
    const { total, emails } = await catalogue.emailIndex.find({ projectId, fragment, pattern, few: FEW, maxTimeMS });
    const matching = { email: emails ? { $in: emails } : { $regex: pattern } };
    const counted = (): Promise<number> =>
      asked.subscribed === undefined
        ? Promise.resolve(total)
        : contacts
            .countDocuments({ projectId, ...matching, ...only(asked) })
            .maxTimeMS(maxTimeMS)
            .exec();
    return { matching, total: counted, ...(emails ? { hint: ADDRESS_INDEX } : {}) };
  }

  async function count(call: CallMeta, asked: Asked): Promise<number> {
    const { projectId } = call;
    if (asked.fragment) return heavyReads.run(call, async (maxTimeMS) => (await search(projectId, asked, maxTimeMS)).total());
    await pendingCounts.settle(projectId);
    return totalOf(projectId, asked);
  }

  function found(call: CallMeta, query: ListQuery): Promise<{ rows: ContactRow[]; total: number }> {
    const { projectId } = call;
    return heavyReads.run(call, async (maxTimeMS) => {
      const { matching, hint, total } = await search(projectId, query, maxTimeMS);
      const [rows, counted] = await Promise.all([read({ projectId, query, matching, hint, maxTimeMS }), query.after ? 0 : total()]);
      return { rows, total: counted };
    });
  }

  async function page(call: CallMeta, query: ListQuery): Promise<{ rows: ContactRow[]; total: number }> {
    if (query.fragment) return found(call, query);
    const plan = { projectId: call.projectId, query, matching: {}, maxTimeMS: timeLeft(call, LONGEST_MS) };
    const [rows, total] = await Promise.all([read(plan), query.after ? 0 : count(call, query)]);
    return { rows, total };
  }

  return { count, page };
}
