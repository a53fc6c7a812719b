import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatcher } from '#kit/store/batcher.ts';

const test = suite('createBatcher');
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('writes that arrive together leave as one batch, each with its own answer', async () => {
  const batches: number[][] = [];
  const write = createBatcher<number, number>({ write: async (items) => (batches.push(items), items.map((n) => n * 2)) });
  assert.equal(await Promise.all([write(1), write(2), write(3)]), [2, 4, 6]);
  assert.equal(batches, [[1, 2, 3]]);
});

test('what arrives while every lane is busy goes together with the next flush', async () => {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  const write = createBatcher<number, number>({
    lanes: 1,
    write: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => releases.push(resolve));
      return items;
    },
  });
  const first = write(1);
  await tick();
  const rest = [write(2), write(3)];
  await tick();
  assert.equal(batches, [[1]]);
  releases[0]!();
  await first;
  await tick();
  releases[1]!();
  assert.equal(await Promise.all(rest), [2, 3]);
  assert.equal(batches, [[1], [2, 3]]);
});

test('no batch is larger than max', async () => {
  const sizes: number[] = [];
  const write = createBatcher<number, number>({ max: 2, lanes: 1, write: async (items) => (sizes.push(items.length), items) });
  await Promise.all([1, 2, 3, 4, 5].map(write));
  assert.equal(sizes, [2, 2, 1]);
});

test('an Error among the results rejects its own item alone', async () => {
  const write = createBatcher<number, number>({ write: async (items) => items.map((n) => (n === 2 ? new Error('two') : n)) });
  const results = await Promise.allSettled([1, 2, 3].map(write));
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a thrown error rejects its whole batch and nothing after it', async () => {
  let calls = 0;
  const write = createBatcher<number, number>({
    write: async (items) => {
      if (calls++ === 0) throw new Error('down');
      return items;
    },
  });
  assert.equal(
    (await Promise.allSettled([write(1), write(2)])).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.is(await write(3), 3);
});

test('patient items wait for each other, and leave with the first one that is not', async () => {
  const batches: string[][] = [];
  const write = createBatcher<string, string>({
    lanes: 1,
    waitMs: (item) => (item === 'urgent' ? 0 : 3_600_000),
    write: async (items) => (batches.push(items), items),
  });
  const patient = ['a', 'b'].map(write);
  await tick();
  await tick();
  assert.equal(batches, [], 'they waited for nothing');
  await Promise.all([...patient, write('urgent')]);
  assert.equal(batches, [['a', 'b', 'urgent']]);
  const later = write('c');
  await tick();
  assert.is(batches.length, 1, 'one urgent item left all behind it without waiting');
  await Promise.all([later, write('urgent')]);
  assert.equal(batches[1], ['c', 'urgent']);
});

test('a patient item leaves alone when its time is over, or with a full batch', async () => {
  const batches: number[][] = [];
  const write = createBatcher<number, number>({ max: 2, waitMs: (ms) => ms, write: async (items) => (batches.push(items), items) });
  await write(5);
  assert.equal(batches, [[5]]);
  await Promise.all([write(3_600_000), write(3_600_001)]);
  assert.equal(batches[1], [3_600_000, 3_600_001]);
});

test.run();
