import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProjectLimiter } from '#services/delivery/campaign-sends/project-limiter.ts';

const test = suite('project limiter');
const { signal } = new AbortController();
const nextTick = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** A piece of work that ends when it is told to. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

test('so many of a project at once, in the order they came; another project is not kept waiting', async () => {
  const limiter = createProjectLimiter(2);
  const [begun, waited]: [string[], string[]] = [[], []];
  const pieces = new Map(['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => [name, piece()]));
  const all = [...pieces].map(([name, { promise }]) =>
    limiter.within(name[0]!, { signal, onWait: () => waited.push(name) }, async () => {
      begun.push(name);
      await promise;
    }),
  );
  await nextTick();
  assert.equal(
    [begun, waited],
    [
      ['a1', 'a2', 'b1'],
      ['a3', 'a4'],
    ],
  );
  pieces.get('a2')!.end();
  await all[1];
  await nextTick();
  assert.equal(begun, ['a1', 'a2', 'b1', 'a3']);
  for (const { end } of pieces.values()) end();
  await Promise.all(all);
  assert.equal(begun, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('work that only waits gives its turn back, once', async () => {
  const limiter = createProjectLimiter(1);
  const throttled = piece();
  const waiting = limiter.within('a', { signal, onWait: () => assert.unreachable() }, async (release) => {
    release();
    release();
    await throttled.promise;
  });
  await nextTick();
  await limiter.within('a', { signal, onWait: () => assert.unreachable() }, async () => undefined);
  throttled.end();
  await waiting;
  await limiter.within('a', { signal, onWait: () => assert.unreachable() }, async () => undefined);
});

test('who is cancelled while waiting does no work, and takes nobody’s turn', async () => {
  const limiter = createProjectLimiter(1);
  const first = piece();
  const life = new AbortController();
  const holding = limiter.within('a', { signal, onWait: () => undefined }, () => first.promise);
  const given = limiter.within('a', { signal: life.signal, onWait: () => undefined }, async () => assert.unreachable());
  const last = limiter.within('a', { signal, onWait: () => undefined }, async () => 'done');
  life.abort(new Error('cancelled'));
  await given.then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'cancelled'),
  );
  first.end();
  await holding;
  assert.is(await last, 'done');
});

test.run();
