/** A worker thread that reads messages: it takes time and memory by the megabyte, and a hostile one can be ended. One at a time. */
import { readSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import PostalMime from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import type { Mailbox, Message, Part } from './domain/message.ts';
import { createPartLimits } from './part-limits.ts';

/** A message's bytes, or an open file of so many bytes. */
export interface ReadJob {
  source: Uint8Array | number;
  size: number;
}

export type ReadAnswer = { message: Message } | { error: string };

/** Parts inside parts, and bytes of headers: more than any mail has, and little enough to be read quickly. */
const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 256 * 1_024 };
const MOST_PARTS = 1_000;
/** Of a message's own headers; more than 50 that are not standard are refused later, in words of their own. */
const MOST_HEADERS = 2_000;

const parts = createPartLimits(MOST_PARTS);

function bytesOf({ source, size }: ReadJob): Uint8Array {
  if (typeof source !== 'number') return source;
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const count = readSync(source, bytes, at, size - at, at);
    if (count === 0) throw new Error('The file of the message is shorter than the message');
    at += count;
  }
  return bytes;
}

const mailboxes = (addresses: readonly Address[] = []): Mailbox[] =>
  addresses.flatMap((one) => one.group ?? [one as Mailbox]).map(({ name, address }) => ({ name, address: address.trim() }));

function partOf({ filename, mimeType, disposition, contentId, related, content }: Attachment): Part {
  return {
    filename,
    type: mimeType,
    disposition,
    contentId: contentId?.trim().replace(/^<|>$/g, '') ?? null,
    related: related === true,
    content: Buffer.from(content as ArrayBuffer).toString('base64'),
  };
}

function messageOf(email: Email): Message {
  if (email.headers.length > MOST_HEADERS) throw new Error(`it has more than ${MOST_HEADERS} headers`);
  return {
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    from: mailboxes(email.from && [email.from])[0] ?? null,
    recipients: mailboxes([...(email.to ?? []), ...(email.cc ?? [])]),
    replyTo: mailboxes(email.replyTo),
    subject: email.subject ?? null,
    messageId: email.messageId?.trim() || null,
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map(partOf),
  };
}

async function read(job: ReadJob): Promise<ReadAnswer> {
  parts.reset();
  try {
    // A message inside the message is an attachment: it is nobody's to take apart.
    return { message: messageOf(await PostalMime.parse(bytesOf(job), { ...LIMITS, forceRfc822Attachments: true })) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
parentPort!.on('message', (job: ReadJob) => void read(job).then((answer) => parentPort!.postMessage(answer)));
// A thread that is ended writes nothing at its end.
flushCompileCache();
