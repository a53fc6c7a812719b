/** Rows of a CSV import (contract 2.7). */
import type { DataPatch } from './data.ts';
import { LONGEST_EMAIL, readAddress } from './email.ts';
import { readCell, unescapeFormula } from './import-cell.ts';
import type { Columns } from './import-header.ts';

export type RowReason = 'invalid_email' | 'undeliverable' | 'processing_error';

export interface RowError {
  /** Records of the file, the header being 1. */
  row: number;
  /** As sent. */
  email: string;
  reason: RowReason;
}

export type RowReading = { email: string; patch: DataPatch } | { email: string; reason: RowReason };

/**
 * What a row asks for. Cells that are missing at its end are empty, and an empty cell keeps what is stored. A row with more than
 * its columns hold is no guess of ours: `processing_error`.
 */
export function readRow({ email: at, fields, width }: Columns, cells: readonly string[]): RowReading {
  const sent = unescapeFormula((cells[at] ?? '').trim());
  const email = readAddress(sent);
  if (email === undefined) return { email: sent.slice(0, LONGEST_EMAIL), reason: 'invalid_email' };
  if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) return { email: sent, reason: 'processing_error' };
  const set = new Map<string, unknown>();
  for (const { at: place, key } of fields) {
    const value = readCell(unescapeFormula(cells[place] ?? ''));
    if (value !== undefined) set.set(key, value);
  }
  return { email, patch: { set, unset: NOTHING } };
}

const NOTHING: ReadonlySet<string> = new Set();
