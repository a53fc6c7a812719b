/** Campaigns: written, listed, sent, cancelled, tested (contract 4.6). */
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import type { Campaign } from '#proto/campaigns/v1/campaigns.ts';
import {
  AUDIENCE_TYPES,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TYPES,
  campaign,
  campaignPage,
  campaignStats,
  serializeCampaign,
} from '../records/campaign.ts';
import { condition } from '../records/segment.ts';
import { bare, wrapped } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, dependingOn, email, headerText, id, needing, paging, fragment, words } from '../schemas.ts';
import type { Data } from '../schemas.ts';

const TEXT_MAX = 2_000_000;

/** Everywhere else a malformed id is an unknown one; here it is a 422 (contract 1 "Malformed ids"). */
export function idOf(params: Readonly<Record<string, string>>): string {
  const known = id.safeParse(params['id']);
  if (!known.success) throw invalid([{ field: 'id', message: 'Must be a uuid', code: 'invalid_string' }]);
  return known.data;
}

const listQuery = z.object({
  ...paging,
  search: fragment,
  // A status nobody knows is the service's 400, not ignored.
  status: words.meta({ type: 'string', enum: [...CAMPAIGN_STATUSES] }),
  sort: choice(['name', 'createdAt', 'updatedAt'], 'createdAt'),
  dir: choice(['asc', 'desc'], 'desc'),
});

const required = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .meta({ examples: ['Spring sale'] }),
  subject: headerText
    .min(1)
    .max(998)
    .meta({ examples: ['News, {{firstName ?? "friend"}}'] }),
  body: z
    .string()
    .min(1)
    .max(TEXT_MAX)
    .meta({ examples: ['<p>Hello {{firstName}}</p>'] }),
  from: email,
  audienceType: z.enum(AUDIENCE_TYPES),
};
const optional = {
  description: z
    .string()
    .max(1_000)
    .nullish()
    .meta({ examples: ['To all customers'] }),
  fromName: headerText
    .max(100)
    .nullish()
    .meta({ examples: ['Example'] }),
  replyTo: email.nullish(),
  type: z.enum(CAMPAIGN_TYPES).nullish(),
  audienceCondition: condition.nullish().meta({ description: 'Needed with `audienceType` FILTERED' }),
  segmentId: id.nullish().meta({ description: 'Needed with `audienceType` SEGMENT' }),
  templateId: id.nullish(),
};

/** What each kind of audience needs; `others`: where these are there too. */
function byAudience(others: Data): Data {
  const audience = (kind: string): Data => needing({ ...others, audienceType: { const: kind } });
  const segment = dependingOn(audience('SEGMENT'), needing({ segmentId: { type: 'string' } }));
  return dependingOn(audience('FILTERED'), needing({ audienceCondition: { type: 'object' } }), segment);
}

const createBody = z.object({ ...required, ...optional }).meta({
  ...byAudience({}),
  examples: [
    {
      name: 'Spring sale',
      subject: 'News, {{firstName ?? "friend"}}',
      body: '<p>Hello</p>',
      from: 'hello@example.org',
      audienceType: 'ALL',
    },
  ],
});
const changeBody = z
  .object({ ...required, ...optional })
  .partial()
  // With everything that is required it replaces, and what is absent is gone.
  .meta({ ...byAudience({ name: {}, subject: {}, body: {}, from: {} }), examples: [{ subject: 'News' }] });
const sendBody = z
  .object({
    scheduledFor: z
      .string()
      .nullish()
      .meta({ format: 'date-time', examples: ['2035-01-31T09:30:00.000Z'] }),
  })
  .nullish();
const testBody = z.object({ email });

const said = z.string().meta({ examples: ['Campaign is being sent'] });
/** Campaign fields at the top level plus `success`, `data` (the same campaign) and `message` (contract 4.6). */
const announced = campaign.extend({ success: z.literal(true), data: campaign, message: said });
const started = z.object({ success: z.literal(true), data: campaign, message: said });
const tested = z.object({ success: z.literal(true), message: said });
const deleted = tested;

function announce(message: Campaign, text: string): Record<string, unknown> {
  const record = serializeCampaign(message);
  return { ...record, success: true, data: record, message: text };
}

export const campaignRoutes: Route[] = [
  route('GET /campaigns', {
    summary: 'List campaigns',
    auth: 'secret-key-or-session',
    query: listQuery,
    target: [Campaigns, 'list'],
    request: ({ query }) => query,
    reply: bare(campaignPage),
    serialize: ({ data: rows, total, page, pageSize, totalPages }) => ({
      data: rows.map(serializeCampaign),
      total,
      page,
      pageSize,
      totalPages,
    }),
  }),
  route('POST /campaigns', {
    summary: 'Create a campaign',
    auth: 'secret-key-or-session',
    body: createBody,
    target: [Campaigns, 'create'],
    request: ({ body }) => ({ content: body }),
    reply: wrapped(campaign, 201),
    serialize: serializeCampaign,
  }),
  route('GET /campaigns/:id', {
    summary: 'Get a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'get'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaign),
    serialize: serializeCampaign,
  }),
  route('PUT /campaigns/:id', {
    summary: 'Replace or update a campaign',
    auth: 'secret-key-or-session',
    body: changeBody,
    target: [Campaigns, 'update'],
    request: ({ params, body }) => ({ id: idOf(params), changes: body }),
    reply: bare(campaign),
    serialize: serializeCampaign,
  }),
  route('DELETE /campaigns/:id', {
    summary: 'Delete a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'delete'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(deleted),
    serialize: () => ({ success: true, message: 'Campaign deleted successfully' }),
  }),
  route('POST /campaigns/:id/duplicate', {
    summary: 'Duplicate a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'duplicate'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(announced, 201),
    serialize: (message) => announce(message, 'Campaign duplicated successfully'),
  }),
  route('POST /campaigns/:id/send', {
    summary: 'Send or schedule a campaign',
    auth: 'secret-key-or-session',
    body: sendBody,
    target: [Campaigns, 'send'],
    request: ({ params, body }) => ({ id: idOf(params), scheduledFor: body?.scheduledFor }),
    reply: bare(started),
    serialize: (message) => ({
      success: true,
      data: serializeCampaign(message),
      message: message.status === 'SCHEDULED' ? `Campaign scheduled for ${message.scheduledFor!}` : 'Campaign is being sent',
    }),
  }),
  route('POST /campaigns/:id/cancel', {
    summary: 'Cancel a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'cancel'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(announced),
    serialize: (message) => announce(message, 'Campaign cancelled successfully'),
  }),
  route('POST /campaigns/:id/test', {
    summary: 'Send a test mail',
    auth: 'secret-key-or-session',
    body: testBody,
    target: [Campaigns, 'test'],
    request: ({ params, body }) => ({ id: idOf(params), email: body.email }),
    reply: bare(tested),
    serialize: ({ email: address }) => ({ success: true, message: `Test email sent to ${address}` }),
  }),
  route('GET /campaigns/:id/stats', {
    summary: 'Get the results of a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'stats'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaignStats),
    serialize: ({ counters, rates }) => ({ ...counters, ...rates }),
  }),
];
