/**
 * A process that takes tokens as fast as they are granted: argv = Redis' URL, seconds, mails a second, the limiter's
 * key. Prints how many it got, and when.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createRateLimiter } from '#services/delivery/dispatch/rate-limiter.ts';

const [url, seconds, rate, key] = process.argv.slice(2) as [string, string, string, string];
const redis = new Redis(url);
await redis.ping();
const bucket = createRateLimiter({ redis, rate: Number(rate), now: () => Date.now(), key });
const granted: [number, number][] = [];
const until = Date.now() + Number(seconds) * 1_000;
while (Date.now() < until) {
  const got = await bucket.take(0, 20);
  if (got > 0) granted.push([Date.now(), got]);
  else await sleep(20);
}
redis.disconnect();
console.log(JSON.stringify(granted));
