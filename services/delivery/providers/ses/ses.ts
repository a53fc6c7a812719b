/** Amazon SES (API v2): hands over whole messages; SES signs them and follows opens and clicks, and reports them through SNS. */
import { GetAccountCommand, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Log } from '#kit/telemetry/log.ts';
import type { Refusal } from '../../domain/replies.ts';
import { TAG } from '../../domain/ses-event.ts';
import type { Provider } from '../port.ts';
import { Refused, Unanswered } from '../port.ts';

export interface SesParts {
  client: SESv2Client;
  /** Configuration sets for mail that is followed and mail that is not; undefined: the account's default. */
  tracking?: string | undefined;
  noTracking?: string | undefined;
  log: Log;
}

interface SesError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const THROTTLED = /^(?:TooManyRequests|Throttl|LimitExceeded|RequestLimitExceeded|ConcurrentModification|Conflict)/;
/** They speak of the account or its settings, not of this mail: it waits until somebody sees to it. */
const OURS = [
  'AccountSuspended',
  'SendingPaused',
  'NotFound',
  'MailFromDomainNotVerified',
  'AccessDenied',
  'UnrecognizedClient',
  'InvalidSignature',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidClientTokenId',
  'MissingAuthenticationToken',
  'CredentialsProvider',
];
const isOurs = (name: string): boolean => OURS.some((start) => name.startsWith(start));
/** No connection came about, so nothing was handed over. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const QUOTA_EVERY_MS = 300_000;
const QUOTA_RETRY_MS = 15_000;

/** SES's refusals as SMTP would say them, for the one table of replies. */
export function refusalOf({ name, message, $metadata }: SesError): Refusal {
  const status = $metadata?.httpStatusCode ?? 0;
  const text = `${name}: ${message}`;
  if (THROTTLED.test(name) || status === 429) return { code: 454, text, stage: 'connection' };
  if (status >= 500) return { code: 451, text, stage: 'connection' };
  if (isOurs(name) || status === 401 || status === 403) return { code: 454, text, stage: 'connection' };
  return { code: 554, text, stage: 'sender' };
}

export async function createSesProvider({ client, tracking, noTracking, log }: SesParts): Promise<Provider> {
  let quota: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function readQuota(): Promise<void> {
    let next = QUOTA_EVERY_MS;
    try {
      const { SendQuota } = await client.send(new GetAccountCommand({}));
      if (SendQuota?.MaxSendRate && SendQuota.MaxSendRate > 0) quota = Math.max(1, Math.floor(SendQuota.MaxSendRate));
    } catch (error) {
      next = QUOTA_RETRY_MS;
      log.warn({ error: (error as Error).message }, 'the sending quota of SES is unknown');
    }
    timer = setTimeout(() => void readQuota(), next).unref();
  }

  await readQuota();
  return {
    name: 'ses',
    signs: true,
    tracks: true,
    get quota() {
      return quota;
    },
    async send({ emailId, envelope, tracked, raw }, handingOver) {
      handingOver();
      try {
        const { MessageId } = await client.send(
          new SendEmailCommand({
            Destination: { ToAddresses: [envelope.to] },
            Content: { Raw: { Data: raw } },
            ConfigurationSetName: tracked ? tracking : (noTracking ?? tracking),
            // Events of mail whose answer was lost name their row by it.
            EmailTags: [{ Name: TAG, Value: emailId }],
          }),
        );
        return { reply: `accepted as ${MessageId}`, delivered: false, ...(MessageId ? { messageId: MessageId } : {}) };
      } catch (error) {
        const failure = error as SesError;
        if (failure.$metadata?.httpStatusCode) throw new Refused(refusalOf(failure));
        const { code = '', message } = (failure.cause as SesError | undefined) ?? failure;
        if (UNREACHED.has(code) || UNREACHED.has(failure.code ?? '') || isOurs(failure.name))
          throw new Refused({ text: `${failure.name}: ${message}`, stage: 'connection' });
        throw new Unanswered(`SES did not answer: ${failure.message}`);
      }
    },
    async close() {
      clearTimeout(timer);
      client.destroy();
    },
  };
}
