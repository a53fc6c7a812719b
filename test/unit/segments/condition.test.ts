/** Conditions as people send them: what is taken, what is refused and with which words (contract 2.4). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { filtersOf, readCondition } from '#services/segments/domain/condition.ts';
import { isCircular, refersTo } from '#services/segments/domain/references.ts';
import { slugOf } from '#services/segments/domain/segment.ts';

const test = suite('segments: conditions');

const tree = (...filters: object[]) => ({ logic: 'AND', groups: [{ filters }] });
const filter = (field: unknown, operator: unknown, value?: unknown, more: object = {}) => tree({ field, operator, value, ...more });
const nested = (levels: number): object =>
  levels === 1 ? filter('email', 'equals', 'a') : { logic: 'OR', groups: [{ conditions: nested(levels - 1) }] };

function refusal(sent: unknown): string {
  try {
    readCondition(sent);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    assert.equal([error.status, error.code, error.options.short], [400, 'BAD_REQUEST', undefined]);
    return error.message;
  }
  throw new Error(`taken: ${JSON.stringify(sent)}`);
}

const REFUSED: [string, unknown][] = [
  ...[undefined, null, 'x', 1, [], [{ logic: 'AND' }]].map((sent): [string, unknown] => ['Condition must be an object', sent]),
  ...[undefined, null, 'and', 'XOR', ['AND']].map((logic): [string, unknown] => [
    'Logic must be AND or OR',
    { logic, groups: [{ filters: [] }] },
  ]),
  ...[undefined, null, [], {}, 'x'].map((groups): [string, unknown] => ['at least one group', { logic: 'AND', groups }]),
  ...['x', {}, 0].map((filters): [string, unknown] => ['Group filters must be an array', { logic: 'AND', groups: [{ filters }] }]),
  ...[{}, { filters: [] }, { filters: null, conditions: null }, null, 'x'].map((group): [string, unknown] => [
    'at least one filter',
    { logic: 'AND', groups: [group] },
  ]),
  ['Condition must be an object', { logic: 'AND', groups: [{ conditions: [] }] }],
  ['Logic must be AND or OR', { logic: 'AND', groups: [{ conditions: {} }] }],
  ...[undefined, null, '', ' ', 5, {}].map((field): [string, unknown] => ['field is required', filter(field, 'equals', 1)]),
  ['field is required', { logic: 'AND', groups: [{ filters: [null] }] }],
  ...[undefined, null, '', 5, {}].map((operator): [string, unknown] => ['operator is required', filter('email', operator, 1)]),
  ...['eq', '$ne', 'Equals', 'constructor', '__proto__', 'toString'].map((operator): [string, unknown] => [
    `Invalid operator: ${operator}`,
    filter('email', operator, 1),
  ]),
  ...['equals', 'notEquals', 'contains', 'gt', 'within', 'triggeredWithin'].map((operator): [string, unknown] => [
    `Operator "${operator}" requires a value`,
    filter('data.x', operator, null),
  ]),
  ...['within', 'olderThan', 'triggeredWithin', 'notTriggeredWithin', 'triggeredOlderThan'].flatMap((operator) =>
    [undefined, null, 'weeks', 'constructor', 5, ['days']].map((unit): [string, unknown] => [
      `Unit is required for ${operator}`,
      filter('data.x', operator, 1, { unit }),
    ]),
  ),
  ...['name', 'data', 'data.', 'Email', 'event.', 'segment.', 'contact.email', '$where', '__proto__'].map((field): [string, unknown] => [
    'Unsupported field',
    filter(field, 'equals', 1),
  ]),
  ...['contact.x', 'signup'].map((field): [string, unknown] => ['Unsupported field', filter(field, 'memberOfSegment')]),
  ...['gt', 'exists', 'within', 'memberOfSegment', 'triggered'].map((operator): [string, unknown] => [
    'for string field',
    filter('email', operator, 1, { unit: 'days' }),
  ]),
  ...['contains', 'gt', 'exists', 'triggered'].map((operator): [string, unknown] => [
    'for boolean field',
    filter('subscribed', operator, 1),
  ]),
  ...['contains', 'exists', 'triggered'].map((operator): [string, unknown] => ['for date field', filter('createdAt', operator, 1)]),
  ['Unsupported operator', filter('data.x', 'triggered')],
  ['Unsupported operator', filter('event.x', 'equals', 1)],
  ['Unsupported operator', filter('segment.x', 'equals', 1)],
  ...['open', 'read', 'constructor', '__proto__'].map((activity): [string, unknown] => [
    'Unsupported email activity',
    filter(`email.${activity}`, 'triggered'),
  ]),
  ['templateId', filter('email.sent', 'triggered', undefined, { templateId: { $ne: null } })],
  ...['x', '5', true, {}, [], '2026-02-30', '2026-01-01 10:00'].map((value): [string, unknown] => [
    'requires a value that is a number or an ISO 8601 date',
    filter('data.x', 'gte', value),
  ]),
  ...['5', -1, true, {}, []].map((value): [string, unknown] => [
    'requires a value that is a number',
    filter('data.x', 'within', value, { unit: 'days' }),
  ]),
  ['at most 8000 characters', filter('data.x', 'contains', 'x'.repeat(8_001))],
  ['10 levels', nested(11)],
  ['at most 200 filters', tree(...Array.from({ length: 201 }, () => ({ field: 'email', operator: 'equals', value: 'a' })))],
];

test('refusals', () => {
  for (const [words, sent] of REFUSED)
    assert.ok(refusal(sent).includes(words), `${JSON.stringify(sent)}: ${refusal(sent)} instead of ${words}`);
});

test('what is taken', () => {
  for (const sent of [
    nested(10),
    tree(...Array.from({ length: 200 }, () => ({ field: 'email', operator: 'equals', value: '' }))),
    filter('data.x', 'equals', { $ne: null }),
    filter('event.email.open', 'triggered'),
    filter('segment.vip.entry', 'triggered'),
    filter('a bare name', 'notTriggered'),
    filter('data.a.b c', 'exists', null),
    filter('email.sent', 'triggeredWithin', 0, { unit: 'minutes', templateId: 'x' }),
    { logic: 'OR', groups: [{ filters: [], conditions: filter('segment.x', 'notMemberOfSegment') }] },
  ])
    readCondition(sent);
});

test('normal form: aliases, spans, targets', () => {
  const [more, recent, sent] = filtersOf(
    readCondition(
      tree(
        { field: 'data.a.b', operator: 'gt', value: 5, unit: 'days', extra: 1 },
        { field: 'order placed', operator: 'triggeredWithin', value: 2, unit: 'hours' },
        { field: 'email.delivered', operator: 'triggered', value: 9, templateId: 't' },
      ),
    ),
  );
  assert.equal(more, { target: { kind: 'data', key: 'a.b' }, operator: 'greaterThan', value: 5 });
  assert.equal(recent, { target: { kind: 'event', name: 'order placed' }, operator: 'triggeredWithin', value: 2, span: 3_600_000 });
  assert.equal(sent, { target: { kind: 'mail', activity: 'delivered', templateId: 't' }, operator: 'triggered' });
});

test('what a condition refers to', () => {
  const condition = readCondition(
    tree(
      { field: 'data.a.b', operator: 'exists' },
      { field: 'event.e', operator: 'triggered' },
      { field: 'email.opened', operator: 'triggered', templateId: 't' },
      { field: 'segment.s', operator: 'memberOfSegment' },
    ),
  );
  const things = [{ field: 'a' }, { field: 'a.b' }, { event: 'e' }, { event: 'email.open' }, { templateId: 't' }, { segmentId: 's' }];
  for (const thing of things) assert.ok(refersTo(condition, thing), JSON.stringify(thing));
  for (const thing of [
    { field: 'b' },
    { field: 'a.b.c' },
    { field: 'e' },
    { event: 'a' },
    { event: 'email.sent' },
    { templateId: 's' },
    { segmentId: 't' },
    {},
  ])
    assert.not.ok(refersTo(condition, thing), JSON.stringify(thing));
});

test('circles', () => {
  const of = (...ids: string[]) => readCondition(tree(...ids.map((id) => ({ field: `segment.${id}`, operator: 'memberOfSegment' }))));
  const known = new Map([
    ['a', of('b')],
    ['b', of('c', 'd')],
    ['c', of('gone')],
    ['d', of('d')],
  ]);
  const circular = (id: string, ...ids: string[]) => isCircular(id, of(...ids), (one) => known.get(one));
  assert.equal(
    [circular('c', 'a'), circular('x', 'x'), circular('x', 'a'), circular('b', 'c', 'a'), circular('a', 'gone')],
    [true, true, false, true, false],
  );
});

test('slugs', () => {
  for (const [name, slug] of [
    ['VIP  Users!', 'vip-users'],
    [' a_b--C ', 'a_b-c'],
    ['-- x --', 'x'],
    ['Ünï.code/42', 'ncode42'],
    ['!!!', ''],
  ] as const)
    assert.is(slugOf(name), slug);
});

test.run();
