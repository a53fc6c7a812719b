/** Pieces of request schemas that several resources share. */
import { z } from 'zod';
import { LONGEST_ADDRESS, isAddress } from '#kit/address.ts';
import { fault } from '#kit/errors.ts';

/** How deep free-form data may be nested. MongoDB keeps 100 levels; some are taken by the documents around it. */
export const MAX_DEPTH = 64;

/** True when `value` has more than `levels` levels of objects and arrays. Walks without recursion: hostile input decides the depth. */
export function deeperThan(value: unknown, levels: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true;
    const next: object[] = [];
    for (const node of level) {
      for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}

export type Data = Record<string, unknown>;

export const email = z
  .string()
  .trim()
  .max(LONGEST_ADDRESS)
  .refine((text) => isAddress(text), {
    message: 'Invalid email address',
    params: { code: 'invalid_string' },
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ type: 'string', format: 'email', examples: ['ada@example.org'] });
export const id = z.uuid().meta({ examples: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42'] });
export const at = z.iso.datetime().meta({ examples: ['2026-01-31T09:30:00.000Z'] });

/** A page. */
export const markup = z.string().meta({ examples: ['<!DOCTYPE html>'] });

/** A text of which something is left without its blanks. */
export const written = z.string().regex(/\S/);
/** The same on one line. */
export const writtenLine = z.string().regex(/^[^\S\r\n]*\S[^\r\n]*$/);

export function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Free-form data, passed on by reference: every name is an ordinary name, `__proto__` included (z.record would drop it).
 * Deeper than the database keeps is refused here.
 */
export const data = z
  .custom<Data>()
  .superRefine((value, context) => {
    if (!isRecord(value)) context.addIssue({ code: 'invalid_type', expected: 'object', input: value });
    else if (deeperThan(value, MAX_DEPTH))
      context.addIssue({ code: 'custom', message: `Data is nested deeper than ${MAX_DEPTH} levels`, input: value });
  })
  .meta({ type: 'object', additionalProperties: true, examples: [{ firstName: 'Ada', plan: 'pro' }] });

/** A branch of a condition in the document: what must be there then, and what it must be. */
export const needing = (properties: Data): Data => ({ required: Object.keys(properties), properties, additionalProperties: true });

/** In the document: where a value is so, it has to be as `met` says, else as `otherwise` says. */
export function dependingOn(condition: Data, met: Data, otherwise?: Data): Data {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
  return { if: condition, then: met, ...(otherwise && { else: otherwise }) };
}

/** A body that its service judges: any object passes here, and the document shows `shape`, with some of its keys required. */
export function judged(shape: z.ZodObject, required: readonly string[], example: Data) {
  const described = z.toJSONSchema(shape.partial(), { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return data
    .optional()
    .transform((body): Data => body ?? {})
    .meta({ ...described, required: [...required], examples: [example] });
}

/** `data` where null is a value too and anything else is a 400 given before (contacts). */
export const dataOrNull = data
  .nullish()
  .meta({ type: ['object', 'null'], additionalProperties: true, examples: [{ firstName: 'Ada', plan: 'pro' }] });

/** Characters of a search that are looked for. */
const MOST_SEARCHED = 1_000;
const CONTROL = /[\r\n\0]/;

/** Text that ends up in a header line. */
export const headerText = z
  .string()
  .refine((text) => !CONTROL.test(text), 'Must not contain line breaks')
  .meta({ pattern: '^[^\\r\\n\\0]*$' });

/** A whole number in a query: missing, malformed or below 1 → the default; above the maximum → the maximum. */
export function count(fallback: number, most = Number.MAX_SAFE_INTEGER) {
  return z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' && /^[+]?\d{1,15}$/.test(value) && Number(value) >= 1 ? Math.min(Number(value), most) : fallback,
    )
    .meta({ type: 'integer', minimum: 1, ...(most < Number.MAX_SAFE_INTEGER ? { maximum: most } : {}), default: fallback });
}

/** Trimmed text of a query; empty counts as absent. */
export const words = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined))
  .meta({ type: 'string' });

/** What is searched for. MongoDB's patterns refuse NUL; as U+FFFD it matches nothing. */
export const fragment = words.transform((text) => text?.replaceAll('\0', '\ufffd').slice(0, MOST_SEARCHED)).meta({ type: 'string' });

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

/** Page list of `item` (contract 4.1). */
export function pageOf(item: z.ZodType) {
  const number = z.int().meta({ examples: [1] });
  return z.object({ data: z.array(item), total: number, page: number, pageSize: number, totalPages: number });
}

/** A list whose length is judged before its elements are looked at: a million wrong ones are one fault. */
/** What another schema found is found here. */
export function passOn({ issues }: z.ZodError, context: z.RefinementCtx): never {
  for (const issue of issues) context.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue);
  return z.NEVER;
}

export function listOf<T extends z.ZodType>(item: T, { least = 0, most }: { least?: number; most: number }) {
  const list = z.array(item).min(least);
  return z
    .unknown()
    .transform((value, context): z.output<T>[] => {
      if (Array.isArray(value) && value.length > most) {
        const message = `Too big: expected at most ${most} items`;
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: value, message });
        return z.NEVER;
      }
      const parsed = list.safeParse(value, { reportInput: true });
      if (parsed.success) return parsed.data;
      return passOn(parsed.error, context);
    })
    .meta({ ...z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' }), maxItems: most } as Record<string, unknown>);
}

/** `data` neither object nor null → 400 (contract 4.4). */
export function refuseData(body: unknown): void {
  const sent = isRecord(body) ? body['data'] : undefined;
  if (sent !== undefined && sent !== null && !isRecord(sent)) throw fault('BAD_REQUEST', { message: 'Data must be an object or null' });
}
