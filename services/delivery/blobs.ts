/** Big bytes of a project (attachments, oversize bodies), kept once each in GridFS by their hash. */
import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';

/** A document of MongoDB holds 16 MB; a larger body becomes a blob. */
export const BODY_INLINE_MAX = 4 * 1_048_576;

export type Blobs = ReturnType<typeof projectBlobs>;

export function projectBlobs(mongo: Connection) {
  let opened: InstanceType<typeof mongoose.mongo.GridFSBucket> | undefined;
  const bucket = () => (opened ??= new mongoose.mongo.GridFSBucket(mongo.db!, { bucketName: 'blobs' }));
  // A file's name is its key; GridFS indexes names. Two writers at once leave two equal files, which harms nothing.
  const key = (projectId: string, hash: string) => `${projectId}/${hash}`;

  return {
    /** Durable when it answers; answers the hash (SHA-256, hex). */
    async put(projectId: string, bytes: Buffer): Promise<string> {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const filename = key(projectId, hash);
      if (await bucket().find({ filename }).limit(1).hasNext()) return hash;
      await new Promise<void>((resolve, reject) => {
        bucket().openUploadStream(filename).on('finish', resolve).on('error', reject).end(bytes);
      });
      return hash;
    },

    async get(projectId: string, hash: string): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of bucket().openDownloadStreamByName(key(projectId, hash))) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },

    /** Removes all of a project's blobs. */
    async purge(projectId: string): Promise<void> {
      // Every name between `<projectId>/` and `<projectId>0` (the next character) starts with the first.
      for await (const file of bucket().find({ filename: { $gte: `${projectId}/`, $lt: `${projectId}0` } })) await bucket().delete(file._id);
    },
  };
}
