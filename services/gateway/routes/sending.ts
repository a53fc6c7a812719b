/** A campaign's send while it lasts: paused, slowed down, followed; and who got it (beyond the seed). */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { STATUSES } from '#kit/mail-states.ts';
import { Fault } from '#kit/errors.ts';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import type { Progress } from '#proto/campaigns/v1/campaigns.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { campaignProgress, recipientPage, serializeProgress, serializeRecipient } from '../records/campaign.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';
import type { StreamPlace } from '../limits/stream-limiter.ts';
import { choice, paging } from '../schemas.ts';
import { idOf } from './campaigns.ts';

const rateBody = z.object({
  perSecond: z
    .number()
    .min(0.1)
    .max(1_000_000)
    .nullable()
    .meta({ description: 'At least one in ten seconds; null: as fast as the provider takes them', examples: [500] }),
});
const decisionBody = z.object({ decision: z.enum(['resend', 'drop']) });
const decided = z.object({ success: z.literal(true), recipients: z.int().meta({ examples: [3] }) });
const recipientsQuery = z.object({ ...paging, status: choice(STATUSES, undefined) });

const EVENTS = 'text/event-stream';
const EVERY_MS = 1_000;
const LASTING: ReadonlySet<string> = new Set(['SCHEDULED', 'SENDING']);

/** False once whoever opened the stream could not open it any more. What cannot be asked now is asked the next time. */
async function mayGoOn(http: FastifyRequest, { authorize }: Edge): Promise<boolean> {
  try {
    await authorize(http);
    return true;
  } catch (error) {
    return !(error instanceof Fault) || error.status >= 500;
  }
}

/** An event a second, the last one when the send is at its end. A client that comes back learns how it stands. */
async function* events(
  first: Progress,
  { params, http, caller }: Input,
  { place, edge }: { place: StreamPlace; edge: Edge },
): AsyncGenerator<string> {
  const { client, draining } = edge;
  const { checkEveryMs, maxAgeMs } = edge.config.http.streams;
  const id = idOf(params);
  const begun = performance.now();
  let checkedAt = begun;
  try {
    for (let progress = first; ; progress = await client(Campaigns).getProgress({ id }, caller)) {
      const lasting = LASTING.has(progress.status);
      yield `event: ${lasting ? 'progress' : 'end'}\ndata: ${JSON.stringify(serializeProgress(progress))}\n\n`;
      if (!lasting) return;
      await sleep(EVERY_MS, undefined, { signal: draining, ref: false }).catch(() => undefined);
      const now = performance.now();
      if (draining.aborted || now - begun > maxAgeMs) return;
      if (now - checkedAt < checkEveryMs) continue;
      checkedAt = now;
      if (!(await mayGoOn(http, edge))) return;
      await place.renew();
    }
  } finally {
    await place.close();
  }
}

export const sendingRoutes: Route[] = [
  route('POST /campaigns/:id/pause', {
    summary: 'Pause a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'pause'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaignProgress),
  }),
  route('POST /campaigns/:id/resume', {
    summary: 'Resume a campaign',
    auth: 'secret-key-or-session',
    target: [Campaigns, 'resume'],
    request: ({ params }) => ({ id: idOf(params) }),
    reply: bare(campaignProgress),
  }),
  route('POST /campaigns/:id/rate', {
    summary: 'Set the sending rate',
    auth: 'secret-key-or-session',
    body: rateBody,
    target: [Campaigns, 'setRate'],
    request: ({ params, body }) => ({ id: idOf(params), perSecond: body.perSecond ?? 0 }),
    reply: bare(campaignProgress),
  }),
  ownRoute('GET /campaigns/:id/progress', {
    summary: 'Follow the sending',
    auth: 'secret-key-or-session',
    long: true,
    target: [Campaigns, 'getProgress'],
    reply: promised(200, campaignProgress),
    async answer(input, edge) {
      const { params, http, caller } = input;
      const progress = await edge.client(Campaigns).getProgress({ id: idOf(params) }, caller);
      if (!http.headers.accept?.includes(EVENTS)) return { status: 200, json: serializeProgress(progress) };
      const place = await edge.streams.open(caller.projectId);
      const headers = { 'Content-Type': `${EVENTS}; charset=utf-8`, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
      return { status: 200, raw: Readable.from(events(progress, input, { place, edge }), { objectMode: false }), headers };
    },
  }),
  ownRoute('GET /campaigns/:id/recipients', {
    summary: 'List recipients',
    auth: 'secret-key-or-session',
    query: recipientsQuery,
    target: [Delivery, 'listRecipients'],
    reply: bare(recipientPage),
    async answer({ params, query, caller }, { client }) {
      const id = idOf(params);
      await client(Campaigns).get({ id }, caller);
      const { data, total, page, pageSize, totalPages } = await client(Delivery).listRecipients({ campaignId: id, ...query }, caller);
      return { status: 200, json: { data: data.map(serializeRecipient), total, page, pageSize, totalPages } };
    },
  }),
  route('POST /campaigns/:id/resume-unknown', {
    summary: 'Decide about unknown outcomes',
    auth: 'secret-key-or-session',
    body: decisionBody,
    target: [Campaigns, 'resumeUnknown'],
    request: ({ params, body }) => ({ id: idOf(params), ...body }),
    reply: bare(decided),
    serialize: ({ recipients }) => ({ success: true, recipients }),
  }),
];
