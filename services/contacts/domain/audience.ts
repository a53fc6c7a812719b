/** Where a walk over an audience stands. */
import { fault } from '#kit/errors.ts';

export interface AudiencePosition {
  /** When the walk began: later contacts are not met. Milliseconds since 1970, as all times here. */
  until: number;
  createdAt: number;
  id: string;
}

export const MAX_AUDIENCE_PAGE = 5_000;

/** 1 to 5,000; 0 stands for 500. */
export function readPageSize(size: number): number {
  return size >= 1 ? Math.min(Math.floor(size), MAX_AUDIENCE_PAGE) : 500;
}

/** Opaque text for callers. */
export function writePosition({ until, createdAt, id }: AudiencePosition): string {
  return Buffer.from(JSON.stringify([until, createdAt, id])).toString('base64url');
}

/** Faults BAD_REQUEST when the text is no cursor of an audience. */
export function readPosition(cursor: string): AudiencePosition {
  const [until, createdAt, id] = parse(cursor);
  if (!Number.isSafeInteger(until) || !Number.isSafeInteger(createdAt) || typeof id !== 'string' || id === '') throw unreadable();
  return { until: until as number, createdAt: createdAt as number, id };
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
