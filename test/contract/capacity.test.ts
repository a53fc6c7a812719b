import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ratesOf, size } from '../../deploy/capacity.ts';
import { keptResults } from '../../deploy/results.ts';

const test = suite('capacity');

test('ten times the mail asks ten times as much', () => {
  const rates = ratesOf(keptResults('bench'));
  const [one, ten] = [size(10_000_000, rates), size(100_000_000, rates)];
  assert.ok(Math.abs(ten.peakPerSecond / one.peakPerSecond - 10) < 1e-9);
  assert.ok(ten.edgeCores >= one.edgeCores * 9 - 10 && ten.deliveryPods > one.deliveryPods);
});

test('a figure that no result has is an error, not a zero', () => {
  const results = keptResults('bench');
  assert.throws(() => ratesOf(results.filter(({ name }) => name !== 'edge')), /no results of the bench edge/);
  assert.throws(() => ratesOf(results.map((result) => ({ ...result, tables: [] }))), /no number/);
});

test.run();
