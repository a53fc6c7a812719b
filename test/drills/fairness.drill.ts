/**
 * Two projects with 100,000 bulk mails each, a third with transactional mail, the pipe full: by rate, and by what the machine can do.
 * DRILL_BACKLOG in the environment changes the size.
 */
import { runBacklog } from '#test/backlog.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';

const BACKLOG = Number(process.env['DRILL_BACKLOG'] ?? 100_000);
const MOST_MS = 1_000;
const SHARE = 0.1;

console.log('| Limit | Backlog | Left /s | Transactional mails | p50 ms | p99 ms | Bulk of two projects |\n| --- | --- | --- | --- | --- | --- | --- |');
for (const rate of [50, 200, 100_000]) {
  const sink = await startSink();
  const own = await ownStack({ env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: String(rate), API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error' } });
  try {
    const services = await own.startServices('one');
    const { p50, p99, urgent, bulk, rate: left } = await runBacklog(own, services.url, { backlog: BACKLOG, seconds: 20, perSecond: 10 });
    const fair = Math.abs(bulk[0] - bulk[1]) <= SHARE * (bulk[0] + bulk[1]);
    console.log(`| ${rate < 100_000 ? `${rate}/s` : 'none'} | 2 × ${BACKLOG.toLocaleString('en')} | ${left.toFixed(0)} | ${urgent} | ${p50} | ${p99} | ${bulk.join(' : ')} |`);
    if (p99 >= MOST_MS || !fair) process.exitCode = 1;
  } finally {
    await own.stop();
    await sink.stop();
  }
}
