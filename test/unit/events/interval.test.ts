/** Intervals cut into days, hours and minutes: nothing is left out, nothing comes twice. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MS, bucketsAt, decompose, intervalOf, partsOf } from '#services/events/domain/interval.ts';
import type { Interval } from '#services/events/domain/interval.ts';

const test = suite('intervals');
const at = (text: string): number => Date.parse(text);

test('buckets and rest cover an interval without gap or overlap, and no bucket is open', () => {
  const moment = fc.integer({ min: 0, max: 40 * MS.day });
  fc.assert(
    fc.property(moment, moment, moment, (one, other, closed) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const { buckets, rest } = decompose({ start, end }, closed);
      const all: Interval[] = [...buckets.map(intervalOf), ...rest].toSorted((a, b) => a.start - b.start);
      let reached = start;
      for (const part of all) {
        assert.is(part.start, reached);
        assert.ok(part.end > part.start);
        reached = part.end;
      }
      assert.is(reached, end);
      for (const bucket of buckets) {
        assert.ok(intervalOf(bucket).end <= closed);
        assert.is(bucket.start % MS[bucket.size], 0);
      }
      assert.ok(rest.length <= 2);
    }),
    { seed: 20_261_122, numRuns: 2_000 },
  );
});

test('a month is days, hours and minutes', () => {
  const { buckets, rest } = decompose(
    { start: at('2026-01-01T22:58:30Z'), end: at('2026-01-03T01:02:00.001Z') },
    at('2026-02-01T00:00:00Z'),
  );
  assert.equal(
    buckets.map(({ size, start }) => `${size} ${new Date(start).toISOString()}`),
    [
      'minute 2026-01-01T22:59:00.000Z',
      'hour 2026-01-01T23:00:00.000Z',
      'day 2026-01-02T00:00:00.000Z',
      'hour 2026-01-03T00:00:00.000Z',
      'minute 2026-01-03T01:00:00.000Z',
      'minute 2026-01-03T01:01:00.000Z',
    ],
  );
  assert.equal(
    rest.map(({ start, end }) => end - start),
    [30_000, 1],
  );
});

test('parts fill their bucket, and a moment lies in one of each size', () => {
  const day = { size: 'day', start: 3 * MS.day } as const;
  assert.is(partsOf(day).length, 24);
  assert.is(partsOf(partsOf(day)[5]!).length, 60);
  assert.equal(partsOf({ size: 'minute', start: 0 }), []);
  assert.equal(bucketsAt(3 * MS.day + 5 * MS.hour + 7 * MS.minute + 1), [
    { size: 'minute', start: 3 * MS.day + 5 * MS.hour + 7 * MS.minute },
    { size: 'hour', start: 3 * MS.day + 5 * MS.hour },
    { size: 'day', start: 3 * MS.day },
  ]);
});

test.run();
