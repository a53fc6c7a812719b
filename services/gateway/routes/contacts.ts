/** Contacts: listed, upserted by address, changed, deleted, looked up (contract 4.4). */
import { z } from 'zod';
import { shortFault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { contact, contactList, serializeContact, upsertedContact } from '../records/contact.ts';
import { bulkRoutes } from './bulk.ts';
import { fieldRoutes } from './fields.ts';
import { bare, either, nothing, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, count, dataOrNull, email, isRecord, refuseData, fragment, words } from '../schemas.ts';

const MAX_LOOKUP = 500;

const listQuery = z.object({
  limit: count(20, 100),
  cursor: words,
  search: fragment,
  subscribed: choice(['true', 'false'], undefined),
  sort: choice(['email', 'createdAt'], 'createdAt'),
  dir: choice(['asc', 'desc'], 'desc'),
});

const upsertBody = z.object({ email, subscribed: z.boolean().optional(), data: dataOrNull });
const patchBody = z.object({ email: email.optional(), subscribed: z.boolean().optional(), data: dataOrNull });
const lookupBody = z.object({
  emails: z
    .array(z.string())
    .min(1)
    .max(MAX_LOOKUP)
    .meta({ examples: [['ada@example.org']] }),
});
const lookupResult = z.object({
  found: z.array(z.string()).meta({ examples: [['ada@example.org']] }),
  notFound: z.array(z.string()).meta({ examples: [['bob@example.org']] }),
});

function refuseUpsert(body: unknown): void {
  const sent = isRecord(body) ? body['email'] : undefined;
  const absent = body === undefined || isRecord(body);
  if (absent && (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '')))
    throw shortFault('Email is required');
  refuseData(body);
}

function refuseLookup(body: unknown): void {
  const sent = isRecord(body) ? body['emails'] : undefined;
  if (!Array.isArray(sent) || sent.length === 0) throw shortFault('Emails must be a non-empty array');
  if (sent.length > MAX_LOOKUP) throw shortFault(`At most ${MAX_LOOKUP} emails can be looked up at once`);
  if (!sent.every((one) => typeof one === 'string')) throw shortFault('Emails must be an array of strings');
}

export const contactRoutes: Route[] = [
  route('GET /contacts', {
    summary: 'List contacts',
    auth: 'secret-key-or-session',
    query: listQuery,
    target: [Contacts, 'list'],
    request: ({ query }) => ({ ...query, subscribed: query.subscribed === undefined ? undefined : query.subscribed === 'true' }),
    reply: bare(contactList),
    serialize: ({ data, cursor, hasMore, total }) => ({
      data: data.map(serializeContact),
      cursor: (hasMore && cursor) || undefined,
      hasMore,
      total,
    }),
  }),
  ownRoute('POST /contacts', {
    summary: 'Create or merge a contact',
    auth: 'secret-key-or-session',
    bucket: 'contacts',
    before: refuseUpsert,
    body: upsertBody,
    target: [Contacts, 'upsert'],
    reply: either(promised(201, upsertedContact), promised(200, upsertedContact)),
    async answer({ body, caller }, edge) {
      const asked = {
        email: body.email,
        subscribed: body.subscribed,
        subscribedWhenNew: true,
        data: body.data ?? undefined,
        checkLocale: true,
      };
      const { contact: record, isNew } = await edge.client(Contacts).upsert(asked, caller);
      return { status: isNew ? 201 : 200, json: { ...serializeContact(record!), _meta: { isNew, isUpdate: !isNew } } };
    },
  }),
  route('POST /contacts/lookup', {
    summary: 'Look addresses up',
    auth: 'secret-key-or-session',
    before: refuseLookup,
    body: lookupBody,
    target: [Contacts, 'lookup'],
    request: ({ body }) => body,
    reply: bare(lookupResult),
  }),
  ...fieldRoutes,
  ...bulkRoutes,
  route('GET /contacts/:id', {
    summary: 'Get a contact',
    auth: 'secret-key-or-session',
    target: [Contacts, 'get'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(contact),
  }),
  route('PATCH /contacts/:id', {
    summary: 'Update a contact',
    auth: 'secret-key-or-session',
    bucket: 'contacts',
    before: refuseData,
    body: patchBody,
    target: [Contacts, 'update'],
    request: ({ params, body: { data, ...core } }) => ({ ...core, id: params['id']!, data: data ?? undefined, clearData: data === null }),
    reply: bare(contact),
  }),
  route('DELETE /contacts/:id', {
    summary: 'Delete a contact',
    auth: 'secret-key-or-session',
    bucket: 'contacts',
    target: [Contacts, 'delete'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: nothing,
  }),
];
