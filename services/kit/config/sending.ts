/** How mail leaves: provider, rates, retries, attachments, sender domains. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, flag, url, urls, whole } from './types.ts';

const MB = 1_048_576;
/** Contract 8: the hard bound of a whole message, and so of its attachments. */
const MESSAGE_MAX_MB = 40;

const hostname = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'a host name');

export const sending = concern(
  {
    MAIL_PROVIDER: setting(
      z.enum(['capture', 'smtp', 'ses'], { error: '`capture`, `smtp` or `ses`' }).optional(),
      'capture; ses when AWS_SES_REGION, smtp when SMTP_URL is set',
      'provider mail leaves by; `capture` keeps it in the development inbox',
    ),
    SMTP_URL: setting(
      urls('smtp:', 'smtps:').optional(),
      '–',
      'outgoing MTA or smart host, required with the provider `smtp`; several, parted by commas, by their `?weight=`',
      { secret: true },
    ),
    AWS_SES_REGION: setting(
      z
        .string()
        .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like eu-west-1')
        .optional(),
      '–',
      'region of SES, required with the provider `ses`',
    ),
    AWS_SES_ACCESS_KEY_ID: setting(z.string().min(1).optional(), "the machine's role", 'access to SES', { secret: true }),
    AWS_SES_SECRET_ACCESS_KEY: setting(z.string().min(1).optional(), "the machine's role", 'access to SES', { secret: true }),
    SES_CONFIGURATION_SET: setting(
      z
        .string()
        .regex(/^[\w-]{1,64}$/, 'a name of letters, digits, - and _')
        .optional(),
      '–',
      'configuration set of SES for mail whose opens and clicks are followed',
    ),
    SES_CONFIGURATION_SET_NO_TRACKING: setting(
      z
        .string()
        .regex(/^[\w-]{1,64}$/, 'a name of letters, digits, - and _')
        .optional(),
      '–',
      'the same for mail that is not followed',
    ),
    AWS_ENDPOINT_URL: setting(url('http:', 'https:').optional(), '–', 'sends calls of SES elsewhere (tests); refused in production'),
    SMTP_DELIVERED_ON_ACCEPT: setting(flag(true), 'true', 'mail that the MTA accepted counts as delivered'),
    SEND_RETRY_DEADLINE_TRANSACTIONAL: setting(
      duration.default(3_600_000),
      '1h',
      'how long after acceptance a transactional mail is tried again',
    ),
    SEND_RETRY_DEADLINE_BULK: setting(duration.default(86_400_000), '24h', 'the same for campaigns and marketing mail'),
    SEND_UNKNOWN_RETRY_AFTER: setting(duration.default(900_000), '15m', 'when a transactional mail of unknown outcome is repeated, once'),
    SEND_LEASE: setting(
      duration.default(30_000),
      '30s',
      'how long a claimed mail may be without a sign of life of its process before its outcome counts as unknown',
    ),
    SPOOL_DIR: setting(
      z.string().min(1).optional(),
      '–',
      'folder that outlives this process on its host (Linux): says what it was handing over when it was killed; unset: the lease does',
    ),
    EMAIL_RATE_LIMIT_PER_SECOND: setting(whole(1).optional(), "the provider's quota, else 14", 'mails a second that leave'),
    EMAIL_WORKER_CONCURRENCY: setting(whole(1, 1_000).optional(), 'half the rate, from 5', 'mails handed over at the same time'),
    EMAIL_WORKER_MAX_CONCURRENCY: setting(whole(1, 1_000).default(50), '50', 'upper bound of the concurrency that follows from the rate'),
    MAX_ATTACHMENT_SIZE_MB: setting(whole(1, MESSAGE_MAX_MB).default(10), '10', 'total attachment size per email; hard bound 40'),
    MAX_ATTACHMENTS_COUNT: setting(whole(0, 100).default(10), '10', 'attachments per email'),
    MAIL_RETENTION: setting(duration.default(90 * 86_400_000), '90d', 'age at which bodies and attachments of mails are blanked'),
    MAIL_FROM_SUBDOMAIN: setting(
      z
        .string()
        .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'a DNS label')
        .default('posthorn'),
      'posthorn',
      'sub-domain of sender domains that bounces go to',
    ),
    DKIM_ED25519: setting(flag(false), 'false', 'signs mail a second time, with Ed25519; each sender domain shows one more DNS record'),
    SPF_INCLUDE: setting(hostname.optional(), 'host of API_URI', 'domain that the SPF record of sender domains includes'),
    INBOUND_HOST: setting(hostname.optional(), 'host of API_URI', "host that sender domains' MX records name"),
    BOUNCE_DOMAIN: setting(hostname.optional(), 'host of API_URI', 'where bounces go when a sender domain has no MX of its own'),
    DOMAIN_AUTO_VERIFY: setting(flag(false), 'false', 'marks new sender domains verified at once; refused in production'),
  },
  (v, { production, holds }) => {
    const provider = v.MAIL_PROVIDER ?? (v.AWS_SES_REGION ? 'ses' : v.SMTP_URL ? 'smtp' : 'capture');
    // Others only show which provider it is.
    const sends = holds('SMTP_URL');
    if (provider === 'ses' && !v.AWS_SES_REGION) throw new Refusal('AWS_SES_REGION', 'required with MAIL_PROVIDER=ses');
    if (sends && !v.AWS_SES_ACCESS_KEY_ID !== !v.AWS_SES_SECRET_ACCESS_KEY)
      throw new Refusal('AWS_SES_SECRET_ACCESS_KEY', 'set together with AWS_SES_ACCESS_KEY_ID');
    if (v.AWS_ENDPOINT_URL && production) throw new Refusal('AWS_ENDPOINT_URL', 'unset in production');
    if (sends && provider === 'smtp' && !v.SMTP_URL) throw new Refusal('SMTP_URL', 'required with MAIL_PROVIDER=smtp');
    if (sends && provider === 'capture' && production) throw new Refusal('MAIL_PROVIDER', 'another than `capture` in production');
    if (v.DOMAIN_AUTO_VERIFY && production) throw new Refusal('DOMAIN_AUTO_VERIFY', '`false` in production');
    return {
      provider,
      /** Null without a region. */
      ses: v.AWS_SES_REGION
        ? {
            region: v.AWS_SES_REGION,
            credentials:
              sends && v.AWS_SES_ACCESS_KEY_ID
                ? { accessKeyId: v.AWS_SES_ACCESS_KEY_ID, secretAccessKey: v.AWS_SES_SECRET_ACCESS_KEY! }
                : undefined,
            endpoint: v.AWS_ENDPOINT_URL,
            tracking: v.SES_CONFIGURATION_SET,
            noTracking: v.SES_CONFIGURATION_SET_NO_TRACKING,
          }
        : null,
      smtpUrl: sends ? v.SMTP_URL : undefined,
      deliveredOnAccept: v.SMTP_DELIVERED_ON_ACCEPT,
      retryDeadlineTransactionalMs: v.SEND_RETRY_DEADLINE_TRANSACTIONAL,
      retryDeadlineBulkMs: v.SEND_RETRY_DEADLINE_BULK,
      unknownRetryAfterMs: v.SEND_UNKNOWN_RETRY_AFTER,
      leaseMs: v.SEND_LEASE,
      /** Undefined: no spool is kept. */
      spoolDir: v.SPOOL_DIR,
      /** Undefined: the provider's quota, else 14. */
      ratePerSecond: v.EMAIL_RATE_LIMIT_PER_SECOND,
      /** Undefined: follows from the rate. */
      workers: v.EMAIL_WORKER_CONCURRENCY,
      workersMax: v.EMAIL_WORKER_MAX_CONCURRENCY,
      messageMaxBytes: MESSAGE_MAX_MB * MB,
      attachments: {
        maxCount: v.MAX_ATTACHMENTS_COUNT,
        maxBytes: v.MAX_ATTACHMENT_SIZE_MB * MB,
        /** Most base64 characters of all attachments together (contract 2.8). */
        maxContentLength: Math.floor((v.MAX_ATTACHMENT_SIZE_MB * MB * 4) / 3),
      },
      retentionMs: v.MAIL_RETENTION,
      mailFromSubdomain: v.MAIL_FROM_SUBDOMAIN,
      dkimEd25519: v.DKIM_ED25519,
      /** Undefined: the host of API_URI. */
      spfInclude: v.SPF_INCLUDE,
      inboundHost: v.INBOUND_HOST,
      bounceDomain: v.BOUNCE_DOMAIN,
      domainAutoVerify: v.DOMAIN_AUTO_VERIFY,
    };
  },
);
