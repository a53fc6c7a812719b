/**
 * This process's lease on a page: every write names the holder and extends the lease. Once a write finds that another process holds the
 * page, the hold is lost, and nothing more is written or handed over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { mayHandOver } from '../domain/page-progress.ts';
import type { PageWrites } from './page-writes.ts';

export interface PageHoldParts {
  writes: PageWrites;
  pageId: string;
  /** Names this claim. */
  owner: string;
  /** Until when it holds, as written. */
  lease: Date;
  leaseMs: number;
  clock: () => Date;
}

/** The page is somebody else's by now, or gone. */
export class PageLost extends Error {}

export interface PageHold {
  readonly owner: string;
  readonly isLost: boolean;
  /** Whether a slot may still be handed over. */
  mayHandOver(): boolean;
  /** Whether no write prolonged the lease lately. */
  readonly isDue: boolean;
  /**
   * On the majority's disks when it answers; the lease is prolonged with it. Throws PageLost.
   * @param update of the page's progress, without its lease. @param noteId of the note it adds: tried again it is added once
   */
  write(update: Change, noteId?: string): Promise<void>;
  /** Its lease was prolonged together with others'. */
  renewed(until: Date): void;
  /** Leaves the page to whoever wants it. */
  leave(resting: object): Promise<void>;
}

interface Change {
  $set: object;
  $push?: object;
  $inc?: object;
}

const RETRY_MS = 100;

export function createPageHold({ writes, pageId, owner, lease: first, leaseMs, clock }: PageHoldParts): PageHold {
  let lease = first;
  let isLost = false;

  /** True: written. False: the page is somebody else's. Tried again as long as the lease lasts. */
  async function update(change: object, noteId?: string): Promise<boolean> {
    for (;;) {
      try {
        return await writes({ pageId, owner, change, noteId });
      } catch (error) {
        if (clock() >= lease) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  function renewed(until: Date): void {
    if (until > lease) lease = until;
  }

  return {
    owner,
    get isLost() {
      return isLost;
    },
    mayHandOver: () => !isLost && mayHandOver(lease, clock(), leaseMs),
    get isDue() {
      return !isLost && lease.getTime() - clock().getTime() < leaseMs * 0.75;
    },
    async write(change, noteId) {
      const until = new Date(clock().getTime() + leaseMs);
      // Another write may have prolonged it further.
      if (isLost || !(await update({ ...change, $max: { lease: until } }, noteId).catch(() => false))) {
        isLost = true;
        throw new PageLost('the page is held by another process');
      }
      renewed(until);
    },
    renewed,
    async leave(resting) {
      await update({ $set: { ...resting, owner: null }, $unset: { lease: 1 } }).catch(() => false);
      isLost = true;
    },
  };
}
