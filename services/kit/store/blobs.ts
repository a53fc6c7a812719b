/** Big bytes of a project, in GridFS: attachments and oversize bodies, kept once each by their hash; uploaded files, by a name of their own. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';

/** A document of MongoDB holds 16 MB; a larger body becomes a blob. */
export const BODY_INLINE_MAX = 4 * 1_048_576;

export type Blobs = ReturnType<typeof projectBlobs>;

const { GridFSBucket, MongoRuntimeError } = mongoose.mongo;

export function projectBlobs(mongo: Connection) {
  let opened: InstanceType<typeof GridFSBucket> | undefined;
  const bucket = () => (opened ??= new GridFSBucket(mongo.db!, { bucketName: 'blobs' }));
  // A file's name is its key; GridFS indexes names. Two writers at once leave two equal files, which harms nothing.
  const key = (projectId: string, name: string) => `${projectId}/${name}`;

  return {
    /** Durable when it answers; answers the hash (SHA-256, hex). */
    async put(projectId: string, bytes: Buffer): Promise<string> {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const filename = key(projectId, hash);
      if (await bucket().find({ filename }).limit(1).hasNext()) return hash;
      await pipeline(Readable.from([bytes]), bucket().openUploadStream(filename));
      return hash;
    },

    async get(projectId: string, hash: string): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of bucket().openDownloadStreamByName(key(projectId, hash))) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },

    /** Writes a stream under a name nobody else uses, never whole in memory; answers its size in bytes. What a failed call leaves, `remove` takes away. */
    async write(projectId: string, name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      const file = bucket().openUploadStreamWithId(key(projectId, name) as never, key(projectId, name));
      await pipeline(Readable.from(source), file);
      return file.length;
    },

    /** Bytes of a written stream from `start` on; `end` is its size, or where to stop. */
    read: (projectId: string, name: string, start: number, end: number): AsyncIterable<Buffer> =>
      start < end ? bucket().openDownloadStream(key(projectId, name) as never, { start, end }) : Readable.from([]),

    /** Removes what was written under a name, whole or not; harmless when there is nothing. */
    async remove(projectId: string, name: string): Promise<void> {
      await bucket().delete(key(projectId, name) as never).catch((error: unknown) => {
        if (!(error instanceof MongoRuntimeError)) throw error;
      });
    },

    /** Removes all of a project's blobs. */
    async purge(projectId: string): Promise<void> {
      // Every name between `<projectId>/` and `<projectId>0` (the next character) starts with the first.
      for await (const file of bucket().find({ filename: { $gte: `${projectId}/`, $lt: `${projectId}0` } })) await bucket().delete(file._id);
    },
  };
}
