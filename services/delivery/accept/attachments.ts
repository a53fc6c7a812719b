/** Attachments of a request: decoded, measured against the size a message may have, and kept as blobs, the same bytes once. */
import { fault } from '#kit/errors.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { SendRequest } from '#proto/delivery/v1/delivery.ts';
import type { StoredAttachment } from '../domain/email.ts';

export interface AttachmentStoreParts {
  blobs: Blobs;
  messageMaxBytes: number;
}

export interface AttachmentStore {
  /** Durable when it answers. Faults BODY_TOO_LARGE. */
  keep(projectId: string, body: string, attachments: SendRequest['attachments']): Promise<StoredAttachment[]>;
}

/** Base64 in lines of 76 costs 78 bytes for 57. */
const BASE64_LINES = 78 / 57;
const HEADERS_ROOM = 64 * 1024;

/** Upper estimate of a message's bytes before it is composed. */
export function estimateSize(body: string, attachments: readonly { size: number }[]): number {
  const bytes = Buffer.byteLength(body) + attachments.reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(bytes * BASE64_LINES) + HEADERS_ROOM;
}

export function createAttachmentStore({ blobs, messageMaxBytes }: AttachmentStoreParts): AttachmentStore {
  async function keep(projectId: string, body: string, attachments: SendRequest['attachments']): Promise<StoredAttachment[]> {
    // Takes URL-safe, wrapped and unpadded base64 as well.
    const decoded = attachments.map((attachment) => Buffer.from(attachment.content, 'base64'));
    const sizes = decoded.map(({ length }) => ({ size: length }));
    if (estimateSize(body, sizes) > messageMaxBytes) throw fault('BODY_TOO_LARGE', { message: 'The message is larger than 40 MB' });
    return await Promise.all(
      attachments.map(async ({ filename, contentType, disposition, contentId }, index) => ({
        filename,
        contentType,
        disposition,
        contentId: contentId ?? null,
        hash: await blobs.put(projectId, decoded[index]!),
        size: decoded[index]!.length,
      })),
    );
  }

  return { keep };
}
