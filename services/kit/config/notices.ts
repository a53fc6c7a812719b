/** Who may report on mail, and where bounces and inbound mail come in. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, list, whole } from './types.ts';

const arns = list.refine(
  (items) => items.every((item) => /^arn:[\w-]+:sns:[\w-]+:\d+:[\w.-]+$/.test(item)),
  'SNS topic ARNs, parted by commas',
);
const origins = list.refine(
  (items) => items.every((item) => URL.canParse(item) && /^https?:$/.test(new URL(item).protocol)),
  'http or https origins, parted by commas',
);

export const notices = concern(
  {
    DELIVERY_WEBHOOK_SECRET: setting(
      z.string().min(16, 'at least 16 characters').optional(),
      '–',
      'signs reports to POST /webhooks/delivery; unset: they are refused',
      { secret: true },
    ),
    SNS_TOPIC_ARNS: setting(arns, '–', 'SNS topics whose notifications are accepted, parted by commas'),
    SNS_CERT_ORIGINS: setting(
      origins,
      '–',
      'origins beside Amazon’s that SNS certificates and confirmations may have (tests); refused in production',
    ),
    NOTICE_RETENTION: setting(duration.default(7 * 86_400_000), '7d', 'how long a reported notice is known again and not acted on twice'),
    INBOUND_SMTP_PORT: setting(whole(1, 65_535).optional(), 'off', 'port of the built-in receiver of bounces and inbound mail'),
    INBOUND_SMTP_HOST: setting(z.string().optional(), '127.0.0.1; 0.0.0.0 in production', 'address that receiver listens on'),
  },
  (v, { production, holds }) => {
    if (v.SNS_CERT_ORIGINS.length > 0 && production) throw new Refusal('SNS_CERT_ORIGINS', 'unset in production');
    return {
      /** Undefined: reports are refused. */
      webhookSecret: holds('DELIVERY_WEBHOOK_SECRET') ? v.DELIVERY_WEBHOOK_SECRET : undefined,
      snsTopics: v.SNS_TOPIC_ARNS,
      retentionMs: v.NOTICE_RETENTION,
      snsOrigins: v.SNS_CERT_ORIGINS.map((item) => new URL(item).origin),
      /** Null: off. */
      receiver:
        v.INBOUND_SMTP_PORT === undefined
          ? null
          : { port: v.INBOUND_SMTP_PORT, host: v.INBOUND_SMTP_HOST ?? (production ? '0.0.0.0' : '127.0.0.1') },
    };
  },
);
