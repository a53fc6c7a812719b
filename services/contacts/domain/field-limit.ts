/** How many custom fields there may be (contract 2.1 "Limits"). */
import { invalid } from '#kit/errors.ts';

/** Of a project. */
export const MAX_FIELDS = 1_000;
/** That one call may add to a project. */
export const MAX_NEW_FIELDS = 250;

export interface FieldCount {
  /** That the project has. */
  known: number;
  /** That a call would add. */
  added: number;
  /** Most that the call may add. */
  most: number;
}

/** Faults VALIDATION_ERROR that names the number. */
export function checkFieldCount({ known, added, most }: FieldCount): void {
  const limit = (message: string) => invalid([{ field: 'data', message, code: 'too_big' }]);
  if (added > most) throw limit(`A call may bring at most ${most} new fields, not ${added}`);
  if (known + added > MAX_FIELDS) throw limit(`A project has at most ${MAX_FIELDS} fields: it has ${known}, this would add ${added}`);
}
