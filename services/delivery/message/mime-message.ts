/** One row of the ledger as the message that leaves, byte for byte the same each time (contract "Send pipeline: MIME"). */
import type { EmailRow, Header, StoredAttachment } from '../domain/email.ts';
import { ownMessageId } from '../domain/email.ts';
import { mailbox } from '../domain/smtp-syntax.ts';
import { mergeHeaders } from '../domain/headers.ts';
import { contentIdOf, mediaType, parameter } from '../domain/mime/parameters.ts';
import type { Pieces, Text } from '../domain/mime/transfer.ts';
import { base64Lines, transferred } from '../domain/mime/transfer.ts';
import { addressHeader, textHeader } from '../domain/mime/words.ts';

/** What of a mail its message is made of, beside its content. */
export type Headed = Pick<
  EmailRow,
  '_id' | 'from' | 'fromName' | 'to' | 'toName' | 'replyTo' | 'subject' | 'headers' | 'attachments' | 'createdAt'
>;

export interface MessageParts {
  row: Headed;
  /** The document that leaves, and its text alternative. */
  html: Text;
  text: Text;
  /** In the order of `row.attachments`. */
  attachments: readonly Buffer[];
  /** Headers of ours that a custom one may override. */
  defaults: readonly Header[];
}

/** A message in the two parts that are signed. */
export interface Message {
  /** Each ended by CRLF. */
  headers: string;
  body: Pieces;
  /** DKIM's relaxed body is the body itself. */
  isRelaxed: boolean;
}

/** An entity of MIME: headers, then content in pieces. */
interface Entity {
  headers: string;
  content: Pieces;
  isRelaxed: boolean;
}

function textual(subtype: string, text: Text): Entity {
  const { encoding, content, isRelaxed } = transferred(text);
  const headers = `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`;
  return { headers, content, isRelaxed };
}

function attached({ filename, contentType, disposition, contentId }: StoredAttachment, bytes: Buffer): Entity {
  return {
    headers: [
      `Content-Type: ${mediaType(contentType)}${parameter('name', filename)}\r\n`,
      contentId ? `Content-ID: <${contentIdOf(contentId)}>\r\n` : '',
      `Content-Disposition: ${disposition === 'inline' ? 'inline' : 'attachment'}${parameter('filename', filename)}\r\n`,
      'Content-Transfer-Encoding: base64\r\n',
    ].join(''),
    content: [base64Lines(bytes)],
    // Its type may be written with any blanks.
    isRelaxed: false,
  };
}

/** `=_` occurs in no encoded text; the mail's id keeps it out of plain text. */
function multipart(subtype: string, id: string, parts: readonly Entity[]): Entity {
  const boundary = `=_${subtype}_${id}`;
  return {
    headers: `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n`,
    content: [...parts.flatMap(({ headers, content }) => [`--${boundary}\r\n${headers}\r\n`, ...content, '\r\n']), `--${boundary}--\r\n`],
    isRelaxed: parts.every(({ isRelaxed }) => isRelaxed),
  };
}

/** mixed > related > alternative; a level without parts of its own is left out. */
function build({ row, html, text, attachments }: MessageParts): Entity {
  const alternative = multipart('alternative', row._id, [textual('plain', text), textual('html', html)]);
  if (row.attachments.length === 0) return alternative;
  const isInline = ({ disposition, contentId }: StoredAttachment) => disposition === 'inline' && contentId !== null && contentId !== '';
  const entities = row.attachments.map((attachment, index) => ({
    inline: isInline(attachment),
    entity: attached(attachment, attachments[index]!),
  }));
  const inline = entities.filter((one) => one.inline).map(({ entity }) => entity);
  const others = entities.filter((one) => !one.inline).map(({ entity }) => entity);
  const related = inline.length > 0 ? multipart('related', row._id, [alternative, ...inline]) : alternative;
  return others.length > 0 ? multipart('mixed', row._id, [related, ...others]) : related;
}

/** An address as headers show it: what cannot be one stays as it is, on its line. */
const shownAddress = (address: string): string => mailbox(address) ?? address.replace(/[\s<>]/g, '');

/** Remembers the last text it wrote: most mails that leave one after the other share most headers. */
function lastWritten<A extends readonly unknown[]>(write: (...values: A) => string): (...values: A) => string {
  let last: { values: A; text: string } | undefined;
  return (...values) => {
    if (!last || values.some((value, index) => value !== last!.values[index])) last = { values, text: write(...values) };
    return last.text;
  };
}

const fromHeader = lastWritten((from: string, name: string | null) => addressHeader('From', shownAddress(from), name));
const replyToHeader = lastWritten((address: string) => addressHeader('Reply-To', shownAddress(address), null));
const subjectHeader = lastWritten((subject: string) => textHeader('Subject', subject));
const dateHeader = lastWritten((ms: number) => `Date: ${new Date(ms).toUTCString().replace('GMT', '+0000')}\r\n`);
const written = new Map<string, (value: string) => string>();
const NAMES_MAX = 100;

function customHeader({ name, value }: Header): string {
  let write = written.get(name);
  if (!write) {
    write = lastWritten((one: string) => textHeader(name, one, true));
    if (written.size >= NAMES_MAX) written.clear();
    written.set(name, write);
  }
  return write(value);
}

function headersOf(row: Headed, defaults: readonly Header[]): string {
  const custom = row.headers.length > 0 ? mergeHeaders(defaults, row.headers) : defaults;
  const hasReplyTo = custom.some(({ name }) => name.toLowerCase() === 'reply-to');
  return [
    fromHeader(row.from, row.fromName),
    addressHeader('To', shownAddress(row.to), row.toName),
    row.replyTo && !hasReplyTo ? replyToHeader(row.replyTo) : '',
    subjectHeader(row.subject),
    `Message-ID: <${ownMessageId(row)}>\r\n`,
    dateHeader(row.createdAt.getTime()),
    ...custom.map(customHeader),
    'MIME-Version: 1.0\r\n',
  ].join('');
}

const sizeOf = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0);

function writeTo(bytes: Buffer, at: number, pieces: Pieces): void {
  for (const piece of pieces) {
    if (typeof piece === 'string') bytes.write(piece, at, 'latin1');
    else bytes.set(piece, at);
    at += piece.length;
  }
}

/** Every line ended by CRLF. Throws only for a fault of ours. */
export function composeMessage(parts: MessageParts): Message {
  const { headers, content, isRelaxed } = build(parts);
  return { headers: headersOf(parts.row, parts.defaults) + headers, body: content, isRelaxed };
}

/** RFC 5322 bytes, and where in them the body begins. */
export function writtenMessage({ headers, body }: Message): { raw: Buffer; bodyAt: number } {
  const bodyAt = Buffer.byteLength(headers, 'utf8') + 2;
  const raw = Buffer.allocUnsafe(bodyAt + sizeOf(body));
  if (bodyAt === headers.length + 2) raw.write(headers, 0, 'latin1');
  else raw.write(headers, 0, 'utf8');
  raw.write('\r\n', bodyAt - 2, 'latin1');
  writeTo(raw, bodyAt, body);
  return { raw, bodyAt };
}

/** RFC 5322 bytes. */
export const bytesOf = (message: Message): Buffer => writtenMessage(message).raw;
