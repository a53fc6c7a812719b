/**
 * Writes to the progress of pages that this process holds, each named by its page and its holder. What the pages of a moment write leaves
 * as one command, one after the other: the horizon of the page that is claimed and the notes of those that were sent before it wait for
 * one journaled majority together.
 */
import { createBatcher } from '#kit/store/batcher.ts';
import { collectionOf } from '#kit/store/bulk-write.ts';
import type { PageModels } from './page-model.ts';

export interface PageWrite {
  pageId: string;
  /** Names the claim that holds it. */
  owner: string;
  /** Operators. */
  change: object;
  /** Of the note it adds: written again, it is added once. */
  noteId?: string | undefined;
}

/**
 * True: on the majority's disks. False: the page is somebody else's. Harmless when done again. Rejects when nobody can say.
 */
export type PageWrites = (write: PageWrite) => Promise<boolean>;

const DURABLE = { writeConcern: { w: 'majority', j: true } } as const;

export function createPageWrites(progress: PageModels['progress']): PageWrites {
  // Below mongoose, and so below the tenancy lock: a page is named by its id and its holder.
  const collection = collectionOf(progress);
  const filterOf = ({ pageId, owner, noteId }: PageWrite): object => ({
    _id: pageId,
    owner,
    ...(noteId === undefined ? {} : { 'notes.id': { $ne: noteId } }),
  });

  async function writeOne(write: PageWrite): Promise<boolean> {
    const { pageId, owner, change, noteId } = write;
    if ((await collection.updateOne(filterOf(write), change, DURABLE)).matchedCount === 1) return true;
    return noteId !== undefined && (await collection.countDocuments({ _id: pageId, owner, 'notes.id': noteId })) === 1;
  }

  return createBatcher<PageWrite, boolean>({
    lanes: 1,
    write: async (writes) => {
      if (writes.length > 1) {
        const operations = writes.map((write) => ({ updateOne: { filter: filterOf(write), update: write.change } }));
        const { matchedCount } = await collection.bulkWrite(operations, { ...DURABLE, ordered: false });
        if (matchedCount === writes.length) return writes.map(() => true);
      }
      // Which of them found no page of ours, each shows by itself.
      return await Promise.all(writes.map(writeOne));
    },
  });
}
