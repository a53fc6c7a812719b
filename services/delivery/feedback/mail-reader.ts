/**
 * Mail that comes to us: a report about a mail of ours, or somebody's mail to a customer (contract
 * "Provider notifications: Generic, VERP").
 */
import { createHash } from 'node:crypto';
import PostalMime, { addressParser } from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import { fault } from '#kit/errors.ts';
import type { BounceAddresses } from './bounce-addresses.ts';
import type { StatusText } from '../domain/dsn.ts';
import { readBlocks, readReport, reportedSenders } from '../domain/dsn.ts';
import type { InboundMessage } from '../domain/inbound-message.ts';
import { UNCHECKED } from '../domain/inbound-message.ts';
import type { Reference, Reported } from './notices.ts';

export interface Arrived {
  raw: Buffer;
  /** The envelope's recipients; without an envelope the ones the message names. */
  recipients?: readonly string[];
  /** Whoever handed it over proved who they are: then a report may name its mail by Message-ID alone. */
  trusted: boolean;
}

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status', 'message/feedback-report']);
const RETURNED_TYPES = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
/** Of a status part or a returned message: all that is looked for stands in the first lines. */
const READ_MAX = 256 * 1024;

const textOf = ({ content }: Attachment): string =>
  (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)).subarray(0, READ_MAX).toString('utf8');

const flat = (addresses: readonly Address[] | undefined): string[] =>
  (addresses ?? []).flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address])).filter(Boolean);

function statusOf({ attachments }: Email): StatusText | null {
  const part = attachments.find(({ mimeType }) => STATUS_TYPES.has(mimeType));
  return part
    ? { text: textOf(part), type: part.mimeType === 'message/feedback-report' ? 'message/feedback-report' : 'message/delivery-status' }
    : null;
}

/** Headers of the message that a report gives back. */
function returnedHeaders({ attachments }: Email): ReadonlyMap<string, string> {
  const part = attachments.find(({ mimeType }) => RETURNED_TYPES.has(mimeType));
  return (part && readBlocks(textOf(part))[0]) ?? new Map();
}

function named(email: Email): string[] {
  const delivered = email.headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value);
  return [...delivered.flatMap((value) => flat(addressParser(value))), ...flat(email.to), ...flat(email.cc)];
}

function incomingOf(email: Email, recipients: readonly string[], now: Date): InboundMessage | null {
  const [author] = email.from?.group ?? (email.from ? [email.from] : []);
  if (!author?.address) return null;
  const sent = Date.parse(email.date ?? '');
  return {
    recipients: [...new Set(recipients.map((address) => address.trim().toLowerCase()))],
    from: author.address,
    fromName: author.name,
    fromHeader: email.headers.find(({ key }) => key === 'from')?.value ?? author.address,
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    at: new Date(Number.isNaN(sent) ? now.getTime() : Math.min(sent, now.getTime())),
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map((part) => ({
      filename: part.filename ?? 'attachment',
      contentType: part.mimeType,
      disposition: part.disposition ?? 'attachment',
      contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
      content: typeof part.content === 'string' ? Buffer.from(part.content) : Buffer.from(part.content as ArrayBuffer),
    })),
    verdicts: UNCHECKED,
    processingTimeMillis: null,
  };
}

export type MailReader = (arrived: Arrived, now: Date) => Promise<Reported[]>;

/** Answers what is to be recorded of a mail: the report it is, the mail it is, or nothing. */
export function createMailReader(bounces: BounceAddresses): MailReader {
  /** The mail a report is about: by a return path of ours wherever it stands, else, from those we trust, by its Message-ID. */
  function referenceOf(
    email: Email,
    status: StatusText,
    { recipients, trusted }: { recipients: readonly string[]; trusted: boolean },
  ): Reference | null {
    const returned = returnedHeaders(email);
    const candidates = [
      ...recipients,
      ...reportedSenders(status),
      ...[returned.get('return-path'), returned.get('x-original-mail-from')].flatMap((value) => value?.replace(/^<|>$/g, '') ?? []),
    ];
    const emailId = candidates.map((address) => bounces.read(address)).find((id) => id !== null);
    if (emailId) return { emailId };
    return trusted ? { messageId: returned.get('message-id') ?? null } : null;
  }

  return async ({ raw, recipients, trusted }, now) => {
    const email = await PostalMime.parse(raw).catch((error: Error) => {
      throw fault('BAD_REQUEST', { message: `The message cannot be read: ${error.message}` });
    });
    const to = recipients ?? named(email);
    const key = `mail:${createHash('sha256').update(raw).digest('hex')}`;
    const status = statusOf(email);
    const about = status && referenceOf(email, status, { recipients: to, trusted });
    if (status && about) {
      const report = readReport(status, now);
      return report ? [{ key, about, report }] : [];
    }
    // What comes back to a return path is never somebody's letter.
    const mail = incomingOf(
      email,
      to.filter((address) => bounces.read(address) === null),
      now,
    );
    return mail && mail.recipients.length > 0 ? [{ key, mail }] : [];
  };
}
