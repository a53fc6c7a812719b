import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBackoff, createSleeper } from '#kit/sleeper.ts';
import { OUTBOX_INDEX, pending } from '#kit/facts/outbox.ts';
import { stretched } from '#local/time-scale.ts';

const test = suite('facts: outbox');
const fact = { id: '1', projectId: 'p', name: 'signup', at: '2026-11-21T00:00:00.000Z', data: { 'a.b': { $where: 1 } } };

test('a pending fact has names the store accepts', () => {
  assert.equal(pending(fact).data, { 'a%2Eb': { '%24where': 1 } });
  assert.is(pending({ ...fact, data: null }).data, null);
});

test('a pending fact keeps the kind it is given and nothing else is added', () => {
  assert.equal(pending({ ...fact, data: {} }, 'tracked'), { ...fact, data: {}, kind: 'tracked' });
});

test('only documents with an outbox are indexed', () => {
  assert.equal(OUTBOX_INDEX[1].partialFilterExpression, { outbox: { $exists: true } });
});

test('a wake ends the sleep under way, or the next one', async () => {
  const sleeper = createSleeper();
  const began = performance.now();
  setTimeout(() => sleeper.wake(), 5);
  await sleeper.sleep(10_000);
  sleeper.wake();
  await sleeper.sleep(10_000);
  assert.ok(performance.now() - began < stretched(1_000));
});

test('a sleeper that was woken once sleeps the next time', async () => {
  const sleeper = createSleeper();
  sleeper.wake();
  await sleeper.sleep(10_000);
  const began = performance.now();
  await sleeper.sleep(20);
  assert.ok(performance.now() - began >= 15);
});

test('backoff doubles up to its most and starts anew', () => {
  const { next, reset } = createBackoff(100, 500);
  assert.equal([next(), next(), next(), next(), next()], [100, 200, 400, 500, 500]);
  reset();
  assert.is(next(), 100);
});

test.run();
