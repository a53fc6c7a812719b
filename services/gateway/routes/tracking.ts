/** What a mail's pixel and links lead to (contract "Send pipeline: Pixel, Links, HEAD"). */
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { readTracked } from '#services/recipient/tracking-token.ts';
import type { Tracked } from '#services/recipient/tracking-token.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import type { Visitor } from '#proto/delivery/v1/delivery.ts';
import { refusalPage } from '../domain/page.ts';
import { preferredLanguage } from '../domain/wording.ts';
import { wantsPage } from '../inbox/page.ts';
import { promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Caller, Route } from '../route.ts';
import { html } from './pages.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const UNCACHED = { 'Cache-Control': 'no-store' };

/** How long a recipient waits for counting. */
const COUNT_WITHIN_MS = 2_500;

/** Resolves when the work is done, has failed (which is logged), or takes too long; then it goes on by itself. */
async function bestEffort(work: Promise<unknown>, log: Log, what: string): Promise<void> {
  const done = work.then(
    () => undefined,
    (error: Error) => log.warn({ error: error.message }, what),
  );
  await Promise.race([done, setTimeout(COUNT_WITHIN_MS, undefined, { ref: false })]);
}

/** The project is the one we signed. */
function reader({ projectId, emailId }: Tracked, requestId: string): Caller {
  return { projectId, requestId, actor: { kind: 'recipient', id: emailId } };
}

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** What the request says of itself: by it delivery tells people from machines. */
function visitorOf({ headers }: FastifyRequest): Visitor {
  return { userAgent: headers['user-agent'] ?? '', purpose: PURPOSES.map((name) => headers[name] ?? '').join(' ') };
}

/** Who followed a link that is none of ours, or no longer whole, reads what to do; programs get the envelope. */
function deadLink({ headers }: FastifyRequest, config: Config): Answer {
  if (!wantsPage(headers.accept)) throw fault('RESOURCE_NOT_FOUND', { message: 'Unknown link' });
  return html(404, refusalPage(null, preferredLanguage(headers['accept-language']), 'invalid'), config);
}

export const trackingRoutes: Route[] = [
  ownRoute('GET /t/o/:token', {
    summary: 'Count an opening',
    auth: 'none',
    cost: 'tracking',
    target: [Delivery, 'recordOpen'],
    reply: promised(200, z.string().meta({ format: 'binary' }), 'image/gif'),
    async answer({ params, http }, { client, config, log }) {
      const tracked = readTracked(config.auth.trackingKeys, 'open', params['token']!);
      if (tracked && http.method === 'GET')
        await bestEffort(
          client(Delivery).recordOpen({ emailId: tracked.emailId, visitor: visitorOf(http) }, reader(tracked, http.id)),
          log,
          'an open was not counted',
        );
      return { status: 200, raw: PIXEL, headers: { 'Content-Type': 'image/gif', ...UNCACHED } };
    },
  }),
  ownRoute('GET /t/c/:token', {
    summary: 'Follow a link',
    auth: 'none',
    cost: 'tracking',
    target: [Delivery, 'recordClick'],
    reply: promised(302),
    async answer({ params, http }, { client, config, log }) {
      const tracked = readTracked(config.auth.trackingKeys, 'click', params['token']!);
      if (!tracked?.target) return deadLink(http, config);
      const { emailId, target } = tracked;
      if (http.method === 'GET')
        await bestEffort(
          client(Delivery).recordClick({ emailId, link: target, visitor: visitorOf(http) }, reader(tracked, http.id)),
          log,
          'a click was not counted',
        );
      return { status: 302, headers: { Location: target, ...UNCACHED } };
    },
  }),
];
