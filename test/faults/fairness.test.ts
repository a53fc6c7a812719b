/** Backlogs of bulk mail in front of a provider of limited rate: transactional mail does not wait, and projects share alike. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { runBacklog } from '#test/backlog.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';

const test = suite('fairness');
const RATE = 100;
const sink = await startSink();
const own = await ownStack({
  env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: String(RATE), API_RATE_LIMIT_PER_MINUTE: '100000' },
});

test('a backlog of two projects at full rate: the third’s transactional mail leaves at once, the two share', async () => {
  const services = await own.startServices('one');
  const { p50, p99, urgent, bulk, rate, unaccounted } = await runBacklog({
    own,
    services,
    sink,
    backlog: 4_000,
    seconds: 8,
    perSecond: 10,
  });
  assert.equal(urgent, { asked: 80, accepted: 80, arrived: 80 });
  assert.equal(unaccounted, []);
  // In a line of its own backlog, a mail would wait for 8,000 others: 80 s.
  assert.ok(p50 < stretched(300) && p99 < stretched(1_000), `p50 was ${p50} ms, p99 ${p99} ms`);
  assert.ok(Math.abs(bulk[0] - bulk[1]) <= 0.1 * (bulk[0] + bulk[1]), `the projects got ${bulk.join(' and ')}`);
  assert.ok(rate < 1.1 * RATE, `${rate.toFixed(1)} a second left`);
  assert.ok(rate > RATE / stretched(1.2), `${rate.toFixed(1)} a second left`);
});

test.after(async () => {
  await own.stop();
  await sink.stop();
});
test.run();
