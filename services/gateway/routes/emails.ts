/** What became of a mail, and the development inbox (contract 4.9 "E-mails", "Send pipeline"). */
import { z } from 'zod';
import { STATUSES } from '#kit/mail-states.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import {
  SOURCE_TYPES,
  email,
  emailPage,
  inboxItem,
  inboxMail,
  serializeEmail,
  serializeInboxItem,
  serializeInboxMail,
  serializeTransition,
  transition,
} from '../records/email.ts';
import { inboxPage, keepsInbox, mailPreview, wantsPage } from '../inbox/page.ts';
import { bare, either, nothing, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, fragment, markup, moment, paging, words } from '../schemas.ts';

const listQuery = z.object({
  ...paging,
  status: choice(STATUSES, undefined),
  sourceType: choice(SOURCE_TYPES, undefined),
  campaignId: words,
  contactId: words,
  to: words,
  search: fragment,
  startDate: moment,
  endDate: moment,
});
const flag = choice(['true', 'false'], 'false');
const previewQuery = z.object({
  images: flag.meta({ description: 'Load what the mail fetches from elsewhere; its pixel counts an opening then' }),
  inverted: flag.meta({ description: 'For a frame that turns colours round: pictures are turned back' }),
});

export const emailRoutes: Route[] = [
  route('GET /emails', {
    summary: 'List emails',
    auth: 'secret-key-or-session',
    query: listQuery,
    target: [Delivery, 'listEmails'],
    request: ({ query }) => query,
    reply: bare(emailPage),
    serialize: ({ data, total, page, pageSize, totalPages }) => ({
      data: data.map((row) => serializeEmail(row, true)),
      total,
      page,
      pageSize,
      totalPages,
    }),
  }),
  route('GET /emails/:id', {
    summary: 'Get an email',
    auth: 'secret-key-or-session',
    target: [Delivery, 'getEmail'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(email),
    serialize: (row) => serializeEmail(row),
  }),
  route('GET /emails/:id/trace', {
    summary: 'Trace an email',
    auth: 'secret-key-or-session',
    target: [Delivery, 'traceEmail'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(z.object({ data: z.array(transition) })),
    serialize: ({ data }) => ({ data: data.map(serializeTransition) }),
  }),
  ownRoute('GET /dev/inbox', {
    summary: 'List captured mails',
    auth: 'none',
    when: keepsInbox,
    query: z.object({ to: words }),
    target: [Delivery, 'listInbox'],
    reply: either(bare(z.object({ data: z.array(inboxItem) })), promised(200, markup, 'text/html')),
    async answer({ query, http, caller }, { client }) {
      if (wantsPage(http.headers.accept)) return inboxPage();
      const { data } = await client(Delivery).listInbox(query, caller);
      return { status: 200, json: { data: data.map(serializeInboxItem) }, headers: { Vary: 'Accept' } };
    },
  }),
  ownRoute('GET /dev/inbox/:id/preview', {
    summary: 'Preview a captured mail',
    auth: 'none',
    when: keepsInbox,
    query: previewQuery,
    target: [Delivery, 'getInboxMail'],
    reply: promised(200, markup, 'text/html'),
    answer: async ({ params, query, caller }, { client }) =>
      mailPreview(await client(Delivery).getInboxMail({ id: params['id']! }, caller), {
        images: query.images === 'true',
        inverted: query.inverted === 'true',
      }),
  }),
  route('GET /dev/inbox/:id', {
    summary: 'Get a captured mail',
    auth: 'none',
    when: keepsInbox,
    target: [Delivery, 'getInboxMail'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(inboxMail),
    serialize: serializeInboxMail,
  }),
  route('DELETE /dev/inbox', {
    summary: 'Empty the inbox',
    auth: 'none',
    when: keepsInbox,
    target: [Delivery, 'clearInbox'],
    request: () => ({}),
    reply: nothing,
  }),
];
