/** What a mail's pixel and links lead to (decisions "Send pipeline": Pixel, Links, HEAD). */
import { z } from 'zod';
import { fault } from '#kit/errors.ts';
import { readTracked } from '#kit/tracking-token.ts';
import type { Tracked } from '#kit/tracking-token.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { atLeisure } from '../patience.ts';
import { promised } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Caller, Route } from '../route.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const UNCACHED = { 'Cache-Control': 'no-store' };

/** The project is the one we signed. */
function reader({ projectId, emailId }: Tracked, requestId: string): Caller {
  return { projectId, requestId, actor: { kind: 'recipient', id: emailId } };
}

export const trackingRoutes: Route[] = [
  ownRoute('GET /t/o/:token', {
    summary: 'The pixel of a mail: counts an opening; the same picture whatever the token (HEAD counts nothing)',
    auth: 'none',
    target: [Delivery, 'recordOpen'],
    reply: promised(200, z.string().meta({ format: 'binary' }), 'image/gif'),
    async answer({ params, http }, { client, config, log }) {
      const tracked = readTracked(config.auth.trackingSecret, 'open', params['token']!);
      if (tracked && http.method === 'GET') await atLeisure(client(Delivery).recordOpen({ emailId: tracked.emailId }, reader(tracked, http.id)), log, 'an open was not counted');
      return { status: 200, raw: PIXEL, headers: { 'Content-Type': 'image/gif', ...UNCACHED } };
    },
  }),
  ownRoute('GET /t/c/:token', {
    summary: 'A followed link: counts a click and leads to the signed address (HEAD counts nothing)',
    auth: 'none',
    target: [Delivery, 'recordClick'],
    reply: promised(302),
    async answer({ params, http }, { client, config, log }) {
      const tracked = readTracked(config.auth.trackingSecret, 'click', params['token']!);
      if (!tracked?.target) throw fault('RESOURCE_NOT_FOUND', { message: 'Unknown link' });
      const { emailId, target } = tracked;
      if (http.method === 'GET') await atLeisure(client(Delivery).recordClick({ emailId, link: target }, reader(tracked, http.id)), log, 'a click was not counted');
      return { status: 302, headers: { Location: target, ...UNCACHED } };
    },
  }),
];
