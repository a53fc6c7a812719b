/** One row of the ledger as the message that leaves (decisions "Send pipeline": MIME, HTML). */
import type { KeyObject } from 'node:crypto';
import { htmlToText } from 'html-to-text';
import DKIM from 'nodemailer/lib/dkim';
import MimeNode from 'nodemailer/lib/mime-node';
import type { EmailRow, Header, StoredAttachment } from './domain/email.ts';
import { ownMessageId } from './domain/email.ts';
import { mergeHeaders } from './domain/headers.ts';

export interface DkimKey {
  domainName: string;
  keySelector: string;
  /** Parsed once, not for each mail. */
  privateKey: KeyObject;
}

export interface MessageParts {
  row: EmailRow;
  /** The document that leaves. */
  html: string;
  /** The document that the text alternative is made from: links as the sender wrote them. */
  readable: string;
  /** In the order of `row.attachments`. */
  attachments: readonly Buffer[];
  /** Headers of ours that a custom one may override. */
  defaults: readonly Header[];
  /** Null: the domain is gone, the message leaves unsigned. */
  dkim: DkimKey | null;
  date: Date;
}

/** More than a template may make (decisions "Template language": Limits); reading more would hold up other mail. */
const TEXT_FROM_MAX = 2_000_000;

const TEXT_OPTIONS = {
  wordwrap: 78,
  // Layout tables are read as text, pictures are left out.
  selectors: [{ selector: 'img', format: 'skip' }],
} as const;

function address(email: string, name: string | null) {
  return name ? { name, address: email } : email;
}

/** RFC 2046: a part of these types cannot be base64, and one of `multipart/*` would need parts of its own. */
function typeOf(contentType: string): string {
  return /^(?:multipart|message)\//i.test(contentType.trim()) ? 'application/octet-stream' : contentType;
}

function attach(parent: MimeNode, { filename, contentType, disposition, contentId }: StoredAttachment, content: Buffer): void {
  const node = parent.createChild(typeOf(contentType), { filename });
  if (contentId) node.setHeader('Content-ID', `<${contentId}>`);
  node.setHeader('Content-Disposition', disposition);
  node.setHeader('Content-Transfer-Encoding', 'base64');
  node.setContent(content);
}

/** mixed > related > alternative; a level without parts of its own is left out. */
function build(html: string, readable: string, attached: readonly [StoredAttachment, Buffer][], options: ConstructorParameters<typeof MimeNode>[1]): MimeNode {
  const inline = attached.filter(([{ disposition, contentId }]) => disposition === 'inline' && contentId);
  const others = attached.filter((entry) => !inline.includes(entry));
  const levels = [...(others.length > 0 ? ['mixed'] : []), ...(inline.length > 0 ? ['related'] : []), 'alternative'].map((level) => `multipart/${level}`);
  const root = new MimeNode(levels[0]!, options);
  const nodes = levels.slice(1).reduce((chain, level) => [...chain, chain.at(-1)!.createChild(level)], [root]);
  const alternative = nodes.at(-1)!;
  alternative.createChild('text/plain; charset=utf-8').setContent(htmlToText(readable.slice(0, TEXT_FROM_MAX), TEXT_OPTIONS as never));
  alternative.createChild('text/html; charset=utf-8').setContent(html);
  for (const entry of inline) attach(nodes.at(-2)!, ...entry);
  for (const entry of others) attach(root, ...entry);
  return root;
}

/** RFC 5322 bytes, signed. Throws only for a fault of ours. */
export async function composeMessage({ row, html, readable, attachments, defaults, dkim, date }: MessageParts): Promise<Buffer> {
  const headers = mergeHeaders(defaults, row.headers);
  const casing = new Map(headers.map(({ name }) => [name.toLowerCase(), name]));
  const root = build(html, readable, row.attachments.map((attachment, index) => [attachment, attachments[index]!]), {
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
    normalizeHeaderKey: (key) => casing.get(key.toLowerCase()) ?? key,
  });
  root.setHeader('From', address(row.from, row.fromName) as never);
  root.setHeader('To', address(row.to, row.toName) as never);
  if (row.replyTo && !casing.has('reply-to')) root.setHeader('Reply-To', row.replyTo);
  root.setHeader('Subject', row.subject);
  root.setHeader('Message-ID', `<${ownMessageId(row)}>`);
  root.setHeader('Date', date.toUTCString().replace(/GMT/, '+0000'));
  for (const { name, value } of headers) root.addHeader(name, value);
  const raw = await root.build();
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
