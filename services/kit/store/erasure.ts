/** Erasing what a project has: all of it when the project was deleted, what it had until a moment when it is reset. */
import type { Model } from 'mongoose';

export interface Erasure {
  projectId: string;
  /** Set: the project lives on, and what was made later stays. */
  until?: Date | undefined;
}

const PAGE = 2_000;

/** The rows concerned, by the date when they were made. */
export function erasedRows({ projectId, until }: Erasure, date = 'createdAt'): { projectId: string } {
  return { projectId, ...(until ? { [date]: { $lte: until } } : {}) };
}

/** Deletes page by page; may be cut off, and goes on from there when it is repeated. */
export async function erasePages(model: Model<any>, rows: { projectId: string }): Promise<void> {
  for (;;) {
    const page = await model.find(rows, { _id: 1 }).limit(PAGE).lean<{ _id: string }[]>();
    if (page.length === 0) return;
    await model.deleteMany({ projectId: rows.projectId, _id: { $in: page.map(({ _id }) => _id) } });
  }
}
