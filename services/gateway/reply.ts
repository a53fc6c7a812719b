/** The shapes answers have (contract 4.1). */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Cookie } from './auth/session-cookie.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  cookies?: readonly Cookie[];
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, under the headers' content type. */
  raw?: string | Buffer | Readable;
}

/** What an answer looks like; OpenAPI describes the same. */
export interface Reply {
  status: number;
  /** bare: the record; wrapped: `{ success: true, data: record }`; custom: whatever the route makes; none: no body. */
  shape: 'bare' | 'wrapped' | 'custom' | 'none';
  record?: z.ZodType;
  /** Other content than JSON: its media type. */
  media?: string;
  /** Other answers that are no errors. */
  or?: Reply;
}

/**
 * Message of a service → the record as the schema lists it: those keys only, in that order; what is absent is null, or left out where the
 * schema says optional.
 */
export function serializer(schema: z.ZodObject): (message: object) => Record<string, unknown> {
  const fields = Object.entries(schema.shape ?? {}).map(([key, field]) => ({
    key,
    optional: (field as z.ZodType).safeParse(undefined).success,
  }));
  return (message) => {
    const record: Record<string, unknown> = {};
    for (const { key, optional } of fields) {
      const value = (message as Record<string, unknown>)[key];
      if (value !== undefined && value !== null) record[key] = value;
      else if (!optional) record[key] = null;
    }
    return record;
  };
}

/** The resource itself. */
export function bare(record: z.ZodType, status = 200): Reply {
  return { status, shape: 'bare', record };
}

/** `{ success: true, data }` */
export function wrapped(record: z.ZodType, status = 200): Reply {
  return { status, shape: 'wrapped', record };
}

/** What a route that answers for itself promises. */
export function promised(status: number, record?: z.ZodType, media?: string): Reply {
  return { status, shape: 'custom', record, media };
}

/** A route with two ways to succeed. */
export function either(first: Reply, other: Reply): Reply {
  return { ...first, or: other };
}

/** 204. */
export const nothing: Reply = { status: 204, shape: 'none' };

/** The record in its shape. */
export function answerOf({ status, shape }: Reply, record: unknown): Answer {
  if (shape === 'none') return { status };
  return { status, json: shape === 'wrapped' ? { success: true, data: record } : record };
}
