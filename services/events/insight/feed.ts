/** The activity feed: what happened in a project, newest first, from the timeline and from milestones (contract 4.9 "Activity"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { MILESTONE_TYPES } from '#kit/activity-types.ts';
import { windowOf } from '#kit/time-window.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { ActivityPage, ListActivityRequest } from '#proto/events/v1/events.ts';
import { namesOf } from '../domain/activity-item.ts';
import type { ActivityItem } from '../domain/activity-item.ts';
import { after, inOrder, newestFirst, readFeedCursor, writeFeedCursor } from '../domain/feed-cursor.ts';
import { isReserved } from '../domain/name.ts';
import type { RollUps } from './roll-ups.ts';
import type { FeedQuery, InsightRows } from './rows.ts';

export interface FeedParts {
  rows: InsightRows;
  rollUps: Pick<RollUps, 'count'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>;
}

export interface Feed {
  list(request: ListActivityRequest, call: Call): Promise<ActivityPage>;
}

const MOST = 100;

export function createFeed({ rows, rollUps, contacts }: FeedParts): Feed {
  /** Which names of events the types stand for; undefined for all. An index leads to named events, however many others lie between. */
  async function eventsOf(types: readonly string[], { projectId, now }: Call): Promise<FeedQuery['events']> {
    if (types.length === 0) return undefined;
    const { system, tracked } = namesOf(types);
    if (!tracked) return system;
    const known = (await rollUps.count(projectId, { start: 0, end: now.getTime() + 1 }))
      .filter(({ source }) => source === 'event')
      .map(({ name }) => name);
    return known.filter((name) => !isReserved(name) || system.includes(name));
  }

  async function shown(items: readonly ActivityItem[], call: Call): Promise<ActivityPage['data']> {
    const ids = [...new Set(items.map(({ contactId }) => contactId).filter((id) => id !== null))];
    const found = ids.length === 0 ? [] : (await contacts.findRefs({ ids }, call)).contacts;
    const emails = new Map(found.map(({ id, email }) => [id, email]));
    return items.map(({ at, ...item }) => ({ ...item, timestamp: at.toISOString(), contactEmail: emails.get(item.contactId ?? '') }));
  }

  async function list({ limit, cursor, types, contactId, startDate, endDate }: ListActivityRequest, call: Call): Promise<ActivityPage> {
    const place = readFeedCursor(cursor);
    const { start, end } = windowOf({ startDate, endDate }, call.now.getTime());
    const query = {
      projectId: call.projectId,
      from: start,
      to: Math.min(end, place?.at ?? end),
      contactId: contactId ?? undefined,
      events: await eventsOf(types, call),
      milestones: types.length === 0 ? undefined : MILESTONE_TYPES.filter((type) => types.includes(type)),
    };
    const most = Math.min(Math.max(limit, 1), MOST);
    const found: ActivityItem[] = [];
    for await (const item of after(inOrder(newestFirst(rows.events(query), rows.milestones(query))), place)) {
      found.push(item);
      if (found.length > most) break;
    }
    const data = found.slice(0, most);
    const hasMore = found.length > most;
    return { data: await shown(data, call), hasMore, cursor: hasMore ? writeFeedCursor(data.at(-1)!) : undefined };
  }

  return { list };
}
