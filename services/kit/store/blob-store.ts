/** The blobs of a service: in S3 where that is set up, else in GridFS. */
import type { Connection } from 'mongoose';
import { BlobGone, BlobLost } from './blobs.ts';
import type { Blobs } from './blobs.ts';
import { createGridFsBlobs } from './gridfs-blobs.ts';
import type { ObjectStoreSettings } from './object-store.ts';
import { createS3Blobs } from './s3-blobs.ts';

/** @param s3Settings null: everything lies in GridFS. Nothing is asked of S3 yet */
export async function createBlobs(mongo: Connection, clock: () => Date, s3Settings: ObjectStoreSettings | null): Promise<Blobs> {
  const gridFs = createGridFsBlobs(mongo, clock);
  if (!s3Settings) return gridFs;
  // Its library takes memory, so it is loaded only where it is asked for.
  const { createObjectStore } = await import('./object-store.ts');
  const s3 = createS3Blobs(createObjectStore(s3Settings), mongo, clock);
  // What was kept before S3 was set up stays in GridFS until its time is over.
  return {
    put: s3.put,
    write: s3.write,
    async get(projectId, hash) {
      try {
        return await s3.get(projectId, hash);
      } catch (error) {
        if (!(error instanceof BlobGone) || error instanceof BlobLost) throw error;
        return await gridFs.get(projectId, hash);
      }
    },
    async touch(projectId, hashes) {
      return (await s3.touch(projectId, hashes)) + (await gridFs.touch(projectId, hashes));
    },
    async removeUnused(projectId, since) {
      return (await s3.removeUnused(projectId, since)) + (await gridFs.removeUnused(projectId, since));
    },
    async *read(projectId, name, part) {
      yield* ((await s3.has(projectId, name)) ? s3 : gridFs).read(projectId, name, part);
    },
    async remove(projectId, name) {
      await s3.remove(projectId, name);
      await gridFs.remove(projectId, name);
    },
    async purge(projectId) {
      await s3.purge(projectId);
      await gridFs.purge(projectId);
    },
  };
}
