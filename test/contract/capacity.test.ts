import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ratesOf, size, withSizing } from '../../deploy/capacity.ts';

const test = suite('capacity');
const readme = readFileSync('README.md', 'utf8');

test('the page is computed from README\'s figures (npm run generate writes it)', () => {
  const page = readFileSync('deploy/capacity.md', 'utf8');
  assert.is(page, withSizing(page, readme));
});

test('ten times the mail asks ten times as much', () => {
  const rates = ratesOf(readme);
  const [one, ten] = [size({ perDay: 10_000_000 }, rates), size({ perDay: 100_000_000 }, rates)];
  assert.ok(Math.abs(ten.peakPerSecond / one.peakPerSecond - 10) < 1e-9);
  assert.ok(ten.edgeCores >= one.edgeCores * 9 - 10 && ten.deliveryPods > one.deliveryPods);
});

test('a figure that README does not have is an error, not a zero', () => assert.throws(() => ratesOf(readme.replaceAll('| 256 |', '| 255 |')), /no rate of/));

test.run();
