/**
 * Big bytes of a project: attachments and oversize bodies, kept once each by their hash; uploaded files, by a name of their own.
 * They lie in GridFS beside the database, or in S3 where that is set up.
 */
import { hash } from 'node:crypto';
import { DAY_MS } from '#kit/time-window.ts';

/**
 * A blob's `uploadDate` says when it was last put, and may lag this far behind: keeping one again is written down once a day, and whoever
 * keeps one over and over need ask no more often than that.
 */
export const BLOB_USE_BEHIND_MS = 2 * DAY_MS;

/** No such blob is kept: its time was over, or somebody removed it with all that named it. */
export class BlobGone extends Error {
  constructor(message = 'its content is kept no more') {
    super(message);
    this.name = 'BlobGone';
  }
}

/** A mail names no blob any more: its time was over. */
export class BlobBlanked extends BlobGone {
  constructor() {
    super('its content was blanked');
  }
}

/** The bytes of a blob are not where its name leads, and nobody has blanked it: somebody removed them. The next `put` keeps them anew. */
export class BlobLost extends BlobGone {
  constructor() {
    super('its content is missing in the store');
  }
}

/** For readers who show what is left. */
export function goneAsNull(error: unknown): null {
  if (error instanceof BlobGone) return null;
  throw error;
}

/** What a blob is named by: SHA-256, hex. */
export const blobHash = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** A key of a project's blobs and files: `<projectId>/<name>`. */
export const blobKey = (projectId: string, name: string): string => `${projectId}/${name}`;

/** All keys of a project: those between `<projectId>/` and `<projectId>0` (the next character) start with the first. */
export const keysOfProject = (projectId: string) => ({ $gte: `${projectId}/`, $lt: `${projectId}0` });

/** Used within the last day: it need not be written down again. */
export const isRecentlyUsed = (usedAt: Date, now: Date): boolean => now.getTime() - usedAt.getTime() < DAY_MS;

/** A document of MongoDB holds 16 MB; a larger body becomes a blob. */
export const BODY_INLINE_MAX = 4 * 1_048_576;

export interface Blobs {
  /** Durable when it answers; answers the hash. */
  put(projectId: string, bytes: Buffer): Promise<string>;
  /** Throws BlobGone, or BlobLost. */
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
