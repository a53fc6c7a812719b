/** Bulk actions: what is asked, and what one page of contacts comes to (contract 2.8, 4.4). */
import { fault } from '#kit/errors.ts';

export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';
export type BulkState = 'waiting' | 'active' | 'completed' | 'failed';

export interface BulkError {
  contactId: string;
  email?: string | undefined;
  error: string;
}

export interface BulkCounts {
  successCount: number;
  unchangedCount: number;
  failureCount: number;
}

export const BULK_PAGE = 100;
export const MAX_BULK_IDS = 1_000;
export const MAX_BULK_EXCLUDED = 10_000;
/** Most errors kept of one job. */
export const MAX_BULK_ERRORS = 1_000;

const OPERATIONS: ReadonlySet<string> = new Set<BulkOperation>(['subscribe', 'unsubscribe', 'delete']);

/** Faults BAD_REQUEST. */
export function readOperation(operation: string): BulkOperation {
  if (!OPERATIONS.has(operation)) throw fault('BAD_REQUEST', { message: 'Unknown bulk operation' });
  return operation as BulkOperation;
}

/** Each id once, in the order sent; faults BAD_REQUEST when there are none or too many. */
export function readIds(ids: readonly string[]): string[] {
  if (ids.length === 0 || ids.length > MAX_BULK_IDS)
    throw fault('BAD_REQUEST', { message: `A bulk action takes 1 to ${MAX_BULK_IDS} contacts` });
  return [...new Set(ids)];
}

export interface PagePlan<R> extends BulkCounts {
  /** To be changed. */
  change: R[];
  errors: BulkError[];
}

/** What the operation means for one page. `asked`: ids that must be accounted for; those without a row are failures. */
export function planPage<R extends { _id: string; subscribed: boolean }>(
  operation: BulkOperation,
  rows: readonly R[],
  asked: readonly string[],
): PagePlan<R> {
  const known = new Set(rows.map(({ _id }) => _id));
  const errors = asked.filter((id) => !known.has(id)).map((contactId) => ({ contactId, error: 'Contact not found' }));
  const change = operation === 'delete' ? [...rows] : rows.filter(({ subscribed }) => subscribed !== (operation === 'subscribe'));
  return { change, errors, successCount: change.length, unchangedCount: rows.length - change.length, failureCount: errors.length };
}

/** 0 to 100; 100 is left to the job that has ended. */
export function progressOf(done: number, expected: number): number {
  return expected > 0 ? Math.min(99, Math.floor((done / expected) * 100)) : 0;
}
