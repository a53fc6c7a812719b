/** The header row of a CSV import (contract 2.7 "Columns"). */
import { fault } from '#kit/errors.ts';
import { RESERVED } from './data.ts';
import { unescapeFormula } from './import-cell.ts';

export interface Columns {
  /** Where the address stands. */
  email: number;
  /** The others, as fields of the contact. */
  fields: Column[];
  /** Cells of a row. */
  width: number;
}

export interface Column {
  at: number;
  key: string;
}

export const MOST_COLUMNS = 1_000;

/** Silently dropped, compared without case: reserved keys, and core fields that an export of another service may bring. */
const DROPPED: ReadonlySet<string> = new Set([...RESERVED, 'subscribed', 'createdAt', 'updatedAt'].map((name) => name.toLowerCase()));

const SHOWN = 100;

/** A file that cannot be imported; the message is the job's `failedReason`. */
export function unreadable(reason: string) {
  return fault('BAD_REQUEST', { message: reason });
}

/** Faults with the job's `failedReason`. */
export function readHeader(cells: readonly string[]): Columns {
  const names = cells.map((cell) => unescapeFormula(cell.trim()).toLowerCase());
  const email = names.indexOf('email');
  if (email < 0) throw unreadable('CSV must contain an email column');
  if (names.length > MOST_COLUMNS) throw unreadable(`CSV must not have more than ${MOST_COLUMNS.toLocaleString('en')} columns`);
  const twice = names.find((name, at) => name !== '' && (name === 'email' || !DROPPED.has(name)) && names.indexOf(name) !== at);
  if (twice !== undefined) throw unreadable(`CSV has two columns named "${twice.slice(0, SHOWN)}"`);
  const fields = names.map((key, at) => ({ at, key })).filter(({ key }) => key !== '' && !DROPPED.has(key));
  return { email, fields, width: names.length };
}
