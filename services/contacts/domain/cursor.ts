/** Cursors: where a page of contacts, or a scan over an audience, ended (contract 4.2 "Cursor"). Opaque text for callers. */
import { fault } from '#kit/errors.ts';
import type { SortColumn } from './listing.ts';

/**
 * The last contact's id and the value it was sorted by, so that the cursor stays valid when that contact was changed or deleted.
 */
export interface Position {
  /** An address, or milliseconds since 1970. */
  value: string | number;
  id: string;
}

export function writeCursor(sort: SortColumn, { value, id }: Position): string {
  return write([sort, value, id]);
}

/** Faults BAD_REQUEST when the text is not a cursor of a list in this order. */
export function readCursor(sort: SortColumn, cursor: string): Position {
  const [column, value, id] = read(cursor);
  const kind = sort === 'createdAt' ? Number.isSafeInteger(value) : typeof value === 'string';
  if (column !== sort || !kind || typeof id !== 'string' || id === '') throw unreadable();
  return { value: value as string | number, id };
}

/** Where a scan over an audience stands. */
export interface AudiencePosition {
  /** When the scan began: later contacts are not met. Milliseconds since 1970, as all times here. */
  until: number;
  createdAt: number;
  id: string;
}

export const MAX_AUDIENCE_PAGE = 5_000;

/** 1 to 5,000; 0 stands for 500. */
export function readPageSize(size: number): number {
  return size >= 1 ? Math.min(Math.floor(size), MAX_AUDIENCE_PAGE) : 500;
}

export function writePosition({ until, createdAt, id }: AudiencePosition): string {
  return write([until, createdAt, id]);
}

/** Faults BAD_REQUEST when the text is no cursor of an audience. */
export function readPosition(cursor: string): AudiencePosition {
  const [until, createdAt, id] = read(cursor);
  if (!Number.isSafeInteger(until) || !Number.isSafeInteger(createdAt) || typeof id !== 'string' || id === '') throw unreadable();
  return { until: until as number, createdAt: createdAt as number, id };
}

const write = (parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

function read(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw unreadable();
  }
}

const unreadable = () => fault('BAD_REQUEST', { message: 'Invalid cursor' });
