/** Blobs in GridFS: the bytes lie beside the documents that name them, with the same majority. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { BlobGone, BlobLost, blobHash, blobKey, isRecentlyUsed, keysOfProject } from './blobs.ts';
import type { Blobs } from './blobs.ts';

const { GridFSBucket, MongoGridFSChunkError, MongoRuntimeError } = mongoose.mongo;

export function createGridFsBlobs(mongo: Connection, clock: () => Date): Blobs {
  let opened: InstanceType<typeof GridFSBucket> | undefined;
  const bucket = () => (opened ??= new GridFSBucket(mongo.db!, { bucketName: 'blobs' }));
  // A file's name is its key; GridFS indexes names. Two writers at once leave two equal files, which harms nothing.
  /** The driver takes any id, its types only an ObjectId. */
  const idOf = (projectId: string, name: string) => blobKey(projectId, name) as unknown as mongoose.mongo.ObjectId;
  const files = () => mongo.db!.collection('blobs.files');

  async function touch(projectId: string, hashes: readonly string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const filename = { $in: hashes.map((hash) => blobKey(projectId, hash)) };
    return (await files().updateMany({ filename }, { $set: { uploadDate: clock() } })).matchedCount;
  }

  /** Removes one file; answers whether it was there still. */
  async function removeFile(file: { _id: mongoose.mongo.ObjectId; uploadDate?: object }): Promise<boolean> {
    const { deletedCount } = await files().deleteOne(file);
    if (deletedCount > 0) await mongo.db!.collection('blobs.chunks').deleteMany({ files_id: file._id });
    return deletedCount > 0;
  }

  /** Closes its cursor, with the 16 MB that it has read ahead, where its reader goes before the end: the driver's stream does not. */
  async function* download(id: mongoose.mongo.ObjectId, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const stream = bucket().openDownloadStream(id, range);
    try {
      yield* stream;
    } finally {
      await stream.abort().catch(() => undefined);
    }
  }

  return {
    async put(projectId: string, bytes: Buffer): Promise<string> {
      const hash = blobHash(bytes);
      const filename = blobKey(projectId, hash);
      const [kept] = await bucket().find({ filename }).limit(1).toArray();
      const isRecent = kept && isRecentlyUsed(kept.uploadDate, clock());
      // Touched and gone meanwhile is the same as never there.
      if (isRecent || (kept && (await touch(projectId, [hash])) > 0)) return hash;
      await pipeline(Readable.from([bytes]), bucket().openUploadStream(filename));
      return hash;
    },

    async get(projectId: string, hash: string): Promise<Buffer> {
      const [file] = await bucket()
        .find({ filename: blobKey(projectId, hash) })
        .limit(1)
        .toArray();
      if (!file) throw new BlobGone();
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of download(file._id)) chunks.push(chunk);
      } catch (error) {
        const isBroken = error instanceof MongoGridFSChunkError || (error as { code?: unknown }).code === 'ENOENT';
        if (!isBroken) throw error;
      }
      const bytes = Buffer.concat(chunks);
      // A stream whose last chunks are missing ends early, without an error.
      if (bytes.length === file.length) return bytes;
      // Its time was over between the two looks; or the file stays without its bytes, and would keep the next `put` from writing them.
      throw (await removeFile({ _id: file._id })) ? new BlobLost() : new BlobGone();
    },

    touch,

    async removeUnused(projectId: string, since: Date): Promise<number> {
      const unused = { filename: keysOfProject(projectId), uploadDate: { $lt: since } };
      let removed = 0;
      for await (const { _id } of files().find(unused, { projection: { _id: 1 } })) {
        // Whoever has touched it since keeps it.
        if (await removeFile({ _id, uploadDate: { $lt: since } })) removed += 1;
      }
      return removed;
    },

    async write(projectId: string, name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      const file = bucket().openUploadStreamWithId(idOf(projectId, name), blobKey(projectId, name));
      await pipeline(Readable.from(source), file);
      return file.length;
    },

    read: (projectId: string, name: string, { start, end }: { start: number; end: number }): AsyncIterable<Buffer> =>
      start < end ? download(idOf(projectId, name), { start, end }) : Readable.from([]),

    async remove(projectId: string, name: string): Promise<void> {
      await bucket()
        .delete(idOf(projectId, name))
        .catch((error: unknown) => {
          if (!(error instanceof MongoRuntimeError)) throw error;
        });
    },

    async purge(projectId: string): Promise<void> {
      for await (const file of bucket().find({ filename: keysOfProject(projectId) })) await bucket().delete(file._id);
    },
  };
}
