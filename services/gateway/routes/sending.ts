/** A campaign's send while it lasts: paused, slowed down, watched; and who got it (beyond the seed). */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import type { Progress } from '#proto/campaigns/v1/campaigns.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { campaignProgress, recipientPage, tellProgress, tellRecipient } from '../records/campaign.ts';
import { STATUSES } from '../records/email.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Caller, Edge, Route } from '../route.ts';
import { choice, paging } from '../schemas.ts';
import { idOf } from './campaigns.ts';

const rateBody = z.object({ perSecond: z.number().positive().max(1_000_000).nullable().meta({ description: 'null: as fast as the provider takes them', examples: [500] }) });
const decisionBody = z.object({ decision: z.enum(['resend', 'drop']) });
const decided = z.object({ success: z.literal(true), recipients: z.int().meta({ examples: [3] }) });
const recipientsQuery = z.object({ ...paging, status: choice(STATUSES, undefined) });

const EVENTS = 'text/event-stream';
const EVERY_MS = 1_000;
const LASTING: ReadonlySet<string> = new Set(['SCHEDULED', 'SENDING']);

/** An event a second, the last one when the send is at its end. A client that comes back is told how it stands. */
async function* events(first: Progress, id: string, caller: Caller, { client, leaving }: Edge): AsyncGenerator<string> {
  for (let progress = first; ; progress = await client(Campaigns).getProgress({ id }, caller)) {
    const lasting = LASTING.has(progress.status);
    yield `event: ${lasting ? 'progress' : 'end'}\ndata: ${JSON.stringify(tellProgress(progress))}\n\n`;
    if (!lasting) return;
    await sleep(EVERY_MS, undefined, { signal: leaving, ref: false }).catch(() => undefined);
    if (leaving.aborted) return;
  }
}

export const sendingRoutes: Route[] = [
  route('POST /campaigns/:id/pause', {
    summary: 'Holds what has not left yet',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'pause'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaignProgress),
  }),
  route('POST /campaigns/:id/resume', {
    summary: 'Goes on with a send that was paused',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'resume'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaignProgress),
  }),
  route('POST /campaigns/:id/rate', {
    summary: 'Sets how many mails of a campaign leave in a second, at once',
    auth: 'secret-key-or-session',
    body: rateBody,
    target: [Campaigns, 'setRate'],
    request: ({ params, body }) => ({ id: idOf(params), perSecond: body.perSecond ?? 0 }),
    reply: bare(campaignProgress),
  }),
  ownRoute('GET /campaigns/:id/progress', {
    summary: 'How a send stands; with `Accept: text/event-stream` told every second until it ends',
    auth: 'secret-key-or-session',
    long: true,
    target: [Campaigns, 'getProgress'],
    reply: promised(200, campaignProgress),
    async answer({ params, http, caller }, edge) {
      const id = idOf(params);
      const progress = await edge.client(Campaigns).getProgress({ id }, caller);
      if (!http.headers.accept?.includes(EVENTS)) return { status: 200, json: tellProgress(progress) };
      const headers = { 'Content-Type': `${EVENTS}; charset=utf-8`, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
      return { status: 200, raw: Readable.from(events(progress, id, caller, edge), { objectMode: false }), headers };
    },
  }),
  ownRoute('GET /campaigns/:id/recipients', {
    summary: 'The frozen audience, and what became of each mail',
    auth: 'secret-key-or-session',
    query: recipientsQuery,
    target: [Delivery, 'listRecipients'],
    reply: bare(recipientPage),
    async answer({ params, query, caller }, { client }) {
      const id = idOf(params);
      await client(Campaigns).get({ id }, caller);
      const { data, total, page, pageSize, totalPages } = await client(Delivery).listRecipients({ campaignId: id, ...query }, caller);
      return { status: 200, json: { data: data.map(tellRecipient), total, page, pageSize, totalPages } };
    },
  }),
  route('POST /campaigns/:id/resume-unknown', {
    summary: 'Sends mails of unknown outcome once more, or gives them up',
    auth: 'secret-key-or-session',
    body: decisionBody,
    target: [Campaigns, 'resumeUnknown'],
    request: ({ params, body }) => ({ id: idOf(params), ...body }),
    reply: bare(decided),
    tell: ({ recipients }) => ({ success: true, recipients }),
  }),
];
