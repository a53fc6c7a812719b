import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { Fault } from '#kit/errors.ts';
import { validate } from '#services/gateway/json.ts';

const faults = suite('schema faults');

const schema = z.object({
  to: z.union([z.email(), z.object({ email: z.email() }), z.array(z.email()).min(1)]).optional(),
  kind: z.enum(['A', 'B']).optional(),
  name: z.string().min(2).max(4).optional(),
  id: z.uuid().optional(),
  list: z.array(z.object({ n: z.number() })).optional(),
  own: z
    .string()
    .refine((text) => text !== 'no', 'Not that')
    .optional(),
  coded: z
    .string()
    .refine((text) => text !== 'no', { message: 'Needed', params: { code: 'required' } })
    .optional(),
});

function faultsOf(body: unknown, by: z.ZodType = schema) {
  try {
    validate(by, body);
  } catch (error) {
    assert.ok(error instanceof Fault);
    assert.is(error.status, 422);
    assert.is(error.message, 'Request validation failed');
    return error.options.errors!.map(({ field, code, received }) => [field, code, ...(received === undefined ? [] : [received])].join(' '));
  }
  return [];
}

const CASES: [unknown, string[]][] = [
  [{}, []],
  [undefined, [' invalid_type undefined']],
  [null, [' invalid_type null']],
  [[], [' invalid_type array']],
  ['text', [' invalid_type string']],
  [{ to: 'nobody' }, ['to invalid_string']],
  [{ to: 5 }, ['to invalid_union']],
  [{ to: [] }, ['to too_small']],
  [{ to: ['nobody'] }, ['to.0 invalid_string']],
  [{ to: {} }, ['to.email invalid_type undefined']],
  [{ to: { email: 'nobody' } }, ['to.email invalid_string']],
  [{ kind: 'C' }, ['kind invalid_enum_value']],
  [{ name: 'a' }, ['name too_small']],
  [{ name: 'abcde' }, ['name too_big']],
  [{ name: 5 }, ['name invalid_type number']],
  [{ name: null }, ['name invalid_type null']],
  [{ id: 'x' }, ['id invalid_string']],
  [{ list: [{ n: 1 }, { n: 'x' }] }, ['list.1.n invalid_type string']],
  [{ own: 'no' }, ['own custom']],
  [{ coded: 'no' }, ['coded required']],
  [{ kind: 'C', id: 'x', name: 5 }, ['kind invalid_enum_value', 'name invalid_type number', 'id invalid_string']],
];

for (const [body, expected] of CASES)
  faults(`${JSON.stringify(body)} → ${expected.join(', ') || 'fine'}`, () => assert.equal(faultsOf(body), expected));

faults('of a body that is missing, or of another kind, the words name the body', () => {
  for (const [body, received] of [
    [undefined, 'nothing'],
    [[], 'array'],
  ] as const)
    assert.throws(
      () => validate(schema, body),
      ({ options }: Fault) => options.errors![0]!.message === `Request body: expected a JSON object, received ${received}`,
    );
});

faults('a missing field is an invalid_type, whatever it should be', () => {
  const required = z.object({ a: z.string(), b: z.enum(['x']), c: z.union([z.string(), z.number()]), d: z.uuid(), e: z.literal(true) });
  assert.equal(
    faultsOf({}, required),
    ['a', 'b', 'c', 'd', 'e'].map((field) => `${field} invalid_type undefined`),
  );
});

faults.run();
