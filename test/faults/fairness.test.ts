/** Backlogs of bulk mail in front of a provider of limited rate: transactional mail does not wait, and projects share alike. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runBacklog } from '#test/backlog.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';

const test = suite('fairness');
const RATE = 100;
const sink = await startSink();
const own = await ownStack({ env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: String(RATE), API_RATE_LIMIT_PER_MINUTE: '100000' } });

test('a backlog of two projects at full rate: the third’s transactional mail leaves at once, the two share', async () => {
  const services = await own.startServices('one');
  const { p99, urgent, bulk, rate } = await runBacklog(own, services.url, { backlog: 4_000, seconds: 8, perSecond: 10 });
  assert.is(urgent, 80);
  assert.ok(p99 < 1_000, `p99 was ${p99} ms`);
  assert.ok(Math.abs(bulk[0] - bulk[1]) <= 0.1 * (bulk[0] + bulk[1]), `the projects got ${bulk.join(' and ')}`);
  assert.ok(rate > 0.85 * RATE && rate < 1.1 * RATE, `${rate.toFixed(1)} a second left`);
});

test.after(async () => {
  await own.stop();
  await sink.stop();
});
test.run();
