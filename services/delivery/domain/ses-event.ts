/** What SES publishes through SNS: notifications of identities (`notificationType`) and of configuration sets (`eventType`). */
import { fault } from '#kit/errors.ts';
import type { Verdicts } from './inbound-message.ts';
import type { Report } from './report.ts';

/** The parts of an event that count here; all of them are the provider's to leave out. */
interface Raw {
  notificationType?: string;
  eventType?: string;
  mail?: {
    messageId?: unknown;
    source?: string;
    destination?: string[];
    timestamp?: string;
    commonHeaders?: { from?: string[]; to?: string[]; subject?: string; messageId?: string };
    tags?: Record<string, string[]>;
  };
  delivery?: { timestamp?: string; smtpResponse?: string };
  bounce?: { timestamp?: string; bounceType?: string; bouncedRecipients?: { diagnosticCode?: string; status?: string }[] };
  deliveryDelay?: { timestamp?: string; delayType?: string; delayedRecipients?: { diagnosticCode?: string; status?: string }[] };
  complaint?: { timestamp?: string };
  open?: { timestamp?: string; userAgent?: string };
  click?: { timestamp?: string; link?: string; userAgent?: string };
  receipt?: { timestamp?: string; recipients?: string[]; processingTimeMillis?: number; action?: { encoding?: string } } & Partial<
    Record<keyof Verdicts, { status?: string }>
  >;
  content?: string;
}

/** Inbound mail as SES reports it: the message itself may be missing. */
export interface SesInbound {
  recipients: string[];
  /** Bytes of the message, when the rule's action sends them. */
  raw: Buffer | null;
  from: string;
  subject: string;
  messageId: string;
  at: Date;
  verdicts: Verdicts;
  processingTimeMillis: number | null;
}

export interface SesEvent {
  messageId: string;
  /** The row's id, where the mail was tagged with it. */
  emailId: string | null;
  /** Null for events that change nothing. */
  report: Report | null;
  inbound: SesInbound | null;
}

/** The tag that mails leave with. */
export const TAG = 'posthorn-email';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A time in the future is a clock's fault. */
function timeOf(value: unknown, now: Date): Date {
  const ms = Date.parse(text(value));
  return new Date(Number.isNaN(ms) ? now.getTime() : Math.min(ms, now.getTime()));
}

function reportOf(event: Raw, now: Date): Report | null {
  const { bounce, click, complaint, delivery, deliveryDelay, open } = event;
  const words = (recipients: { diagnosticCode?: string; status?: string }[] | undefined) =>
    recipients?.[0]?.diagnosticCode ?? recipients?.[0]?.status ?? null;
  const agent = (hit: { userAgent?: unknown } | undefined) => (typeof hit?.userAgent === 'string' ? hit.userAgent : null);
  switch (event.eventType ?? event.notificationType) {
    case 'Delivery':
      return { kind: 'delivery', at: timeOf(delivery?.timestamp, now), diagnostic: delivery?.smtpResponse ?? null };
    case 'Bounce':
      return {
        kind: 'bounce',
        at: timeOf(bounce?.timestamp, now),
        bounceType: text(bounce?.bounceType),
        diagnostic: words(bounce?.bouncedRecipients),
      };
    case 'DeliveryDelay':
      return {
        kind: 'bounce',
        at: timeOf(deliveryDelay?.timestamp, now),
        bounceType: 'Transient',
        diagnostic: words(deliveryDelay?.delayedRecipients) ?? deliveryDelay?.delayType ?? null,
      };
    case 'Complaint':
      return { kind: 'complaint', at: timeOf(complaint?.timestamp, now) };
    case 'Open':
      return { kind: 'open', at: timeOf(open?.timestamp, now), userAgent: agent(open) };
    case 'Click':
      return { kind: 'click', at: timeOf(click?.timestamp, now), link: click?.link ?? null, userAgent: agent(click) };
    default:
      return null;
  }
}

function inboundOf({ mail, receipt, content }: Raw, messageId: string, now: Date): SesInbound {
  const verdict = (name: keyof Verdicts) => receipt?.[name]?.status ?? null;
  const recipients = receipt?.recipients ?? mail?.destination ?? mail?.commonHeaders?.to ?? [];
  return {
    recipients: recipients.filter((one) => typeof one === 'string'),
    raw:
      typeof content === 'string' ? Buffer.from(content, receipt?.action?.encoding?.toUpperCase() === 'BASE64' ? 'base64' : 'utf8') : null,
    from: text(mail?.commonHeaders?.from?.[0]) || text(mail?.source),
    subject: text(mail?.commonHeaders?.subject),
    messageId: text(mail?.commonHeaders?.messageId) || messageId,
    at: timeOf(mail?.timestamp ?? receipt?.timestamp, now),
    verdicts: {
      spamVerdict: verdict('spamVerdict'),
      virusVerdict: verdict('virusVerdict'),
      spfVerdict: verdict('spfVerdict'),
      dkimVerdict: verdict('dkimVerdict'),
      dmarcVerdict: verdict('dmarcVerdict'),
    },
    processingTimeMillis: receipt?.processingTimeMillis ?? null,
  };
}

/** Faults BAD_REQUEST for what is no event or names no mail. */
export function readSesEvent(json: string, now: Date): SesEvent {
  let event: Raw;
  try {
    event = JSON.parse(json) as Raw;
  } catch {
    throw fault('BAD_REQUEST', { message: 'The SNS message is not JSON' });
  }
  const messageId = text(event?.mail?.messageId);
  if (!messageId) throw fault('BAD_REQUEST', { message: 'mail.messageId is missing' });
  const isInbound = (event.notificationType ?? event.eventType) === 'Received';
  return {
    messageId,
    emailId: text(event.mail?.tags?.[TAG]?.[0]) || null,
    report: reportOf(event, now),
    inbound: isInbound ? inboundOf(event, messageId, now) : null,
  };
}
