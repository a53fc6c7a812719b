/** Images on disk: streamed in, known by their first bytes, served under a name nobody can guess. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Fault, shortFault } from '#kit/errors.ts';
import { MAGIC_BYTES, MAX_IMAGE_BYTES, imageKind } from './domain/image.ts';
import type { ImageKind } from './domain/image.ts';

export interface StoredImage extends ImageKind {
  key: string;
  size: number;
}

/** Digits of the folder that holds a project's images. Keys begin with them, so that a key alone leads to its file. */
const FOLDER_DIGITS = 16;
/** Keys from before images had a project: 32 digits, at the top. */
const OLD_KEY = /^[0-9a-f]{32}\./;

function folderOf(projectId: string): string {
  return createHash('sha256').update(projectId).digest('hex').slice(0, FOLDER_DIGITS);
}

function pathOf(directory: string, key: string): string {
  return OLD_KEY.test(key) ? path.join(directory, key) : path.join(directory, key.slice(0, FOLDER_DIGITS), key);
}

const WRONG = 'Only JPEG, PNG, GIF and WebP images are accepted';

/**
 * Writes the stream to `directory` and answers under which key; short 400s for what is no image or too large. Leaves nothing behind then.
 */
export async function storeImage(directory: string, projectId: string, content: Readable & { truncated?: boolean }): Promise<StoredImage> {
  const folder = folderOf(projectId);
  const name = `${folder}${randomBytes(16).toString('hex')}`;
  await mkdir(path.join(directory, folder), { recursive: true });
  const draft = path.join(directory, folder, `${name}.part`);
  const file = await open(draft, 'wx', 0o640);
  try {
    let kind: ImageKind | undefined;
    let head = Buffer.alloc(0);
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > MAX_IMAGE_BYTES) throw shortFault('Image is larger than 10 MB');
      if (head.length < MAGIC_BYTES) {
        head = Buffer.concat([head, chunk]);
        kind = imageKind(head);
        if (head.length >= MAGIC_BYTES && !kind) throw shortFault(WRONG);
      }
      await file.write(chunk);
    }
    if (content.truncated) throw shortFault('Image is larger than 10 MB');
    if (!kind) throw shortFault(WRONG);
    await file.close();
    const key = `${name}.${kind.extension}`;
    await rename(draft, pathOf(directory, key));
    return { ...kind, key, size };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    // What is no fault of the file system is one of the form.
    throw error instanceof Fault || (error as NodeJS.ErrnoException).syscall ? error : shortFault('The upload is broken');
  }
}

/** The stored bytes; undefined when there are none under this key. */
export async function readImage(directory: string, key: string): Promise<{ size: number; content: Readable } | undefined> {
  const file = pathOf(directory, key);
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? { size: found.size, content: createReadStream(file) } : undefined;
}

/** Removes every image of a project; harmless when repeated. */
export async function removeImages(directory: string, projectId: string): Promise<void> {
  await rm(path.join(directory, folderOf(projectId)), { recursive: true, force: true });
}
