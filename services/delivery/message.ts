/** One row of the ledger as the message that leaves (decisions "Send pipeline": MIME, HTML). */
import { htmlToText } from 'html-to-text';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { htmlDocument } from './domain/document.ts';
import type { EmailRow, Header } from './domain/email.ts';
import { messageIdOf } from './domain/email.ts';
import { mergeHeaders } from './domain/headers.ts';

export interface DkimKey {
  domainName: string;
  keySelector: string;
  /** PEM. */
  privateKey: string;
}

export interface MessageParts {
  row: EmailRow;
  body: string;
  /** In the order of `row.attachments`. */
  attachments: readonly Buffer[];
  /** Headers of ours that a custom one may override. */
  defaults: readonly Header[];
  /** Null: the domain is gone, the message leaves unsigned. */
  dkim: DkimKey | null;
  date: Date;
}

const TEXT_OPTIONS = {
  wordwrap: 78,
  // Layout tables are read as text, pictures are left out.
  selectors: [{ selector: 'img', format: 'skip' }],
  limits: { maxInputLength: 2_000_000 },
} as const;

function address(email: string, name: string | null) {
  return name ? { name, address: email } : email;
}

/** RFC 5322 bytes, signed. Throws only for a fault of ours. */
export async function composeMessage({ row, body, attachments, defaults, dkim, date }: MessageParts): Promise<Buffer> {
  const html = htmlDocument(body);
  const headers = mergeHeaders(defaults, row.headers);
  const ownReplyTo = headers.some(({ name }) => name.toLowerCase() === 'reply-to');
  const composer = new MailComposer({
    from: address(row.from, row.fromName),
    to: address(row.to, row.toName),
    ...(row.replyTo && !ownReplyTo ? { replyTo: row.replyTo } : {}),
    subject: row.subject,
    messageId: `<${messageIdOf(row)}>`,
    date,
    headers: headers.map(({ name, value }) => ({ key: name, value })),
    text: htmlToText(html, TEXT_OPTIONS as never),
    html,
    attachments: row.attachments.map((attachment, index) => ({
      filename: attachment.filename,
      content: attachments[index],
      contentType: attachment.contentType,
      contentDisposition: attachment.disposition as 'attachment' | 'inline',
      ...(attachment.contentId ? { cid: attachment.contentId } : {}),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return dkim ? await sign(raw, dkim) : raw;
}

async function sign(raw: Buffer, key: DkimKey): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of new DKIM({ keys: [key] } as never).sign(raw)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Base64 in lines of 76 costs 78 bytes for 57. */
const BASE64_LINES = 78 / 57;
const HEADERS_ROOM = 64 * 1024;

/** Upper estimate of a message's bytes before it is composed: the body counts twice for its text alternative. */
export function estimateSize(body: string, attachments: readonly { size: number }[]): number {
  const bytes = Buffer.byteLength(body) + attachments.reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(bytes * BASE64_LINES) + HEADERS_ROOM;
}
