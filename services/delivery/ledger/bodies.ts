/** A mail's HTML as it was rendered, wherever it is kept: in the row, as a blob, or as values of a template's skeleton. */
import { LRUCache } from 'lru-cache';
import type { Blobs } from '#kit/store/blobs.ts';
import { BlobBlanked, BODY_INLINE_MAX, blobHash, blobKey, goneAsNull } from '#kit/store/blobs.ts';
import { DAY_MS } from '#kit/time-window.ts';
import type { EmailRow } from '../domain/email.ts';
import { joined } from '../domain/skeleton.ts';

/** Characters of skeletons that are remembered. */
const CACHE_MAX = 16 * 1_048_576;
/** More values than this are kept as one body. */
const VALUES_MAX = 64 * 1_024;
/** A body of more bytes that several mails share is kept once. */
const SHARED_LEAST = 4 * 1_024;

interface KnownSkeleton {
  pieces: Promise<string[]>;
  /** When this process last kept it, in ms; never, when it only read it. */
  keptAt: number;
}

/** The fields of a row that hold its body. */
export type StoredBody = Pick<EmailRow, 'body' | 'bodyHash' | 'skeletonHash' | 'values'>;

/** What is kept is durable when a method answers. */
/** What mails of a template share, kept already, and one mail's own. */
export interface FilledSkeleton {
  skeletonHash: string;
  pieces: string[];
  values: string[];
}

export interface Bodies {
  keepWhole(projectId: string, body: string): Promise<StoredBody>;
  /** However small, beside the row. */
  keepAsBlob(projectId: string, body: string): Promise<StoredBody>;
  /** Several at once; what is the same and large is kept once. */
  keepAll(projectId: string, bodies: readonly string[]): Promise<StoredBody[]>;
  /** The pieces that all mails of a template share; answers their hash. */
  keepSkeleton(projectId: string, pieces: string[]): Promise<string>;
  /** One mail's values between the pieces. */
  keepFilled(projectId: string, filled: FilledSkeleton): Promise<StoredBody>;
  piecesOf(row: Pick<EmailRow, 'projectId' | 'skeletonHash'>): Promise<string[]>;
  /** Throws BlobGone, as `piecesOf` does: when it was blanked, or its blob is lost. */
  whole(row: StoredBody & Pick<EmailRow, 'projectId'>): Promise<string>;
  /** Null where `whole` throws BlobGone. */
  of(row: StoredBody & Pick<EmailRow, 'projectId'>): Promise<string | null>;
}

export function createBodies(blobs: Blobs, clock: () => Date): Bodies {
  const known = new LRUCache<string, KnownSkeleton>({ maxSize: CACHE_MAX });

  /** What is loaded, or being kept, once; a failure is forgotten. */
  function remember(key: string, size: number, skeleton: KnownSkeleton): Promise<string[]> {
    known.set(key, skeleton, { size });
    skeleton.pieces.catch(() => known.delete(key));
    return skeleton.pieces;
  }

  async function piecesOf({ projectId, skeletonHash }: Pick<EmailRow, 'projectId' | 'skeletonHash'>): Promise<string[]> {
    const key = `${projectId}/${skeletonHash}`;
    const cached = known.get(key);
    if (cached) return await cached.pieces;
    const bytes = await blobs.get(projectId, skeletonHash!);
    const pieces = Promise.resolve(JSON.parse(bytes.toString('utf8')) as string[]);
    return await remember(key, bytes.length, { pieces, keptAt: -Infinity });
  }

  async function keepAsBlob(projectId: string, body: string): Promise<StoredBody> {
    return { body: null, bodyHash: await blobs.put(projectId, Buffer.from(body)) };
  }

  async function keepWhole(projectId: string, body: string): Promise<StoredBody> {
    return Buffer.byteLength(body) <= BODY_INLINE_MAX ? { body, bodyHash: null } : await keepAsBlob(projectId, body);
  }

  async function keepAll(projectId: string, bodies: readonly string[]): Promise<StoredBody[]> {
    const kept = new Map<string, Promise<StoredBody>>();
    for (const [body, same] of Map.groupBy(bodies, (text) => text)) {
      const isShared = same.length > 1 && Buffer.byteLength(body) > SHARED_LEAST;
      kept.set(body, isShared ? keepAsBlob(projectId, body) : keepWhole(projectId, body));
    }
    return await Promise.all(bodies.map((body) => kept.get(body)!));
  }

  async function keepFilled(projectId: string, { skeletonHash, pieces, values }: FilledSkeleton): Promise<StoredBody> {
    if (values.reduce((sum, { length }) => sum + length, 0) > VALUES_MAX) return await keepWhole(projectId, joined(pieces, values));
    return { body: null, bodyHash: null, skeletonHash, values };
  }

  async function keepSkeleton(projectId: string, pieces: string[]): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(pieces));
    const name = blobHash(bytes);
    const key = blobKey(projectId, name);
    const now = clock().getTime();
    const keep = async () => {
      await blobs.put(projectId, bytes);
      return pieces;
    };
    const before = known.get(key);
    // Kept anew each day, so that what is in use is not taken for old.
    if (before && now - before.keptAt < DAY_MS) await before.pieces;
    else await remember(key, bytes.length, { pieces: keep(), keptAt: now });
    return name;
  }

  async function whole(row: StoredBody & Pick<EmailRow, 'projectId'>): Promise<string> {
    if (row.skeletonHash) return joined(await piecesOf(row), row.values ?? []);
    if (row.bodyHash) return (await blobs.get(row.projectId, row.bodyHash)).toString('utf8');
    if (row.body === null) throw new BlobBlanked();
    return row.body;
  }

  const of: Bodies['of'] = (row) => whole(row).catch(goneAsNull);

  return { keepAsBlob, keepWhole, keepAll, keepSkeleton, keepFilled, piecesOf, whole, of };
}
