/** What a command would meet at mongos: whether it names its shard, and whether MongoDB would take it at all. Pure. */
import type { ShardKeys } from '../../deploy/sharding.ts';
import type { CommandShape } from './command-shapes.ts';

/**
 * Queries that ask every shard on purpose: what they ask, and why that is bearable. Reports by `messageId` may run once a mail, or oftener;
 * no other runs once a mail, a contact or an event.
 */
const SCATTERED: Readonly<Record<string, readonly (readonly [asked: string, why: string])[]>> = {
  'contacts.contacts': [
    ['heldAt, outbox', 'the one relay of the collection looks for facts, from a partial index as small as the backlog'],
    ['tally', 'a sweeper counts what is pending, from a partial index as small as the backlog'],
    ['projectId, tally', 'the same sweeper, while it leaves out projects whose contacts cannot be counted'],
    ['_id', "a recipient's page: its link has the contact's id alone; once a visit"],
    ['', 'which projects there are: an operator asks where an address is known'],
  ],
  'contacts.pending_times': [['addedAt', 'a sweeper writes out what has waited, one look a second']],
  'contacts.addresses': [['projectId', "a person's search; a recount"]],
  'contacts.parcels': [
    ['heldAt, outbox', 'the relay'],
    ['heldAt', 'a sweeper'],
  ],
  'delivery.emails': [
    ['heldAt, outbox', 'the relay'],
    ['dueAt, priority, status', 'which projects have mail due: an index skip, twice a second and process'],
    ['dueAt, priority, projectId, status', 'the ids that are due, hundreds a look'],
    ['dueAt, status', 'what a process that died has left, every few seconds'],
    ['', 'which projects there are: retention, once an hour'],
    ['messageId', "reports that name no mail of ours but the provider's id: one seek of an index a shard, for all of a request"],
    ['projectId', "a person's list of a project's mail"],
    ['campaignId', "a campaign's figures, counted anew when somebody looks or it has ended"],
  ],
  'delivery.journal': [
    ['heldAt, outbox', 'the relay'],
    ['heldAt', 'journals of processes that died, every few seconds'],
  ],
  'delivery.pages': [
    ['', 'which projects there are: retention, once an hour'],
    ['projectId', "a person's list of a project's mail; a campaign's pages, once a campaign"],
  ],
  'delivery.progress': [
    ['lease', 'pages of processes that died, every few seconds'],
    ['campaignId', "a campaign's progress"],
  ],
  'events.events': [['heldAt, outbox', 'the relay']],
  'workflows.executions': [
    ['heldAt, outbox', 'the relay'],
    ['dueAt', 'which projects have something due, once a second and process'],
    ['launch', 'how many are being started, once a round'],
    ['tellAt', 'what Temporal is to be signalled, once a second'],
    ['uncounted', 'a sweeper'],
    ['active, projectId', 'the reconciler goes from project to project'],
  ],
  'workflows.mails': [['uncounted', 'a sweeper']],
};

/** A list may be filtered by more; what it is asked by says which it is. */
const LISTS = new Set(['projectId', 'campaignId']);
const WRITES = /^(?:update|delete|findAnd)/;
/** Changes of many documents that ask every shard on purpose: what they ask, and why that is bearable. */
const SCATTERED_CHANGES: Readonly<Record<string, readonly (readonly [asked: string, why: string])[]>> = {
  'accounts.idempotency_claims': [['_id, projectId', 'a project is erased']],
  'contacts.addresses': [['projectId', 'a project is erased']],
  'contacts.pending_times': [['projectId', 'a project is erased']],
  'delivery.emails': [['dueAt, projectId, status', 'a paused project goes on: its mail is due again']],
};
/** What a campaign left unsent goes when it is closed or opened again, from every shard: once a campaign, by an index of it. */
const REMOVED_BY_CAMPAIGN = new Set(['delivery.emails', 'delivery.pages', 'delivery.progress']);

function isScattered(collection: string, kind: string, asked: readonly string[]): boolean {
  if (kind === 'deleteMany' && REMOVED_BY_CAMPAIGN.has(collection)) return asked.includes('campaignId') && asked.includes('projectId');
  if (kind.endsWith('Many')) return (SCATTERED_CHANGES[collection] ?? []).some(([known]) => known === asked.join(', '));
  if (WRITES.test(kind)) return false;
  return (SCATTERED[collection] ?? []).some(([known]) => (LISTS.has(known) ? asked.includes(known) : known === asked.join(', ')));
}

/** Why it is no command for a sharded deployment; null: it is one. */
export function faultOf({ collection, kind, upsert, equal, asked, sets }: CommandShape, keys: ShardKeys): string | null {
  const key = keys.get(collection);
  if (!key || kind === 'insert') return null;
  const fields = Object.keys(key);
  const said = `${collection} ${kind}${upsert ? ' (upsert)' : ''} by [${asked.join(', ')}]`;
  if (kind === 'lookup') return `${said}: joins a sharded collection`;
  if (!equal.includes(fields[0]!))
    return isScattered(collection, kind, asked) ? null : `${said}: names no ${fields[0]}, and asks every shard`;
  const isWhole = fields.every((field) => equal.includes(field));
  // MongoDB before 7.0 refuses these; an update or a removal of one document may name its id instead.
  if ((upsert || kind === 'findAndModify') && !isWhole) return `${said}: needs all of ${fields.join(', ')}`;
  if ((kind === 'updateOne' || kind === 'deleteOne') && !isWhole && !equal.includes('_id')) return `${said}: needs its id or its shard key`;
  const moved = fields.filter((field) => sets.includes(field));
  return moved.length > 0 && !isWhole ? `${said}: moves a document by ${moved.join(', ')}, and needs all of its shard key` : null;
}
