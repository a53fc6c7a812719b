/** What a schema found wrong → an envelope's `errors` (contract 7). */
import type { FieldError } from '#kit/errors.ts';

/** The part of a zod issue that answers show. */
export interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of a wrong type: the right one. */
  readonly expected?: string;
  readonly input?: unknown;
  readonly errors?: readonly (readonly Issue[])[];
  readonly params?: Readonly<Record<string, unknown>>;
}

const CODES: Readonly<Record<string, string>> = {
  invalid_type: 'invalid_type',
  invalid_format: 'invalid_string',
  too_small: 'too_small',
  too_big: 'too_big',
  invalid_value: 'invalid_enum_value',
  invalid_union: 'invalid_union',
};

/** `undefined`, `null`, `array` or what typeof says: the `received` of an `invalid_type`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function wrongType(field: string, { message, expected, input }: Issue): FieldError {
  const received = typeName(input);
  const ofBody = `Request body: expected a JSON ${expected ?? 'value'}, received ${received === 'undefined' ? 'nothing' : received}`;
  return { field, message: field === '' ? ofBody : message, code: 'invalid_type', received };
}

// Of a union's options only those are shown that the value could have been meant as: the ones that did not refuse its type.
function meant({ errors = [] }: Issue): readonly Issue[] | undefined {
  const options = errors.filter((issues) => !issues.some(({ code, path }) => path.length === 0 && code === 'invalid_type'));
  return options.length === 1 ? options[0] : undefined;
}

function describe(issue: Issue, prefix: readonly PropertyKey[]): FieldError[] {
  const path = [...prefix, ...issue.path];
  const field = path.map(String).join('.');
  const code = (issue.params?.['code'] as string | undefined) ?? CODES[issue.code ?? ''] ?? 'custom';
  // A missing field is reported the same way whatever it should have been.
  if (code === 'invalid_type' || (issue.input === undefined && (code === 'invalid_enum_value' || code === 'invalid_union')))
    return [wrongType(field, issue)];
  const inner = code === 'invalid_union' ? meant(issue) : undefined;
  return inner ? inner.flatMap((one) => describe(one, path)) : [{ field, message: issue.message, code }];
}

/** Every fault of a body, in the schema's order. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap((issue) => describe(issue, []));
}
