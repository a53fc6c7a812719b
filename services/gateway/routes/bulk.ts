/** Bulk actions over contacts (contract 4.4, 2.8). */
import { z } from 'zod';
import { shortFault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { bulkJob, queuedJob, serializeBulkJob } from '../records/contact.ts';
import { bare } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { dependingOn, fragment, id, isRecord, listOf, needing } from '../schemas.ts';

const MAX_IDS = 1_000;
const MAX_EXCLUDED = 10_000;

const bulkBody = z
  .object({
    mode: z.enum(['ids', 'query']).optional().meta({ default: 'ids' }),
    contactIds: listOf(id, { most: MAX_IDS })
      .optional()
      .meta({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: MAX_IDS, description: 'With mode ids' }),
    filter: z
      .object({ search: fragment.nullish(), subscribed: z.boolean().nullish() })
      .optional()
      .meta({ description: 'With mode query; `{}` means every contact' }),
    excludeIds: listOf(id, { most: MAX_EXCLUDED }).nullish(),
  })
  .meta({
    examples: [{ contactIds: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42'] }],
    ...dependingOn(needing({ mode: { const: 'query' } }), needing({ filter: {} }), needing({ contactIds: {} })),
  });

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

function refuseIds(ids: unknown): void {
  if (!isTexts(ids) || ids.length === 0) throw shortFault('contactIds must be a non-empty array of ids');
  if (ids.length > MAX_IDS) throw shortFault(`At most ${MAX_IDS} contacts can be named at once`);
}

function refuseFilter(filter: unknown): void {
  if (!isRecord(filter)) throw shortFault('filter must be an object');
  const { search, subscribed } = filter;
  if (search !== undefined && search !== null && typeof search !== 'string') throw shortFault('filter.search must be a string');
  if (subscribed !== undefined && subscribed !== null && typeof subscribed !== 'boolean')
    throw shortFault('filter.subscribed must be a boolean');
}

function refuseExcluded(excludeIds: unknown): void {
  if (excludeIds === undefined || excludeIds === null) return;
  if (!isTexts(excludeIds)) throw shortFault('excludeIds must be an array of ids');
  if (excludeIds.length > MAX_EXCLUDED) throw shortFault(`At most ${MAX_EXCLUDED} contacts can be excluded`);
}

/** Whatever is wrong with the body's shape is answered in the short form. */
function refuseBulk(body: unknown): void {
  const { mode = 'ids', contactIds, filter, excludeIds } = isRecord(body) ? body : {};
  if (mode !== 'ids' && mode !== 'query') throw shortFault('mode must be ids or query');
  if (mode === 'ids') refuseIds(contactIds);
  else if (filter === undefined) throw shortFault('filter is required with mode query');
  if (filter !== undefined) refuseFilter(filter);
  refuseExcluded(excludeIds);
}

function bulkRoute(operation: 'subscribe' | 'unsubscribe' | 'delete'): Route {
  return route(`POST /contacts/bulk-${operation}`, {
    summary: `${operation.charAt(0).toUpperCase()}${operation.slice(1)} many contacts`,
    auth: 'secret-key-or-session',
    before: refuseBulk,
    body: bulkBody,
    target: [Contacts, 'startBulk'],
    request: ({ body: { mode, contactIds = [], filter, excludeIds } }) => ({
      operation,
      ...(mode === 'query'
        ? { query: { search: filter?.search, subscribed: filter?.subscribed, excludeIds: excludeIds ?? [] } }
        : { ids: { contactIds } }),
    }),
    reply: bare(queuedJob, 202),
    serialize: ({ id: jobId }) => ({ jobId, status: 'queued', message: 'The bulk action was queued' }),
  });
}

export const bulkRoutes: Route[] = [
  bulkRoute('subscribe'),
  bulkRoute('unsubscribe'),
  bulkRoute('delete'),
  route('GET /contacts/bulk/:jobId', {
    summary: 'Follow a bulk action',
    auth: 'secret-key-or-session',
    target: [Contacts, 'getBulk'],
    request: ({ params }) => ({ id: params['jobId']! }),
    reply: bare(bulkJob),
    serialize: serializeBulkJob,
  }),
];
