/** Conditions and people as they are generated: few names and values, so that they meet; every kind of value, and dates at boundaries. */
import fc from 'fast-check';
import type { Person } from './segment-reading.ts';

export const NOW = Date.parse('2026-02-01T00:00:00.000Z');

const KEYS = [
  'a',
  'b',
  'a.b',
  'a.b.c',
  '$a',
  'a%b',
  'first name',
  'constructor',
  '__proto__',
  '0',
  'items',
  'items.0',
  'a.0',
  'a.',
  'hasOwnProperty.a',
  'length',
];
const DATES = [
  '2026-01-31',
  '2026-01-31T00:00:00Z',
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T00:00:00.001Z',
  '2026-01-30T23:59:59Z',
  '2026-01-30T23:59:59.999Z',
  '2026-01-30',
  '2026-01-31T12:30:00Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01',
  '2026-02-01T00:00:00Z',
  '2024-02-29',
  '2000-02-29',
  '0000-02-29',
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  '2031-06-15',
];
const NO_DATES = [
  '2026-02-30',
  '2023-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-31T24:00:00Z',
  '2026-01-31T00:60:00Z',
  '2026-01-31T00:00:00',
  '2026-01-31T00:00:00.1Z',
  '2026-01-31\n',
  '2026-01-31Z',
  '2026-1-31',
  '2026-01-31 00:00:00Z',
  '2026-01-31T00:00:00+00:00',
  '+002026-01-31',
  '٢٠٢٦-01-31',
];
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'aB',
  '1',
  '5',
  '-0',
  'true',
  'null',
  '.*',
  '^a',
  'a$',
  'a|b',
  '\\',
  '(',
  '[a',
  '$ne',
  '\0',
  'a\0b',
  'é',
  '🙂',
  'ß',
  '\n',
  '/a/i',
  'İ',
];
const NUMBERS = [0, 1, -1, 5, 5.5, -5.5, 1e21, 2 ** 53, 1e-7, 20_260_131];

const scalar = fc.constantFrom<unknown>(...TEXTS, ...DATES, ...NO_DATES, ...NUMBERS, true, false);
const key = fc.constantFrom(...KEYS);
const { value } = fc.letrec<{ value: unknown; list: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: tie('list') }, { weight: 2, arbitrary: tie('object') }),
  list: fc.array(fc.oneof({ maxDepth: 3, depthIdentifier: 'v' }, scalar, fc.constant(null), tie('value')), {
    maxLength: 2,
    depthIdentifier: 'v',
  }),
  object: fc
    .array(fc.tuple(key, fc.oneof({ maxDepth: 3, depthIdentifier: 'v' }, scalar, fc.constant(null), tie('value'))), {
      maxLength: 3,
      depthIdentifier: 'v',
    })
    .map((entries) => Object.fromEntries(entries)),
}));
const operatorObjects = fc.constantFrom<unknown>(
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { $where: '1' },
  [{ $ne: 1 }],
  { $expr: true },
  { $date: '2026-01-31' },
  { a: { $exists: true } },
);

const EVENTS = ['signup', 'a.b', '$x', 'email.open', 'email.sent', 'contact.subscribed', 'segment.vip.entry', '__proto__', 'order placed'];
const TEMPLATES = ['t1', 't.2', '$t'];
const SEGMENTS = ['s1', 's2'];
const moment = fc.constantFrom(
  ...[0, 1, 60_000, 3_600_000, 86_399_999, 86_400_000, 86_400_001, 5 * 86_400_000, 400 * 86_400_000].map((ago) =>
    new Date(NOW - ago).toISOString(),
  ),
);
const mailEvent = fc.constantFrom('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint');
const hitEvent = fc.constantFrom('email.open', 'email.click');
const event = fc.oneof(
  fc.record({ name: fc.constantFrom(...EVENTS.filter((name) => !name.startsWith('email.'))), at: moment }),
  fc.record({ name: mailEvent, at: moment, templateId: fc.constantFrom(...TEMPLATES) }),
  fc.record({ name: hitEvent, at: moment, templateId: fc.constantFrom(...TEMPLATES), human: fc.boolean() }),
);

export const person: fc.Arbitrary<Person> = fc.record({
  email: fc.constantFrom('ada@example.com', 'bob.b@example.org', 'a.*@x.org', 'é@x.org'),
  subscribed: fc.boolean(),
  data: fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  createdAt: moment,
  updatedAt: moment,
  events: fc.array(event, { maxLength: 3 }),
  segments: fc.subarray(SEGMENTS),
});

const span = { value: fc.constantFrom(0, 1, 0.5, 24, 30, 1_440, 1e9, 1e300), unit: fc.constantFrom('days', 'hours', 'minutes') };
const bound = fc.constantFrom<unknown>(...DATES, ...NUMBERS);
const order = fc.constantFrom('greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual', 'gt', 'lt', 'gte', 'lte');
const equality = fc.constantFrom('equals', 'notEquals');
const dated = fc.constantFrom('within', 'olderThan');
const field = fc
  .oneof(
    key,
    fc.tuple(key, key).map((steps) => steps.join('.')),
  )
  .map((name) => `data.${name}`);
const core = fc.constantFrom('createdAt', 'updatedAt');
const occurrence = fc.oneof(
  fc
    .constantFrom(...EVENTS.map((name) => `event.${name}`), ...EVENTS.filter((name) => !name.startsWith('email.')), 'event.never')
    .map((name) => ({ field: name })),
  fc.record({
    field: fc.constantFrom('sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained').map((name) => `email.${name}`),
    templateId: fc.option(fc.constantFrom(...TEMPLATES, 'other'), { nil: undefined }),
  }),
  fc.record({
    field: fc.constantFrom('email.opened', 'email.clicked'),
    by: fc.constantFrom('human', null),
    templateId: fc.option(fc.constantFrom(...TEMPLATES), { nil: undefined }),
  }),
);
const asked = fc.oneof(
  fc.record({ operator: fc.constantFrom('triggered', 'notTriggered') }),
  fc.record({ operator: fc.constantFrom('triggeredWithin', 'notTriggeredWithin', 'triggeredOlderThan'), ...span }),
);

const filter: fc.Arbitrary<object> = fc.oneof(
  fc.record({ field, operator: equality, value: fc.oneof(value, scalar, operatorObjects) }),
  fc.record({
    field,
    operator: fc.constantFrom('contains', 'notContains'),
    value: fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...TEXTS) }, { weight: 1, arbitrary: value }),
  }),
  fc.record({ field, operator: order, value: bound }),
  fc.record({ field, operator: fc.constantFrom('exists', 'notExists') }),
  fc.record({ field, operator: dated, ...span }),
  fc.record({
    field: fc.constant('email'),
    operator: fc.constantFrom('equals', 'notEquals', 'contains', 'notContains'),
    value: fc.constantFrom<unknown>('ADA@example.com', 'example', '.*', 'a.*@x.org', '', 'B@', 'É@X.org', 5, true),
  }),
  fc.record({ field: fc.constant('subscribed'), operator: equality, value: fc.constantFrom<unknown>(true, false, 'true', 1) }),
  fc.record({ field: core, operator: equality, value: fc.oneof(bound, scalar) }),
  fc.record({ field: core, operator: order, value: bound }),
  fc.record({ field: core, operator: dated, ...span }),
  fc.tuple(occurrence, asked).map(([what, how]) => ({ ...what, ...how })),
  fc.tuple(occurrence, asked).map(([what, how]) => ({ ...what, ...how })),
  fc.record({
    field: fc.constantFrom(...SEGMENTS, 'unknown').map((id) => `segment.${id}`),
    operator: fc.constantFrom('memberOfSegment', 'notMemberOfSegment'),
  }),
);

const logic = fc.constantFrom('AND', 'OR');
/** Half of them of one filter, so that each operator shows by itself; the rest up to three levels deep. */
const { tree } = fc.letrec<{ tree: any; group: any }>((tie) => ({
  tree: fc.record({ logic, groups: fc.array(tie('group'), { minLength: 1, maxLength: 3, depthIdentifier: 't' }) }),
  group: fc.oneof(
    { maxDepth: 3, depthIdentifier: 't' },
    fc.record({ filters: fc.array(filter, { minLength: 1, maxLength: 3, depthIdentifier: 't' }) }),
    fc.record({ filters: fc.array(filter, { maxLength: 2, depthIdentifier: 't' }), conditions: tie('tree') }),
  ),
}));
export const condition: fc.Arbitrary<any> = fc.oneof(
  filter.map((one) => ({ logic: 'AND', groups: [{ filters: [one] }] })),
  tree,
);
