/** Counts over many documents: for how long they are good, and who waits for them. */
import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countLasts, createLongCounts, STALE_MS } from '#kit/limits/long-counts.ts';
import { currentScope, inScope } from '#kit/telemetry/scope.ts';

const test = suite('long counts');

/** Counts that take as long as they are told, on a clock of the test's. */
function counting() {
  let [now, made] = [1_000_000, 0];
  const ends: (() => void)[] = [];
  const counts = createLongCounts<{ n: number }>(() => new Date(now));
  return {
    ask: (takes: number) =>
      counts.ask('key', async () => {
        const n = (made += 1);
        await new Promise<void>((resolve) => ends.push(resolve));
        now += takes;
        return { n };
      }),
    end: async () => {
      ends.shift()!();
      await setImmediate();
    },
    pass: (ms: number) => (now += ms),
    under: () => ends.length,
  };
}

test('the dearer a count, the longer it lasts, to a limit', () =>
  assert.equal([countLasts(3), countLasts(300), countLasts(20_000)], [100, 10_000, 30_000]));

test('all who ask meanwhile get one count', async () => {
  const { ask, end, under } = counting();
  const both = [ask(10), ask(10)];
  assert.is(under(), 1);
  await end();
  assert.equal(await Promise.all(both), [{ n: 1 }, { n: 1 }]);
});

test('a short count that is over is made again and waited for', async () => {
  const { ask, end, pass } = counting();
  const first = ask(10);
  await end();
  await first;
  pass(countLasts(10));
  assert.equal(await ask(10), { n: 1 });
  pass(1);
  const second = ask(10);
  await end();
  assert.equal(await second, { n: 2 });
});

test('a long one is made behind the answers, once, and not for whoever comes much later', async () => {
  const { ask, end, pass, under } = counting();
  const first = ask(500);
  await end();
  await first;
  pass(countLasts(500) + 1);
  assert.equal([await ask(500), await ask(500)], [{ n: 1 }, { n: 1 }]);
  assert.is(under(), 1);
  await end();
  assert.equal(await ask(500), { n: 2 });
  pass(STALE_MS + 1);
  const late = ask(500);
  await end();
  assert.equal(await late, { n: 3 });
});

test('a count has more time than whoever asked first, and a failure is not kept', async () => {
  const counts = createLongCounts<{ deadline: number | undefined }>(() => new Date());
  const seen = await inScope({ deadline: 1 } as never, () => counts.ask('a', async () => ({ deadline: currentScope()?.deadline })));
  assert.equal(seen, { deadline: undefined });
  const failing = () => counts.ask('b', () => Promise.reject(new Error('away')));
  assert.is(await failing().catch((error: Error) => error.message), 'away');
  assert.equal(await counts.ask('b', async () => ({ deadline: 2 })), { deadline: 2 });
});

test.run();
