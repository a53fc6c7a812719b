/** A mail's HTML as it was rendered, wherever it is kept: in the row, as a blob, or as values of a template's skeleton. */
import { hash } from 'node:crypto';
import { SizedCache } from '#kit/sized-cache.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { BODY_INLINE_MAX } from '#kit/store/blobs.ts';
import type { EmailRow } from './domain/email.ts';
import { joined } from './domain/skeleton.ts';

/** Characters of skeletons that are remembered. */
const CACHE_MAX = 16 * 1_048_576;
/** More values than this are kept as one body. */
const VALUES_MAX = 64 * 1_024;

/** The fields of a row that hold its body. */
export type Kept = Pick<EmailRow, 'body' | 'bodyHash' | 'skeletonHash' | 'values'>;

export type Bodies = ReturnType<typeof bodies>;

export function bodies(blobs: Blobs) {
  const known = new SizedCache<Promise<string[]>>(CACHE_MAX);

  /** What is loaded, or being kept, once; a failure is forgotten. */
  function remember(key: string, size: number, pieces: Promise<string[]>): Promise<string[]> {
    known.set(key, pieces, size);
    pieces.catch(() => known.delete(key));
    return pieces;
  }

  async function piecesOf({ projectId, skeletonHash }: Pick<EmailRow, 'projectId' | 'skeletonHash'>): Promise<string[]> {
    const key = `${projectId}/${skeletonHash}`;
    const cached = known.get(key);
    if (cached) return await cached;
    const bytes = await blobs.get(projectId, skeletonHash!);
    return await remember(key, bytes.length, Promise.resolve(JSON.parse(bytes.toString('utf8')) as string[]));
  }

  async function keepWhole(projectId: string, body: string): Promise<Kept> {
    if (Buffer.byteLength(body) <= BODY_INLINE_MAX) return { body, bodyHash: null };
    return { body: null, bodyHash: await blobs.put(projectId, Buffer.from(body)) };
  }

  return {
    piecesOf,
    /** Durable when it answers. */
    keepWhole,

    /** Null when it was blanked. */
    async of(row: Kept & Pick<EmailRow, 'projectId'>): Promise<string | null> {
      if (row.skeletonHash) return joined(await piecesOf(row), row.values ?? []);
      return row.bodyHash ? (await blobs.get(row.projectId, row.bodyHash)).toString('utf8') : row.body;
    },

    /** The same for a body in pieces, which are kept once for all that share them. */
    async keepFilled(projectId: string, skeletonHash: string, pieces: string[], values: string[]): Promise<Kept> {
      if (values.reduce((sum, { length }) => sum + length, 0) > VALUES_MAX) return await keepWhole(projectId, joined(pieces, values));
      return { body: null, bodyHash: null, skeletonHash, values };
    },

    /** Durable when it answers; answers the hash. */
    async keepSkeleton(projectId: string, pieces: string[]): Promise<string> {
      const bytes = Buffer.from(JSON.stringify(pieces));
      // As blobs name what they keep.
      const name = hash('sha256', bytes, 'hex');
      const key = `${projectId}/${name}`;
      await (known.get(key) ?? remember(key, bytes.length, blobs.put(projectId, bytes).then(() => pieces)));
      return name;
    },
  };
}
