/** One row of the ledger as the message that leaves, byte for byte the same each time (contract "Send pipeline: MIME"). */
import type { EmailRow, Header, StoredAttachment } from '../domain/email.ts';
import { ownMessageId } from '../domain/email.ts';
import { mailbox } from '../domain/smtp-syntax.ts';
import { mergeHeaders } from '../domain/headers.ts';
import { contentIdOf, mediaType, parameter } from '../domain/mime/parameters.ts';
import type { Pieces, Text } from '../domain/mime/transfer.ts';
import { base64Lines, transferred } from '../domain/mime/transfer.ts';
import { addressHeader, textHeader } from '../domain/mime/words.ts';

export interface MessageParts {
  row: EmailRow;
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
  body: Buffer;
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

function headersOf(row: EmailRow, defaults: readonly Header[]): string {
  const custom = mergeHeaders(defaults, row.headers);
  const hasReplyTo = custom.some(({ name }) => name.toLowerCase() === 'reply-to');
  return [
    addressHeader('From', shownAddress(row.from), row.fromName),
    addressHeader('To', shownAddress(row.to), row.toName),
    row.replyTo && !hasReplyTo ? addressHeader('Reply-To', shownAddress(row.replyTo), null) : '',
    textHeader('Subject', row.subject),
    `Message-ID: <${ownMessageId(row)}>\r\n`,
    `Date: ${row.createdAt.toUTCString().replace('GMT', '+0000')}\r\n`,
    ...custom.map(({ name, value }) => textHeader(name, value, true)),
    'MIME-Version: 1.0\r\n',
  ].join('');
}

function written(pieces: Pieces): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') bytes.write(piece, at, 'latin1');
    else bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Every line ended by CRLF. Throws only for a fault of ours. */
export function composeMessage(parts: MessageParts): Message {
  const { headers, content, isRelaxed } = build(parts);
  return { headers: headersOf(parts.row, parts.defaults) + headers, body: written(content), isRelaxed };
}

/** RFC 5322 bytes. @param above headers that go on top */
export function bytesOf({ headers, body }: Message, above = ''): Buffer {
  return Buffer.concat([Buffer.from(`${above}${headers}\r\n`, 'utf8'), body]);
}
