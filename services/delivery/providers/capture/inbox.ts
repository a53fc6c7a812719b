/** The development inbox that the capture provider fills (contract "Send pipeline: capture"). */
import type { Model } from 'mongoose';
import PostalMime, { decodeWords } from 'postal-mime';
import type { InboxMail } from '#proto/delivery/v1/delivery.ts';
import { notFound } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { InboxRow } from '../../model.ts';
import { INBOX_KEEPS } from './capture.ts';

/** Every call faults RESOURCE_NOT_FOUND with any other provider than capture: the inbox is not there. */
export interface Inbox {
  /** Newest first, the last 1,000 of each project. @param to the whole address, case ignored */
  list(to: string | null): Promise<InboxMail[]>;
  /** The whole mail, parsed. Faults RESOURCE_NOT_FOUND. */
  get(id: string): Promise<InboxMail>;
  clear(): Promise<void>;
}

/** A list travels in one bus message, which holds 1 MB. */
const LISTED_MAX = 3 * INBOX_KEEPS;

function item(row: InboxRow): InboxMail {
  const { _id, projectId, from, to, subject, receivedAt } = row;
  return {
    id: _id,
    emailId: _id,
    projectId,
    from,
    to,
    subject,
    receivedAt: receivedAt.toISOString(),
    headers: {},
    attachments: [],
    dispatches: row.attempts.length,
  };
}

/** Header names in lower case, values decoded; a repeated one's values are joined. */
function headersOf(headers: readonly { key: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const { key, value } of headers) {
    const text = decodeWords(value);
    joined.set(key, joined.has(key) ? `${joined.get(key)}, ${text}` : text);
  }
  return Object.fromEntries(joined);
}

/** @param open false with any other provider than capture */
export function createInbox(model: Model<InboxRow>, blobs: Blobs, open: boolean): Inbox {
  function enter(): void {
    if (!open) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Route', id: '/dev/inbox' }, 'Unknown route');
  }

  async function list(to: string | null): Promise<InboxMail[]> {
    enter();
    const filter = to ? { to: to.trim().toLowerCase() } : {};
    const rows = await acrossProjects(
      model
        .find(filter, { raw: 0 })
        .sort({ receivedAt: -1 })
        .limit(5 * INBOX_KEEPS)
        .lean<InboxRow[]>(),
    );
    const counts = new Map<string, number>();
    return rows
      .filter(({ projectId }) => {
        const count = (counts.get(projectId) ?? 0) + 1;
        counts.set(projectId, count);
        return count <= INBOX_KEEPS;
      })
      .slice(0, LISTED_MAX)
      .map(item);
  }

  async function get(id: string): Promise<InboxMail> {
    enter();
    const row = await acrossProjects(model.findOne({ _id: id }).lean<InboxRow>());
    if (!row) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Mail', id });
    // Lean documents hold BSON's Binary, not a Buffer.
    const raw = row.rawHash
      ? await blobs.get(row.projectId, row.rawHash)
      : Buffer.from((row.raw as unknown as { buffer: Uint8Array }).buffer);
    const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
    return {
      ...item(row),
      headers: headersOf(parsed.headers),
      html: parsed.html ?? null,
      text: parsed.text ?? null,
      attachments: parsed.attachments.map((attachment) => ({
        filename: attachment.filename ?? '',
        content: attachment.content as string,
        contentType: attachment.mimeType,
        disposition: attachment.disposition ?? 'attachment',
        contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
      })),
      raw: raw.toString('utf8'),
    };
  }

  async function clear(): Promise<void> {
    enter();
    await acrossProjects(model.deleteMany({}));
  }

  return { list, get, clear };
}
