/** Reads over many documents: how many at once, in whose time. */
import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownCall } from '#kit/contract/call.ts';
import { createHeavyReads, MOST_AT_ONCE } from '#kit/limits/heavy-reads.ts';

const test = suite('heavy reads');

test('a few at once for each project, in order; another project does not wait', async () => {
  const reads = createHeavyReads();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (projectId: string, name: string): Promise<void> =>
    reads.run(ownCall('test', projectId), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const names = Array.from({ length: MOST_AT_ONCE + 3 }, (_, n) => `p${n}`);
  const running = [...names.map((name) => read('p', name)), read('q', 'q0')];
  await setImmediate();
  assert.equal(begun, [...names.slice(0, MOST_AT_ONCE), 'q0']);
  ends.shift()!();
  await setImmediate();
  assert.equal(begun.at(-1), names[MOST_AT_ONCE]);
  while (begun.length < running.length || ends.length > 0) {
    ends.shift()?.();
    await setImmediate();
  }
  await Promise.all(running);
  assert.equal(
    begun.filter((name) => name !== 'q0'),
    names,
  );
});

test('MongoDB gets what is left of the time, and a read that fails leaves its place', async () => {
  const reads = createHeavyReads();
  const call = { ...ownCall('test', 'p'), deadline: Date.now() + 20_000 };
  const given = await reads.run(call, async (maxTimeMS) => maxTimeMS);
  assert.ok(given > 0 && given <= 20_000, String(given));
  assert.is(await reads.run(ownCall('test', 'p'), async (maxTimeMS) => maxTimeMS), 60_000);
  const codeOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error.name);
  const late = { ...call, deadline: Date.now() - 1 };
  for (let n = 0; n <= MOST_AT_ONCE; n += 1) {
    assert.is(await codeOf(reads.run(late, () => assert.unreachable() as never)), 'SERVICE_TIMEOUT');
    assert.is(await codeOf(reads.run(call, () => Promise.reject(Object.assign(new Error(), { code: 50 })))), 'SERVICE_TIMEOUT');
    assert.is(await codeOf(reads.run(call, () => Promise.reject(new Error('other')))), 'Error');
  }
});

test.run();
