/** What a list of templates may ask for; anything else falls back (contract 4.5, 4.2 "Sorting"). */
import { TEMPLATE_TYPES } from './template.ts';

export const SORTS = ['name', 'createdAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  page: number;
  pageSize: number;
  /** Trimmed; empty finds all. */
  search: string;
  type: string | undefined;
  sort: Sort;
  dir: 1 | -1;
}

interface Asked {
  page: number;
  pageSize: number;
  search?: string | null;
  type?: string | null;
  sort: string;
  dir: string;
}

const PAGE_SIZE = 20;
const PAGE_SIZE_LIMIT = 100;

export function readListQuery({ page, pageSize, search, type, sort, dir }: Asked): ListQuery {
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: Number.isInteger(pageSize) && pageSize >= 1 ? Math.min(pageSize, PAGE_SIZE_LIMIT) : PAGE_SIZE,
    search: search?.trim() ?? '',
    type: TEMPLATE_TYPES.find((known) => known === type),
    sort: SORTS.find((known) => known === sort) ?? 'createdAt',
    dir: dir === 'asc' ? 1 : -1,
  };
}
