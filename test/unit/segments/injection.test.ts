/**
 * Nothing that stands in a filter becomes an operator, a path or a pattern (contract 2.4: "Values never reach the database as operators").
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeKey } from '#kit/store/keys.ts';
import { plain } from '#services/segments/domain/clause.ts';
import { readCondition } from '#services/segments/domain/condition.ts';
import { filterOf } from '#services/segments/domain/filter.ts';

const test = suite('segments: injection');

const around = { now: new Date('2026-02-01T00:00:00Z'), encode: encodeKey, membership: () => 'kept' as const };
const compile = (field: string, operator: string, value?: unknown, templateId?: string) =>
  filterOf(readCondition({ logic: 'AND', groups: [{ filters: [{ field, operator, value, unit: 'days', templateId }] }] }), around) as any;

/** The filter with every value blanked: what the database is told to do. */
function shape(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(shape);
  if (typeof part !== 'object' || part === null || part instanceof Date) return typeof part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shape(inner)]));
}

const TEXTS = [
  '$ne',
  '{"$gt":""}',
  '.*',
  '^',
  '$',
  '(',
  '[',
  '\\',
  'a|b',
  '\\E.*',
  '(?i)x',
  '(?s:.)',
  "'; return true; //",
  '$$ROOT',
  '$email',
  '\0',
  '\n',
  '__proto__',
  '%24ne',
  ' ',
];
const OBJECTS: unknown[] = [
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { $where: 'true' },
  { $expr: { $eq: [1, 1] } },
  { $function: {} },
  { $literal: 1 },
  { $date: '2026-01-01' },
  [{ $ne: 1 }],
  ['$email'],
  JSON.parse('{"__proto__":{"x":1}}'),
  { a: { $exists: true } },
  { $$ROOT: '$$ROOT' },
];
const KNOWN = new Set([
  '$and',
  '$or',
  '$nor',
  '$not',
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$exists',
  '$type',
  '$regex',
  '$expr',
  '$literal',
  '$cond',
  '$isArray',
  '$size',
  '$arrayElemAt',
  '$getField',
  '$objectToArray',
]);

function operators(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(operators);
  if (typeof part !== 'object' || part === null || part instanceof Date) return [];
  return Object.entries(part).flatMap(([name, inner]) => [...(name.startsWith('$') ? [name] : []), ...operators(inner)]);
}

for (const operator of ['equals', 'notEquals', 'contains', 'notContains']) {
  test(`${operator}: a text is a text`, () => {
    for (const field of ['email', 'data.a', 'data.a.b']) {
      for (const text of TEXTS)
        assert.equal(shape(compile(field, operator, text)), shape(compile(field, operator, 'harmless')), `${field} ${text}`);
    }
  });
}

test('a pattern finds its text and nothing else', () => {
  for (const text of TEXTS) {
    const { $regex } = compile('email', 'contains', text).email;
    assert.ok(new RegExp($regex, 'u').test(`x${text.toLowerCase()}x`), text);
    assert.not.ok(new RegExp($regex, 'u').test('x'), text);
  }
});

for (const operator of ['equals', 'notEquals', 'contains', 'notContains']) {
  test(`${operator}: an object or a list is data`, () => {
    for (const field of ['email', 'subscribed', 'data.a', 'data.a.b']) {
      for (const value of OBJECTS) {
        if (field === 'subscribed' && operator.endsWith('ontains')) continue;
        const filter = compile(field, operator, value);
        assert.equal(
          operators(filter).filter((name) => !KNOWN.has(name)),
          [],
          JSON.stringify(filter),
        );
        assert.equal(
          operators(filter).filter((name) => name === '$where' || name === '$function'),
          [],
        );
        const literals: unknown[] = [];
        JSON.stringify(filter, (name, inner) => {
          if (name === '$literal') literals.push(inner);
          return inner;
        });
        assert.ok(
          literals.every((one) => typeof one !== 'object' || one === null),
          'only plain values behind $literal',
        );
        // A `$date` that somebody sent is no moment on the way to contacts.
        assert.not.ok(/"\$date"/.test(JSON.stringify(plain(filter))), JSON.stringify(filter));
      }
    }
  });
}

test('names of fields, events, templates and segments are names', () => {
  const paths = (filter: unknown): string[] =>
    [...JSON.stringify(filter).matchAll(/"((?:data|seen|mail|segments)[^"]*)":/g)].map(([, path]) => path!);
  for (const name of ['$where', 'a$b', '$', '__proto__', 'constructor', '%24']) {
    assert.equal(paths(compile(`data.${name}`, 'exists')), [`data.${encodeKey(name)}`]);
    assert.equal(paths(compile(`event.${name}`, 'triggered')), [`seen.${encodeKey(name)}`]);
    assert.equal(paths(compile('email.sent', 'triggered', undefined, name)), [`mail.${encodeKey(name)}.sent`]);
    assert.equal(compile(`segment.${name}`, 'memberOfSegment'), { segments: { $eq: name } });
  }
  assert.equal(paths(compile('event.a.b', 'triggered')), ['seen.a%2Eb']);
  assert.equal(paths(compile('email.sent', 'triggered', undefined, 'a.b')), ['mail.a%2Eb.sent']);
  assert.equal(paths(compile('data.a.$b', 'exists')), ['data.a%2E%24b', 'data.a%2E%24b', 'data.a', 'data.a.%24b']);
});

test.run();
