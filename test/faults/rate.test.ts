/** EMAIL_RATE_LIMIT_PER_SECOND over several processes: held within 2 %, no burst after a pause, and each process alone while Redis is away. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { localBucket, sharedBucket } from '#services/delivery/bucket.ts';
import { ownStack } from '#test/stack.ts';

const test = suite('rate');
const own = await ownStack({ servers: ['redis'] });
const url = own.stack.urls.REDIS_URL!;
const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
redis.on('error', () => undefined);
await sleep(200);

const TAKER = fileURLToPath(import.meta.resolve('#test/taker.ts'));

/** Tokens that `processes` takers got, as [time, count]. */
async function takers(processes: number, seconds: number, rate: number): Promise<[number, number][]> {
  const outputs = await Promise.all(Array.from({ length: processes }, () => promisify(execFile)(process.execPath, [TAKER, url, String(seconds), String(rate)], { maxBuffer: 10_000_000 })));
  return outputs.flatMap(({ stdout }) => JSON.parse(stdout) as [number, number][]).sort(([a], [b]) => a - b);
}

/** Tokens a second in the middle of the run, where all processes were there. */
function pace(granted: [number, number][], seconds: number): number {
  const from = granted[0]![0] + 2_000;
  const to = from + seconds * 1_000;
  return granted.filter(([time]) => time > from && time <= to).reduce((sum, [, count]) => sum + count, 0) / seconds;
}

for (const [processes, rate] of [[3, 200], [2, 500]] as const) {
  test(`${processes} processes, ${rate} a second`, async () => {
    const found = pace(await takers(processes, 15, rate), 11);
    assert.ok(Math.abs(found - rate) <= 0.02 * rate, `${found.toFixed(1)} a second instead of ${rate}`);
  });
}

test('after a pause: a burst of a quarter of a second, no more', async () => {
  const bucket = sharedBucket(redis, 200, () => Date.now());
  await bucket.take(0, 1_000);
  await sleep(2_000);
  const burst = await bucket.take(0, 1_000);
  assert.ok(burst >= 49 && burst <= 51, `${burst} at once`);
});

test('what urgent mail was refused is kept for it', async () => {
  const bucket = sharedBucket(redis, 20, () => Date.now());
  await bucket.take(0, 1_000);
  assert.is(await bucket.take(3, 0), 0);
  await sleep(120);
  assert.is(await bucket.take(0, 1_000), 0, 'bulk finds what urgent mail waits for');
  assert.ok(await bucket.take(3, 0) >= 1);
});

test('a rate that changes holds from the next grant on', async () => {
  await sharedBucket(redis, 1_000, () => Date.now()).take(0, 10_000);
  await sleep(500);
  assert.ok(await sharedBucket(redis, 20, () => Date.now()).take(0, 10_000) <= 5);
});

test('without Redis a process keeps the rate by itself', async () => {
  await own.stack.servers.redis!.stop();
  let now = 0;
  const bucket = sharedBucket(redis, 100, () => now);
  let got = 0;
  for (; now < 10_000; now += 20) got += await bucket.take(0, 10);
  assert.ok(Math.abs(got - 1_000) <= 30, `${got} in ten seconds`);
  const slow = localBucket(1, () => now);
  const first = await slow.take(1, 0);
  now += 1_000;
  assert.equal([first, await slow.take(0, 5)], [1, 1]);
});

test.after(async () => {
  redis.disconnect();
  await own.stop();
});
test.run();
