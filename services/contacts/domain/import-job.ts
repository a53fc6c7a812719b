/** Import jobs: their ids, states, counts and progress (contract 3.3, 2.7 "Upload"). */
import type { RowError } from './import-row.ts';

export type ImportState = 'waiting' | 'active' | 'completed' | 'failed';

export interface ImportCounts {
  /** Contacts made. */
  imported: number;
  /** Rows whose address was there before. */
  updated: number;
  /** Rows with an error. */
  skipped: number;
}

/** Most errors kept of one job: the first. */
export const MAX_IMPORT_ERRORS = 1_000;

/** Contract 2.7: batches of 100. A file beyond the contract's size, which a deployment may allow, is written in larger ones. */
const BATCH = 100;
const LARGE_BATCH = 1_000;
const CONTRACT_BYTES = 5 * 1_048_576;

export function batchOf(fileBytes: number): number {
  return fileBytes > CONTRACT_BYTES ? LARGE_BATCH : BATCH;
}

/** `import-<projectId>-<ms>-<4 hex digits>`. @param random any 16 bits */
export function importId(projectId: string, now: Date, random: number): string {
  return `import-${projectId}-${now.getTime()}-${(random & 0xffff).toString(16).padStart(4, '0')}`;
}

/** 0 to 100 by the bytes read; 100 is left to the job that is completed. */
export function progressOf(state: ImportState, offset: number, size: number): number {
  if (state === 'completed') return 100;
  return size > 0 ? Math.min(99, Math.floor((offset / size) * 100)) : 0;
}

/** Outcomes of a page's rows in order, counted; a row that was refused is an error of its own. */
export function countPage(outcomes: readonly ('created' | 'updated' | RowError)[]): ImportCounts & { errors: RowError[] } {
  const errors = outcomes.filter((outcome): outcome is RowError => typeof outcome === 'object');
  const imported = outcomes.filter((outcome) => outcome === 'created').length;
  return { imported, updated: outcomes.length - imported - errors.length, skipped: errors.length, errors };
}
