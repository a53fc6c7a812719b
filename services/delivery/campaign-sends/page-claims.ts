/** Who holds which page: one process at a time, under a lease. */
import { isDuplicateKey } from '#kit/store/fault.ts';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { isFree } from '../domain/page-progress.ts';
import { UNTOUCHED } from './page-model.ts';
import type { PageModels, PageRow, ProgressRow } from './page-model.ts';

export interface PageClaims {
  /**
   * Makes the page this owner's, unless another holds it: then null. Answers it as it was when it was taken, under who held it before;
   * nobody: `owner` is null.
   */
  take(page: PageRow, owner: string, lease: Date): Promise<ProgressRow | null>;
  /** Pages whose holder has been silent for so long, of any project. */
  abandoned(silentMs: number, limit: number): Promise<Pick<ProgressRow, '_id' | 'projectId'>[]>;
  /** Removes what says how far a page had come that is gone, unless somebody is at it lately. */
  forget(pageId: string, silentMs: number): Promise<void>;
  /** Whether the slots of a held page may have been handed over by that process, alive or not: who takes it asks how far they were. */
  holdsPages(process: string): Promise<boolean>;
}

const MAJORITY = { writeConcern: { w: 'majority' } } as const;

export function createPageClaims(progress: PageModels['progress'], clock: () => Date): PageClaims {
  async function take({ _id, projectId, campaignId, n, size }: PageRow, owner: string, lease: Date): Promise<ProgressRow | null> {
    const now = clock();
    const found = await progress.findOne({ _id, projectId }).lean<ProgressRow>();
    if (!found) {
      const fresh: ProgressRow = { _id, projectId, campaignId, n, size, owner, lease, ...UNTOUCHED, notes: [] };
      try {
        await collectionOf(progress).insertOne(fresh, MAJORITY);
        return { ...fresh, owner: null };
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    }
    if (!isFree(found.lease ?? null, now)) return null;
    // Every write of a holder moves its lease: who was quicker, or is alive after all, keeps the page. Taken, it goes by what it was then.
    const before = await collectionOf(progress).findOneAndUpdate(
      { _id, owner: found.owner, lease: found.lease ?? { $exists: false } },
      { $set: { owner, lease } },
      { ...MAJORITY, returnDocument: 'before' },
    );
    return before as unknown as ProgressRow | null;
  }

  async function abandoned(silentMs: number, limit: number): Promise<Pick<ProgressRow, '_id' | 'projectId'>[]> {
    const before = new Date(clock().getTime() - silentMs);
    // Below mongoose, and so below the tenancy lock: pages of every project.
    return (await progress.collection
      .find({ lease: { $lte: before } }, { projection: { projectId: 1 } })
      .limit(limit)
      .toArray()) as unknown as Pick<ProgressRow, '_id' | 'projectId'>[];
  }

  async function forget(pageId: string, silentMs: number): Promise<void> {
    const before = new Date(clock().getTime() - silentMs);
    await collectionOf(progress).deleteOne({ _id: pageId, lease: { $lte: before } }, MAJORITY);
  }

  async function holdsPages(process: string): Promise<boolean> {
    // A claim is named `<process>/<id>`; 0 comes right behind the stroke. Below mongoose, and so below the tenancy lock, as above.
    const settled = { $gte: `${process}/`, $lt: `${process}0` };
    return (await progress.collection.findOne({ lease: { $exists: true }, settled }, { projection: { _id: 1 } })) !== null;
  }

  return { take, abandoned, forget, holdsPages };
}
