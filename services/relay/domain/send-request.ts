/** A message and its envelope as the request that POST /v1/send would have been (contract "SMTP relay", 4.3, 2.8). */
import { isAddress } from '#kit/address.ts';
import type { Mailbox, Message, Part } from './message.ts';
import { neverSent, noBody, noSubject, senderRefused, subjectTooLong, tooManyHeaders } from './refusal.ts';

export interface Envelope {
  /** Empty for a bounce. */
  from: string;
  recipients: readonly string[];
}

export interface Attachment {
  filename: string;
  /** base64 */
  content: string;
  contentType: string;
  disposition: 'attachment' | 'inline';
  contentId?: string;
}

/** Delivery's request, as far as a message says it. */
export interface SendRequest {
  to: { email: string; name?: string }[];
  from: { email: string; name?: string };
  subject: string;
  body: string;
  reply?: string;
  headers: Record<string, string>;
  attachments: Attachment[];
}

export interface AttachmentLimits {
  maxCount: number;
  /** Characters of base64 of all together. */
  maxContentLength: number;
}

const SUBJECT_MAX = 998;
const VALUE_MAX = 998;
const NAME_MAX = 255;
const HEADERS_MAX = 50;
/** Headers that this mail makes anew, that are read elsewhere, or that only the way here gave it; and what MIME says of the old parts. */
const STANDARD = new Set(
  (
    'from sender to cc bcc subject date message-id reply-to mime-version return-path received received-spf delivered-to x-original-to ' +
    'dkim-signature domainkey-signature authentication-results'
  ).split(' '),
);
const STANDARD_START = /^(?:content|resent|arc)-/;
/** RFC 5322 §3.6.8. */
const FIELD_NAME = /^[!-9;-~]{1,255}$/;
const BREAKS = /[\r\n\0]+/g;

const inOneLine = (text: string): string => text.replace(BREAKS, ' ').trim();
const nameOf = (name: string): { name?: string } => {
  const plain = inOneLine(name).slice(0, NAME_MAX);
  return plain === '' ? {} : { name: plain };
};

function subjectOf({ subject }: Message): string {
  const plain = inOneLine(subject ?? '');
  if (plain === '') throw noSubject();
  if (plain.length > SUBJECT_MAX) throw subjectTooLong();
  return plain;
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'));

/** HTML as it stands; text with its lines kept, so that the text alternative made from it is the text again. */
function bodyOf({ html, text }: Message): string {
  if (html !== null && html.trim() !== '') return html;
  if (text === null || text.trim() === '') throw noBody();
  return `<pre style="margin: 0; font: inherit; white-space: pre-wrap">${escaped(text)}</pre>`;
}

function senderOf({ from }: Message, envelope: Envelope): SendRequest['from'] {
  if (from && from.address !== '') return { email: from.address, ...nameOf(from.name) };
  if (envelope.from === '') throw senderRefused();
  return { email: envelope.from };
}

/** Whom the message is for says the envelope; what they are called, To and Cc. */
function recipientsOf({ recipients }: Message, envelope: Envelope): SendRequest['to'] {
  const names = new Map(recipients.map(({ address, name }: Mailbox) => [address.toLowerCase(), name]));
  return envelope.recipients.map((email) => ({ email, ...nameOf(names.get(email.toLowerCase()) ?? '') }));
}

/** A long thread is named by its last messages. */
function threadOf(references: string): string {
  if (references.length <= VALUE_MAX) return references;
  const end = references.slice(-VALUE_MAX);
  return end.slice(Math.max(0, end.indexOf('<')));
}

function headersOf({ headers, replyTo }: Message): Record<string, string> {
  const kept = new Map<string, { name: string; value: string }>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    // Several addresses are more than `reply` can hold.
    const isStandard = (STANDARD.has(key) || STANDARD_START.test(key)) && !(key === 'reply-to' && replyTo.length > 1);
    if (isStandard || !FIELD_NAME.test(name)) continue;
    const known = kept.get(key);
    // One name, one header: as lists are joined (RFC 9110 §5.3).
    kept.set(key, known ? { name: known.name, value: `${known.value}, ${inOneLine(value)}` } : { name, value: inOneLine(value) });
  }
  const thread = kept.get('references');
  if (thread) thread.value = threadOf(thread.value);
  if (kept.size > HEADERS_MAX) throw tooManyHeaders(HEADERS_MAX);
  const long = [...kept.values()].find(({ value }) => value.length > VALUE_MAX);
  if (long) throw neverSent(`The header ${long.name.slice(0, 100)} is longer than ${VALUE_MAX} characters`);
  return Object.fromEntries([...kept.values()].map(({ name, value }) => [name, value]));
}

function filenameOf({ filename, type }: Part, index: number): string {
  const plain = (filename ?? '').replace(/["\r\n\0]+/g, '_').trim();
  // The end of a long name says what the file is.
  return plain === '' ? `${type.startsWith('message/') ? 'message' : 'attachment'}-${index + 1}` : plain.slice(-NAME_MAX);
}

function attachmentOf(part: Part, index: number): Attachment {
  const contentId = part.contentId?.replace(/[<>\r\n\0]+/g, '').slice(0, NAME_MAX) ?? '';
  const isInline = contentId !== '' && (part.related || part.disposition === 'inline');
  return {
    filename: filenameOf(part, index),
    content: part.content,
    contentType: inOneLine(part.type).slice(0, NAME_MAX) || 'application/octet-stream',
    disposition: isInline ? 'inline' : 'attachment',
    ...(contentId === '' ? {} : { contentId }),
  };
}

function attachmentsOf({ attachments }: Message, { maxCount, maxContentLength }: AttachmentLimits): Attachment[] {
  if (attachments.length > maxCount) throw neverSent(`Too many attachments (max ${maxCount})`);
  if (attachments.reduce((sum, { content }) => sum + content.length, 0) > maxContentLength) throw neverSent('Attachments are too large');
  return attachments.map(attachmentOf);
}

/** @throws Refusal for what will never be sent */
export function sendRequest(message: Message, envelope: Envelope, limits: AttachmentLimits): SendRequest {
  const [reply] = message.replyTo.map(({ address }) => address).filter(isAddress);
  return {
    to: recipientsOf(message, envelope),
    from: senderOf(message, envelope),
    subject: subjectOf(message),
    body: bodyOf(message),
    ...(reply === undefined ? {} : { reply }),
    headers: headersOf(message),
    attachments: attachmentsOf(message, limits),
  };
}
