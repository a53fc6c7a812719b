/** Objects in S3, or in a server of its protocol: written, read in parts, listed and removed by their keys. */
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { fault } from '../errors.ts';

export interface ObjectStoreSettings {
  bucket: string;
  region: string;
  /** Elsewhere than Amazon. */
  endpoint?: string | undefined;
  /** Absent: what the machine's role allows. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The bucket is a part of the path, not of the host's name. */
  pathStyle: boolean;
  /** Milliseconds that an answer may take to begin, and a stream to go on. */
  timeoutMs: number;
}

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** What S3 says with an object to whoever asks it without us. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
}

/** Every method faults SERVICE_UNAVAILABLE when the store cannot be reached, refuses, or is slow. */
export interface ObjectStore {
  /** Durable when it answers. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Never whole in memory; answers the size in bytes. Nothing is there when it fails, but for a process that dies. */
  write(key: string, source: AsyncIterable<Uint8Array>, headers?: ObjectHeaders): Promise<number>;
  /** Null when there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** As a stream, with its size; null when there is no such object. */
  open(key: string): Promise<{ size: number; content: Readable } | null>;
  has(key: string): Promise<boolean>;
  /** Bytes from `start` to before `end`, at least one. */
  read(key: string, part: { start: number; end: number }): AsyncIterable<Buffer>;
  /** Objects whose key begins so, page by page. */
  list(prefix: string): AsyncIterable<StoredObject[]>;
  /** Harmless where there is nothing. */
  remove(keys: readonly string[]): Promise<void>;
  /** Gives up what was begun to be written under keys that begin so, by processes that died. */
  abandon(prefix: string): Promise<void>;
}

const CONNECT_WITHIN_MS = 3_000;
const TRIES = 3;
/** S3 takes no smaller one but as the last. */
const PART_BYTES = 8 * 1_048_576;
/** S3 removes no more at once. */
const REMOVED_AT_ONCE = 1_000;

const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name);

function away(error: unknown): never {
  const { name, message } = error as Error;
  const why = name === 'Error' ? message : name;
  throw fault('SERVICE_UNAVAILABLE', { message: `The object store cannot be used: ${why}` });
}

/** Pieces of at least `PART_BYTES`, but for the last. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [pieces, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pieces);
}

export function createObjectStore({ bucket, region, endpoint, credentials, pathStyle, timeoutMs }: ObjectStoreSettings): ObjectStore {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    // A copy: the configuration is frozen, and the SDK notes in it where it came from.
    ...(credentials ? { credentials: { ...credentials } } : {}),
    maxAttempts: TRIES,
    // Servers that are not Amazon's know no checksums but those they must.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  const at = (Key: string) => ({ Bucket: bucket, Key });

  const created = (key: string, headers?: ObjectHeaders) => ({
    ...at(key),
    ...(headers ? { ContentType: headers.contentType, CacheControl: headers.cacheControl } : {}),
  });
  type Created = ReturnType<typeof created>;

  async function put(object: Created, bytes: Uint8Array): Promise<void> {
    await client.send(new PutObjectCommand({ ...object, Body: bytes })).catch(away);
  }

  /** The rest of a stream whose first part is full. */
  async function writeParts(object: Created, parts: AsyncGenerator<Buffer>, first: Buffer): Promise<number> {
    const key = object.Key;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object)).catch(away);
    try {
      const written: { PartNumber: number; ETag: string | undefined }[] = [];
      let size = 0;
      const add = async (Body: Buffer): Promise<void> => {
        const PartNumber = written.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body })).catch(away);
        written.push({ PartNumber, ETag });
        size += Body.length;
      };
      await add(first);
      for await (const part of parts) await add(part);
      await client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts: written } })).catch(away);
      return size;
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async function open(key: string, range?: string): Promise<{ size: number; content: Readable } | null> {
    try {
      const { Body, ContentLength } = await client.send(new GetObjectCommand({ ...at(key), ...(range ? { Range: range } : {}) }));
      return { size: ContentLength!, content: Body as Readable };
    } catch (error) {
      return isMissing(error) ? null : away(error);
    }
  }

  return {
    put: (key, bytes) => put(created(key), bytes),
    open: (key) => open(key),

    async write(key, source, headers) {
      const object = created(key, headers);
      const parts = partsOf(source);
      const first = (await parts.next()).value as Buffer | undefined;
      if (first && first.length >= PART_BYTES) return await writeParts(object, parts, first);
      await put(object, first ?? Buffer.alloc(0));
      return first?.length ?? 0;
    },

    async get(key) {
      const object = await open(key);
      if (!object) return null;
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of object.content) chunks.push(chunk as Buffer);
      } catch (error) {
        return away(error);
      }
      return Buffer.concat(chunks);
    },

    async has(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)));
        return true;
      } catch (error) {
        return isMissing(error) ? false : away(error);
      }
    },

    async *read(key, { start, end }) {
      const object = await open(key, `bytes=${start}-${end - 1}`);
      if (!object) return away(new Error(`there is no ${key}`));
      try {
        for await (const chunk of object.content) yield chunk as Buffer;
      } catch (error) {
        away(error);
      }
    },

    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(ContinuationToken ? { ContinuationToken } : {}) }))
          .catch(away);
        yield (page.Contents ?? []).map(({ Key, LastModified }) => ({ key: Key!, modifiedAt: LastModified! }));
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },

    async remove(keys) {
      if (keys.length === 1) return void (await client.send(new DeleteObjectCommand(at(keys[0]!))).catch(away));
      for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE) {
        const Objects = keys.slice(from, from + REMOVED_AT_ONCE).map((Key) => ({ Key }));
        const { Errors = [] } = await client
          .send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
          .catch(away);
        if (Errors.length > 0) away(new Error(`${Errors.length} objects stay: ${Errors[0]!.Code}`));
      }
    },

    async abandon(prefix) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix })).catch(away);
      for (const { Key, UploadId } of Uploads)
        await client
          .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
          .catch((error: unknown) => (isMissing(error) ? undefined : away(error)));
    },
  };
}
