/** A page of a list sorted by one field, and how many there are: for lists short enough to be skipped through. */
import type { Model } from 'mongoose';

/** Text sorts without regard to case; an index that serves such a list has the same collation. */
export const COLLATION = { locale: 'en', strength: 2 } as const;

export interface SortedQuery {
  page: number;
  pageSize: number;
  /** A field of the documents. */
  sort: string;
  dir: 1 | -1;
}

/** Of equal ones the newest id comes first. */
export async function sortedPage<D>(
  model: Model<D>,
  filter: object,
  { page, pageSize, sort, dir }: SortedQuery,
): Promise<{ data: D[]; total: number }> {
  const found = model
    .find(filter)
    .sort({ [sort]: dir, _id: -1 })
    .skip((page - 1) * pageSize)
    .limit(pageSize);
  if (sort === 'name') found.collation(COLLATION);
  const [data, total] = await Promise.all([found.lean<D[]>().exec(), model.countDocuments(filter)]);
  return { data, total };
}
