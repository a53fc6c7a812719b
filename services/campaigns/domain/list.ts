/** What a list of campaigns may ask for (contract 4.6, 4.2 "Sorting"). */
import { fault } from '#kit/errors.ts';
import { STATUSES } from './state.ts';
import type { Status } from './state.ts';

export const SORTS = ['name', 'createdAt', 'updatedAt'] as const;

export interface ListQuery {
  page: number;
  pageSize: number;
  /** Trimmed; empty finds all. */
  search: string;
  status: Status | undefined;
  sort: (typeof SORTS)[number];
  dir: 1 | -1;
}

interface Asked {
  page: number;
  pageSize: number;
  search?: string | null;
  status?: string | null;
  sort: string;
  dir: string;
}

/** The edge gave paging and sorting their defaults; a status nobody knows is refused. */
export function readListQuery({ page, pageSize, search, status, sort, dir }: Asked): ListQuery {
  const known = STATUSES.find((one) => one === status);
  if (status && !known) throw fault('BAD_REQUEST', { message: 'Invalid status value' });
  return {
    page,
    pageSize,
    search: search?.trim() ?? '',
    status: known,
    sort: SORTS.find((one) => one === sort) ?? 'createdAt',
    dir: dir === 'asc' ? 1 : -1,
  };
}
