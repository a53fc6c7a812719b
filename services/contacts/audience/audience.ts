/** The room that reads contacts: lists, the scan over an audience and its CSV, compiled filters counted and shown. */
import type { Handlers } from '#kit/contract/definition.ts';
import { createHeavyReads } from '#kit/limits/heavy-reads.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { readCursor, writeCursor } from '../domain/cursor.ts';
import { readDirection, readLimit, readSort, searchFragment } from '../domain/listing.ts';
import type { Catalogue, KnownCounts, PendingCounts } from '../fields/fields.ts';
import type { Memberships } from '../memberships/memberships.ts';
import type { ContactModel } from '../model.ts';
import { contactView } from '../view.ts';
import { createAudienceQuery } from './audience-query.ts';
import type { AudienceQuery } from './audience-query.ts';
import { createAudienceScan } from './audience-scan.ts';
import { createContactLists } from './contact-list.ts';
import type { ContactLists } from './contact-list.ts';
import { createExport } from './export.ts';

export type { ContactLists } from './contact-list.ts';

type AudienceHandlers = Pick<
  Handlers<typeof ContactsServiceDefinition>,
  'list' | 'streamAudience' | 'countAudience' | 'pageAudience' | 'exportContacts'
>;

export interface Audience {
  lists: ContactLists;
  handlers: AudienceHandlers;
}

interface Parts {
  contacts: ContactModel;
  /** Before a filter is asked (memberships). */
  settle: Memberships['settle'];
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
  knownCount: KnownCounts;
}

const MOST_ROWS = 100;

export function createAudience({ contacts, settle, catalogue, pendingCounts, knownCount }: Parts): Audience {
  const scan = createAudienceScan(contacts, settle);
  const heavyReads = createHeavyReads();
  const lists = createContactLists({ contacts, catalogue, pendingCounts, heavyReads });
  return {
    lists,
    handlers: {
      ...queryHandlers(createAudienceQuery({ contacts, settle, knownCount, heavyReads })),
      list: listHandler(lists),
      streamAudience: scan.stream,
      exportContacts: createExport({ audience: scan, catalogue, pendingCounts }),
    },
  };
}

function queryHandlers(query: AudienceQuery): Pick<AudienceHandlers, 'countAudience' | 'pageAudience'> {
  return {
    countAudience: async ({ filter, atMost }, call) => ({ total: await query.count(call, filter ?? undefined, atMost) }),

    async pageAudience({ filter, page, pageSize }, call) {
      const asked = { filter: filter ?? undefined, page, pageSize: Math.min(pageSize, MOST_ROWS) };
      const { rows, total } = await query.page(call, asked);
      return { contacts: rows.map(contactView), total };
    },
  };
}

function listHandler(lists: ContactLists): AudienceHandlers['list'] {
  return async function list(request, call) {
    const sort = readSort(request.sort);
    const limit = readLimit(request.limit);
    const after = request.cursor ? readCursor(sort, request.cursor) : undefined;
    const fragment = searchFragment(request.search);
    if (fragment === undefined) return { data: [], hasMore: false, total: 0 };
    const query = { sort, direction: readDirection(request.dir), limit, after, subscribed: request.subscribed ?? undefined, fragment };
    const { rows, total } = await lists.page(call, query);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    if (!hasMore || !last) return { data: page.map(contactView), hasMore, total };
    const cursor = writeCursor(sort, { value: sort === 'email' ? last.email : last.createdAt.getTime(), id: last._id });
    return { data: page.map(contactView), cursor, hasMore, total };
  };
}
