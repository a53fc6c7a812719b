/**
 * Blobs as objects in S3. Which object has a blob's bytes, and when it was last in use, says a document (`blob_objects`): S3 neither
 * changes a date alone nor removes an object only if it is still unused. Each put writes an object of its own,
 * so who removes an old one never removes what another process has just written.
 *
 * Keys: `<database>/<projectId>/blobs/<hash>.<uuid>` and `<database>/<projectId>/files/<name>`.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Connection, mongo } from 'mongoose';
import { BlobGone, BlobLost, blobHash, blobKey, isRecentlyUsed, keysOfProject } from './blobs.ts';
import type { Blobs } from './blobs.ts';
import { isDuplicateKey } from './fault.ts';
import type { ObjectStore } from './object-store.ts';

interface BlobObject {
  /** `<projectId>/<hash>` */
  _id: string;
  /** Its object's key. */
  key: string;
  size: number;
  usedAt: Date;
  /** Its object was not there when somebody asked; the next put writes another. It stays named: a bucket may come back. */
  isLost?: true;
}

export interface S3Blobs extends Blobs {
  /** Whether a stream was written under the name, whole. */
  has(projectId: string, name: string): Promise<boolean>;
}

/** A process may be between writing an object and the document that names it. */
const NAMELESS_MS = 3_600_000;
const MAJORITY = { writeConcern: { w: 'majority' } } as const;

export function createS3Blobs(objects: ObjectStore, mongo: Connection, clock: () => Date): S3Blobs {
  const known = (): mongo.Collection<BlobObject> => mongo.db!.collection<BlobObject>('blob_objects');
  const prefixOf = (projectId: string): string => `${mongo.name}/${projectId}/`;
  const blobsOf = (projectId: string): string => `${prefixOf(projectId)}blobs/`;
  const fileOf = (projectId: string, name: string): string => `${prefixOf(projectId)}files/${name}`;

  async function touch(projectId: string, hashes: readonly string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const own = { _id: { $in: hashes.map((hash) => blobKey(projectId, hash)) } };
    return (await known().updateMany(own, { $set: { usedAt: clock() } }, MAJORITY)).matchedCount;
  }

  /** Objects that no document names: their process died in between, or another one was quicker to name its own. */
  async function removeNameless(projectId: string, since: Date): Promise<void> {
    const before = Math.min(since.getTime(), Date.now() - NAMELESS_MS);
    for await (const page of objects.list(blobsOf(projectId))) {
      const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() < before).map(({ key }) => key);
      if (old.length === 0) continue;
      const ids = old.map((key) => blobKey(projectId, key.slice(blobsOf(projectId).length).split('.')[0]!));
      const named = await known()
        .find({ _id: { $in: ids } }, { projection: { key: 1 } })
        .toArray();
      const keys = new Set(named.map(({ key }) => key));
      await objects.remove(old.filter((key) => !keys.has(key)));
    }
  }

  return {
    async put(projectId, bytes) {
      const hash = blobHash(bytes);
      const _id = blobKey(projectId, hash);
      const kept = await known().findOne({ _id }, { projection: { usedAt: 1, isLost: 1 } });
      const isThere = kept && !kept.isLost;
      const isRecent = isThere && isRecentlyUsed(kept.usedAt, clock());
      // Touched and gone meanwhile is the same as never there.
      if (isRecent || (isThere && (await touch(projectId, [hash])) > 0)) return hash;
      const key = `${blobsOf(projectId)}${hash}.${randomUUID()}`;
      await objects.put(key, bytes);
      const found = { $set: { key, usedAt: clock() }, $unset: { isLost: 1 } } as const;
      if (kept?.isLost && (await known().updateOne({ _id, isLost: true }, found, MAJORITY)).matchedCount > 0) return hash;
      try {
        await known().insertOne({ _id, key, size: bytes.length, usedAt: clock() }, MAJORITY);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Another process put the same at the same moment.
        await objects.remove([key]).catch(() => undefined);
      }
      return hash;
    },

    async get(projectId, hash) {
      const _id = blobKey(projectId, hash);
      const found = await known().findOne({ _id });
      if (!found) throw new BlobGone();
      const bytes = await objects.get(found.key);
      if (bytes) return bytes;
      // Blanked between the two looks, or removed by somebody who is not of Posthorn.
      const { matchedCount } = await known().updateOne({ _id, key: found.key }, { $set: { isLost: true } });
      throw matchedCount > 0 ? new BlobLost() : new BlobGone();
    },

    touch,

    async removeUnused(projectId, since) {
      const unused = { _id: keysOfProject(projectId), usedAt: { $lt: since } };
      let removed = 0;
      for await (const { _id, key } of known().find(unused, { projection: { key: 1 } })) {
        // Whoever has touched it since keeps it. Should removing the object fail, nothing names it any more.
        const { deletedCount } = await known().deleteOne({ _id, usedAt: { $lt: since } }, MAJORITY);
        if (deletedCount > 0) await objects.remove([key]);
        removed += deletedCount;
      }
      await removeNameless(projectId, since);
      return removed;
    },

    write: (projectId, name, source) => objects.write(fileOf(projectId, name), source),

    read: (projectId, name, { start, end }) => (start < end ? objects.read(fileOf(projectId, name), { start, end }) : Readable.from([])),

    has: (projectId, name) => objects.has(fileOf(projectId, name)),

    async remove(projectId, name) {
      await objects.remove([fileOf(projectId, name)]);
      await objects.abandon(fileOf(projectId, name));
    },

    async purge(projectId) {
      await known().deleteMany({ _id: keysOfProject(projectId) }, MAJORITY);
      for await (const page of objects.list(prefixOf(projectId))) await objects.remove(page.map(({ key }) => key));
      await objects.abandon(prefixOf(projectId));
    },
  };
}
