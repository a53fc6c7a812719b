/** JSON bodies: bytes to values, values to what a schema says (contract 1, 7). */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { fault, invalid } from '#kit/errors.ts';
import type { Fault } from '#kit/errors.ts';
import { fieldErrors } from './domain/issues.ts';
import { faultOffset, positionOf } from './domain/json-position.ts';
import { countValues } from './domain/json-values.ts';

/** More values than any request needs: a body of 50 MB is one because of a few long texts. */
const MOST_VALUES = 1_000_000;
/** Smaller bodies are not counted: what they can become is small too. */
const COUNTED_FROM = 65_536;
/** Memory a parsed value takes, about. */
const BYTES_PER_VALUE = 48;

/** Bytes of memory that the body's values will take. Faults BODY_TOO_LARGE when they are too many. */
export function parsedSize(bytes: Buffer): number {
  if (bytes.length < COUNTED_FROM) return 0;
  const values = countValues(bytes, MOST_VALUES);
  if (values > MOST_VALUES) throw fault('BODY_TOO_LARGE', { message: `Request body holds more than ${MOST_VALUES} values` });
  return values * BYTES_PER_VALUE;
}

/** Says where it stops being JSON, and what stands there. */
function malformed(bytes: Buffer): Fault {
  const offset = faultOffset(bytes) ?? bytes.length;
  const { line, column } = positionOf(bytes, offset);
  const [found] = bytes.subarray(offset, offset + 4).toString('utf8');
  const what = found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`;
  return fault('MALFORMED_JSON', {
    message: `Invalid JSON in request body: line ${line}, column ${column}: ${what}`,
    details: { line, column },
  });
}

/** Bytes → value. Nothing at all is undefined, for the schema to say what is missing. Names like `__proto__` stay ordinary names. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw fault('MALFORMED_JSON', { message: 'Invalid JSON in request body: it is not UTF-8' });
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw malformed(bytes);
  }
}

/** Checks by the schema; every fault of it in one 422. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}
