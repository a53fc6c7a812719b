/** Images of templates: streamed in, known by their first bytes, kept on disk or in S3 under a name nobody can guess. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Fault, shortFault } from '#kit/errors.ts';
import type { ObjectStore, ObjectStoreSettings } from '#kit/store/object-store.ts';
import { MAGIC_BYTES, MAX_IMAGE_BYTES, imageKind, typeOfKey } from './domain/image.ts';
import type { ImageKind } from './domain/image.ts';

export interface StoredImage extends ImageKind {
  key: string;
  size: number;
}

export interface OpenImage {
  size: number;
  content: Readable;
}

export interface ImagesSettings {
  /** Where new images go when it is set. */
  s3: ObjectStoreSettings | null;
  /** Where they go else; what lies there is served in any case. */
  directory: string | undefined;
}

export interface Images {
  /** Short 400s for what is no image or too large; 503 when the store cannot be used. Leaves nothing behind then. */
  store(projectId: string, content: Readable & { truncated?: boolean }): Promise<StoredImage>;
  /** Undefined when there is none under this key. Faults SERVICE_UNAVAILABLE. */
  open(key: string): Promise<OpenImage | undefined>;
  /** Removes every image of a project; harmless when repeated. */
  removeAll(projectId: string): Promise<void>;
}

interface ImageStore {
  /** Answers the size. There is nothing under the key when it fails. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<number>;
  open(key: string): Promise<OpenImage | undefined>;
  removeAll(folder: string): Promise<void>;
}

/** Digits of the folder that holds a project's images. Keys begin with them, so that a key alone leads to its file. */
const FOLDER_DIGITS = 16;
/** Keys from before images had a project: 32 digits, at the top. */
const OLD_KEY = /^[0-9a-f]{32}\./;

const folderOf = (projectId: string): string => createHash('sha256').update(projectId).digest('hex').slice(0, FOLDER_DIGITS);

/** Nothing is ever written twice under one key. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

const WRONG = 'Only JPEG, PNG, GIF and WebP images are accepted';

function onDisk(directory: string): ImageStore {
  const pathOf = (key: string): string => path.join(directory, OLD_KEY.test(key) ? '' : key.slice(0, FOLDER_DIGITS), key);
  return {
    async write(key, content) {
      const draft = `${pathOf(key)}.part`;
      await mkdir(path.dirname(draft), { recursive: true });
      const file = await open(draft, 'wx', 0o640);
      try {
        let size = 0;
        for await (const chunk of content) {
          size += chunk.length;
          await file.write(chunk);
        }
        await file.close();
        await rename(draft, pathOf(key));
        return size;
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(draft, { force: true });
        throw error;
      }
    },
    async open(key) {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() ? { size: found.size, content: createReadStream(pathOf(key)) } : undefined;
    },
    removeAll: (folder) => rm(path.join(directory, folder), { recursive: true, force: true }),
  };
}

/** The library of S3 takes memory: it is loaded with the first image. */
function inBucket(settings: ObjectStoreSettings): ImageStore {
  let loaded: Promise<ObjectStore> | undefined;
  const objects = () => (loaded ??= import('#kit/store/object-store.ts').then(({ createObjectStore }) => createObjectStore(settings)));
  return {
    write: async (key, content) => await (await objects()).write(key, content, { contentType: typeOfKey(key)!, cacheControl: FOR_EVER }),
    open: async (key) => (await (await objects()).open(key)) ?? undefined,
    async removeAll(folder) {
      const store = await objects();
      for await (const page of store.list(folder)) if (page.length > 0) await store.remove(page.map(({ key }) => key));
    },
  };
}

async function* limited(content: Readable & { truncated?: boolean }): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) break;
    yield chunk;
  }
  if (size > MAX_IMAGE_BYTES || content.truncated) throw shortFault('Image is larger than 10 MB');
}

/** What an upload is, by its first bytes, and all of its bytes. */
async function recognized(chunks: AsyncGenerator<Buffer>): Promise<{ kind: ImageKind; bytes: AsyncIterable<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const kind = imageKind(head);
  if (!kind) throw shortFault(WRONG);
  async function* bytes() {
    yield head;
    yield* chunks;
  }
  return { kind, bytes: bytes() };
}

/** Null where images have no place: neither folder nor bucket. */
export function createImages({ s3, directory }: ImagesSettings): Images | null {
  const stores = [...(s3 ? [inBucket(s3)] : []), ...(directory ? [onDisk(directory)] : [])];
  const [newest] = stores;
  if (!newest) return null;
  return {
    async store(projectId, content) {
      try {
        const { kind, bytes } = await recognized(limited(content));
        const key = `${folderOf(projectId)}${randomBytes(16).toString('hex')}.${kind.extension}`;
        return { ...kind, key, size: await newest.write(key, bytes) };
      } catch (error) {
        if (error instanceof Fault) throw error.status === 503 ? shortFault('Images cannot be stored now', 503) : error;
        // What is no fault of the file system is one of the form.
        throw (error as NodeJS.ErrnoException).syscall ? error : shortFault('The upload is broken');
      }
    },
    async open(key) {
      for (const store of stores) {
        const image = await store.open(key);
        if (image) return image;
      }
      return undefined;
    },
    async removeAll(projectId) {
      for (const store of stores) await store.removeAll(folderOf(projectId));
    },
  };
}
