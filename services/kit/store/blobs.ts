/**
 * Big bytes of a project, in GridFS: attachments and oversize bodies, kept once each by their hash; uploaded files, by a name of their own.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';

const DAY_MS = 86_400_000;
/**
 * A blob's `uploadDate` says when it was last put, and may lag this far behind: keeping one again is written down once a day, and whoever
 * keeps one over and over need ask no more often than that.
 */
export const BLOB_USE_BEHIND_MS = 2 * DAY_MS;

/** A blob that was there once: its time was over. */
export class BlobGone extends Error {
  constructor() {
    super('its content was blanked');
    this.name = 'BlobGone';
  }
}

/** A document of MongoDB holds 16 MB; a larger body becomes a blob. */
export const BODY_INLINE_MAX = 4 * 1_048_576;

export interface Blobs {
  /** Durable when it answers; answers the hash (SHA-256, hex). */
  put(projectId: string, bytes: Buffer): Promise<string>;
  /** Throws BlobGone. */
  get(projectId: string, hash: string): Promise<Buffer>;
  /** Says that they are in use still; answers how many files they are. */
  touch(projectId: string, hashes: readonly string[]): Promise<number>;
  /** Removes a project's blobs that nobody has put or touched since; answers how many. */
  removeUnused(projectId: string, since: Date): Promise<number>;
  /**
   * Writes a stream under a name nobody else uses, never whole in memory; answers its size in bytes. What a failed call leaves, `remove`
   * takes away.
   */
  write(projectId: string, name: string, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Bytes of a written stream from `start` on; `end` is its size, or where to stop. */
  read(projectId: string, name: string, part: { start: number; end: number }): AsyncIterable<Buffer>;
  /** Removes what was written under a name, whole or not; harmless when there is nothing. */
  remove(projectId: string, name: string): Promise<void>;
  /** Removes all of a project's blobs. */
  purge(projectId: string): Promise<void>;
}

const { GridFSBucket, MongoRuntimeError } = mongoose.mongo;

export function createBlobs(mongo: Connection, clock: () => Date): Blobs {
  let opened: InstanceType<typeof GridFSBucket> | undefined;
  const bucket = () => (opened ??= new GridFSBucket(mongo.db!, { bucketName: 'blobs' }));
  // A file's name is its key; GridFS indexes names. Two writers at once leave two equal files, which harms nothing.
  const key = (projectId: string, name: string) => `${projectId}/${name}`;
  /** The driver takes any id, its types only an ObjectId. */
  const idOf = (projectId: string, name: string) => key(projectId, name) as unknown as mongoose.mongo.ObjectId;
  // Every name between `<projectId>/` and `<projectId>0` (the next character) starts with the first.
  const ofProject = (projectId: string) => ({ $gte: `${projectId}/`, $lt: `${projectId}0` });
  const files = () => mongo.db!.collection('blobs.files');

  async function touch(projectId: string, hashes: readonly string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const filename = { $in: hashes.map((hash) => key(projectId, hash)) };
    return (await files().updateMany({ filename }, { $set: { uploadDate: clock() } })).matchedCount;
  }

  return {
    async put(projectId: string, bytes: Buffer): Promise<string> {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const filename = key(projectId, hash);
      const [kept] = await bucket().find({ filename }).limit(1).toArray();
      const isRecent = kept && clock().getTime() - kept.uploadDate.getTime() < DAY_MS;
      // Touched and gone meanwhile is the same as never there.
      if (isRecent || (kept && (await touch(projectId, [hash])) > 0)) return hash;
      await pipeline(Readable.from([bytes]), bucket().openUploadStream(filename));
      return hash;
    },

    async get(projectId: string, hash: string): Promise<Buffer> {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of bucket().openDownloadStreamByName(key(projectId, hash))) chunks.push(chunk as Buffer);
      } catch (error) {
        throw (error as { code?: unknown }).code === 'ENOENT' ? new BlobGone() : error;
      }
      return Buffer.concat(chunks);
    },

    touch,

    async removeUnused(projectId: string, since: Date): Promise<number> {
      const unused = { filename: ofProject(projectId), uploadDate: { $lt: since } };
      let removed = 0;
      for await (const { _id } of files().find(unused, { projection: { _id: 1 } })) {
        // Whoever has touched it since keeps it.
        const { deletedCount } = await files().deleteOne({ _id, uploadDate: { $lt: since } });
        if (deletedCount > 0) await mongo.db!.collection('blobs.chunks').deleteMany({ files_id: _id });
        removed += deletedCount;
      }
      return removed;
    },

    async write(projectId: string, name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      const file = bucket().openUploadStreamWithId(idOf(projectId, name), key(projectId, name));
      await pipeline(Readable.from(source), file);
      return file.length;
    },

    read: (projectId: string, name: string, { start, end }: { start: number; end: number }): AsyncIterable<Buffer> =>
      start < end ? bucket().openDownloadStream(idOf(projectId, name), { start, end }) : Readable.from([]),

    async remove(projectId: string, name: string): Promise<void> {
      await bucket()
        .delete(idOf(projectId, name))
        .catch((error: unknown) => {
          if (!(error instanceof MongoRuntimeError)) throw error;
        });
    },

    async purge(projectId: string): Promise<void> {
      for await (const file of bucket().find({ filename: ofProject(projectId) })) await bucket().delete(file._id);
    },
  };
}
