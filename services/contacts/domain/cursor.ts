/**
 * Where a page of contacts ended. It holds the last contact's id and the value it was sorted by, so that it stays valid when that
 * contact was changed or deleted (decisions 10 "Cursor").
 */
import { fault } from '#kit/errors.ts';
import type { SortColumn } from './listing.ts';

export interface Position {
  /** An address, or milliseconds since 1970. */
  value: string | number;
  id: string;
}

/** Opaque text for clients. */
export function writeCursor(sort: SortColumn, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** Faults BAD_REQUEST when the text is not a cursor of a list in this order. */
export function readCursor(sort: SortColumn, cursor: string): Position {
  const [column, value, id] = parse(cursor);
  const kind = sort === 'createdAt' ? Number.isSafeInteger(value) : typeof value === 'string';
  if (column !== sort || !kind || typeof id !== 'string' || id === '') throw unreadable();
  return { value: value as string | number, id };
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw unreadable();
  }
}

const unreadable = () => fault('BAD_REQUEST', { message: 'Invalid cursor' });
