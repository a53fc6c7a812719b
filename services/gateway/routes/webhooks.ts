/** Where providers and mail servers report what became of mail (contract "Provider notifications"). */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import type { Recorded } from '#proto/delivery/v1/delivery.ts';
import { parseJson, validate } from '../json.ts';
import { readSnsMessage, textOf } from '../domain/sns.ts';
import type { SnsMessage } from '../domain/sns.ts';
import { askNotice, notice, notices } from '../records/notice.ts';
import { either, promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Caller, Edge, Input, Route } from '../route.ts';
import { createSns } from '../webhooks/sns.ts';
import type { Sns } from '../webhooks/sns.ts';
import { isSignedWebhook } from '../webhooks/signature.ts';

const PATHS = ['/webhooks/delivery', '/webhooks/sns', '/api/webhooks/sns', '/webhooks/incoming/sns'] as const;

const receipt = z
  .object({ success: z.boolean(), duplicate: z.boolean().optional(), message: z.string().optional() })
  .meta({ id: 'WebhookReceipt', examples: [{ success: true }] });

const refusal = (message: string): Answer => ({ status: 403, json: { success: false, message } });

/** Without its parameters. */
const mediaOf = (http: FastifyRequest): string => (http.raw.headersDistinct['content-type']?.[0] ?? '').split(';')[0]!.trim().toLowerCase();

async function recorded(work: Promise<Recorded>): Promise<Answer> {
  try {
    const { duplicate } = await work;
    return { status: 200, json: duplicate ? { success: true, duplicate: true } : { success: true } };
  } catch (error) {
    // Not known yet, perhaps: whoever reports sends it again.
    if (error instanceof Fault && error.status === 404) return { status: 500, json: { success: false, message: error.message } };
    throw error;
  }
}

async function fromSns(message: SnsMessage, sns: Sns, { caller, edge }: { caller: Caller; edge: Edge }): Promise<Answer> {
  if (!sns.isListed(message)) return refusal('SNS topic is not accepted');
  if (!(await sns.isSigned(message))) return refusal('Invalid SNS signature');
  switch (message.Type) {
    case 'Notification':
      return recorded(
        edge.client(Delivery).recordSesEvent({ key: `sns:${textOf(message, 'MessageId')}`, message: textOf(message, 'Message')! }, caller),
      );
    case 'SubscriptionConfirmation':
      await sns.confirm(message);
      return { status: 200, json: { success: true, message: 'Subscription confirmed' } };
    default:
      return { status: 200, json: { success: false } };
  }
}

async function fromOthers(bytes: Buffer, { http, caller }: Input, { client, clock, config }: Edge): Promise<Answer> {
  const secret = config.notices.webhookSecret;
  const header = [http.headers['x-posthorn-signature'] ?? []].flat()[0];
  if (!secret || !isSignedWebhook(bytes, header, { secret, now: clock() })) return refusal('Invalid signature');
  if (mediaOf(http) === 'message/rfc822') return recorded(client(Delivery).recordMail({ raw: bytes.toString('base64') }, caller));
  const body = parseJson(bytes);
  const given = Array.isArray(body) ? validate(notices, body) : [validate(notice, body)];
  return recorded(client(Delivery).recordNotices({ notices: given.map(askNotice) }, caller));
}

export function webhookRoutes({ notices: { snsTopics, snsOrigins } }: Config): Route[] {
  const sns = createSns({ topics: snsTopics, origins: snsOrigins });
  return PATHS.map((path) =>
    ownRoute(`POST ${path}`, {
      summary: `Receive delivery reports at ${path}`,
      auth: 'none',
      cost: 'tracking',
      raw: z.union([notice, notices]).meta({ id: 'Notices' }),
      rawAs: ['application/json', 'message/rfc822'],
      target: [Delivery, 'recordNotices'],
      also: [
        [Delivery, 'recordSesEvent'],
        [Delivery, 'recordMail'],
      ],
      // Refused in the words of receipts.
      reply: either(promised(200, receipt), either(promised(403, receipt), promised(500, receipt))),
      async answer(input, edge) {
        const bytes = (input.http.body as Buffer | undefined) ?? Buffer.alloc(0);
        const message = readSnsMessage(bytes);
        return message ? fromSns(message, sns, { caller: input.caller, edge }) : fromOthers(bytes, input, edge);
      },
    }),
  );
}
