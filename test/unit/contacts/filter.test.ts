/** What of a compiled filter reaches the database, and where a walk over an audience stands. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPageSize, readPosition, writePosition } from '#services/contacts/domain/cursor.ts';
import { readFilter } from '#services/contacts/domain/filter.ts';

const test = suite('contacts: filters');
const refused = (filter: unknown): boolean => {
  try {
    readFilter(filter);
  } catch (error) {
    return (error as { status?: number }).status === 400;
  }
  return false;
};

test('filters pass as they are, dates as dates', () => {
  const filters: [object, object?][] = [
    [{}],
    [{ email: 'a@x.org', subscribed: true }],
    [{ $or: [{ 'data.plan': { $in: ['pro', 1, null] } }, { $and: [{ 'data.n': { $gt: 1, $lte: 2 } }, { _id: { $nin: ['x'] } }] }] }],
    [{ 'data.name': { $not: { $regex: '^a\\.b', $options: 'i' } } }],
    [{ 'data.list': { $size: 2 }, 'data.o': { a: { b: 1 } }, 'data.t': { $exists: true, $type: 'string', $ne: '' } }],
    [{ createdAt: { $gte: { $date: '2026-01-02T00:00:00.000Z' } } }, { createdAt: { $gte: new Date('2026-01-02') } }],
    [{ updatedAt: { $date: '2026-01-02' } }, { updatedAt: new Date('2026-01-02') }],
  ];
  for (const [sent, read = sent] of filters) assert.equal(readFilter(sent), read);
});

test('nothing else reaches the database', () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { $and: [deep(levels - 1)] });
  const bad = [
    null,
    'x',
    [],
    { $where: 'true' },
    { $expr: {} },
    { $function: {} },
    { outbox: 1 },
    { projectId: 'other' },
    { data: {} },
    { 'data.': 1 },
    { '': 1 },
    { $and: [] },
    { $or: {} },
    { $and: [{ $where: '1' }] },
    { email: { $where: '1' } },
    { email: { $regex: { $ne: 1 } } },
    { email: { $in: [{ $gt: 1 }] } },
    { email: { $not: { $where: 1 } } },
    { 'data.x': { $eq: { a: { $gt: 1 } } } },
    { createdAt: { $date: 'soon' } },
    { createdAt: { $date: '2026-01-01', $gt: 1 } },
    { createdAt: { $date: 5 } },
    deep(100),
  ];
  for (const filter of bad) assert.ok(refused(filter), JSON.stringify(filter));
});

test('a cursor says where the walk stands, and until when it goes', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string({ minLength: 1 }), (until, createdAt, id) =>
      assert.equal(readPosition(writePosition({ until, createdAt, id })), { until, createdAt, id }),
    ),
  );
  for (const bad of [
    '',
    'x',
    'e30',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('[1,2,""]').toString('base64url'),
    Buffer.from('[1,"2","x"]').toString('base64url'),
  ]) {
    assert.throws(
      () => readPosition(bad),
      (error: any) => error.status === 400,
    );
  }
  assert.equal([0, 1, 5_000, 5_001, -1].map(readPageSize), [500, 1, 5_000, 5_000, 500]);
});

test.run();
