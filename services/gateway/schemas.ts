/** Pieces of request schemas that several resources share. */
import { z } from 'zod';
import { fault } from '#kit/errors.ts';
import { MAX_DEPTH, deeperThan } from './domain/depth.ts';

export type Data = Record<string, unknown>;

/** RFC 5322 dot-atom at a domain with at least two labels. Quoted local parts and address literals are refused. */
const ADDRESS = /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

export const email = z.string().trim().max(254).pipe(z.email({ pattern: ADDRESS })).meta({ type: 'string', format: 'email', examples: ['ada@example.org'] });
export const id = z.uuid().meta({ examples: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42'] });
export const at = z.iso.datetime().meta({ examples: ['2026-01-31T09:30:00.000Z'] });

export function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Free-form data, handed on by reference: every name is an ordinary name, `__proto__` included (z.record would drop it).
 * Deeper than the database keeps is refused here.
 */
export const data = z
  .custom<Data>()
  .superRefine((value, context) => {
    if (!isRecord(value)) context.addIssue({ code: 'invalid_type', expected: 'object', input: value });
    else if (deeperThan(value, MAX_DEPTH)) context.addIssue({ code: 'custom', message: `Data is nested deeper than ${MAX_DEPTH} levels`, input: value });
  })
  .meta({ type: 'object', additionalProperties: true, examples: [{ firstName: 'Ada', plan: 'pro' }] });

/** `data` where null is a value too and anything else is a 400 given before (contacts). */
export const dataOrNull = data.nullish().meta({ type: ['object', 'null'], additionalProperties: true, examples: [{ firstName: 'Ada', plan: 'pro' }] });

const CONTROL = /[\r\n\0]/;

/** Text that ends up in a header line. */
export const headerText = z.string().refine((text) => !CONTROL.test(text), 'Must not contain line breaks');

/** A whole number in a query: missing, malformed or below 1 → the default; above the maximum → the maximum. */
export function count(fallback: number, most = Number.MAX_SAFE_INTEGER) {
  return z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' && /^[+]?\d{1,15}$/.test(value) && Number(value) >= 1 ? Math.min(Number(value), most) : fallback))
    .meta({ type: 'integer', minimum: 1, ...(most < Number.MAX_SAFE_INTEGER ? { maximum: most } : {}), default: fallback });
}

/** Trimmed text of a query; empty counts as absent. */
export const words = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined))
  .meta({ type: 'string' });

/** One of `values`; anything else falls back. */
export function choice<const V extends readonly string[], F extends V[number] | undefined>(values: V, fallback: F) {
  return z
    .unknown()
    .optional()
    .transform((value) => (values.includes(value as string) ? (value as V[number]) : (fallback as F)))
    .meta({ type: 'string', enum: [...values], ...(fallback ? { default: fallback } : {}) });
}

/** A moment in a query → ISO text; what cannot be read is ignored. */
export const moment = z
  .unknown()
  .optional()
  .transform((value) => {
    const time = typeof value === 'string' ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  })
  .meta({ type: 'string', format: 'date-time' });

export const paging = { page: count(1, 1_000_000), pageSize: count(20, 100) };

/** Page list of `item` (seed §4.1). */
export function pageOf(item: z.ZodType) {
  const number = z.int().meta({ examples: [1] });
  return z.object({ data: z.array(item), total: number, page: number, pageSize: number, totalPages: number });
}

/** `data` neither object nor null → 400 (decisions 4.4 and 10). */
export function refuseData(body: unknown): void {
  const sent = isRecord(body) ? body['data'] : undefined;
  if (sent !== undefined && sent !== null && !isRecord(sent)) throw fault('BAD_REQUEST', { message: 'Data must be an object or null' });
}
