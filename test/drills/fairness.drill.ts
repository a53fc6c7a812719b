/**
 * Two projects with 100,000 bulk mails each, a third with transactional mail, the pipe full: by rate, and by what the machine can do.
 * DRILL_BACKLOG in the environment changes the size.
 */
import { stretched } from '#local/time-scale.ts';
import { runBacklog } from '#test/backlog.ts';
import { createFindings } from '#test/findings.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';

const BACKLOG = Number(process.env['DRILL_BACKLOG'] ?? 100_000);
const NO_LIMIT = 100_000;
/** On a quiet machine. */
const MOST_MS = 1_000;
const SHARE = 0.1;

const findings = createFindings({
  kind: 'drill',
  name: 'fairness',
  title: 'Fairness',
  about:
    `Two projects with ${BACKLOG.toLocaleString('en')} bulk mails each in the ledger, a third sends 10 transactional mails a ` +
    'second for 20 s; one process.',
});
for (const rate of [50, 200, NO_LIMIT]) {
  const limit = rate < NO_LIMIT ? `${rate}/s` : 'none';
  const sink = await startSink();
  const own = await ownStack({
    env: {
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: sink.url,
      EMAIL_RATE_LIMIT_PER_SECOND: String(rate),
      API_RATE_LIMIT_PER_MINUTE: '10000000',
      LOG_LEVEL: 'error',
    },
  });
  try {
    const services = await own.startServices('one');
    const found = await runBacklog({ own, services, sink, backlog: BACKLOG, seconds: 20, perSecond: 10 });
    const { p50, p99, urgent, bulk, rate: arrived, unaccounted } = found;
    findings.row('Shares, timed from the request to the whole mail at the sink', {
      limit,
      'arrived /s': arrived,
      'transactional p50 ms': p50,
      'p99 ms': p99,
      'transactional mails': urgent.arrived,
      'bulk of the two projects': bulk.join(' : '),
    });
    findings.expect(`${limit}: transactional mails asked for, accepted, arrived`, urgent, { asked: 200, accepted: 200, arrived: 200 });
    findings.expect(`${limit}: mails that sink and ledger do not agree on`, unaccounted.length, 0);
    for (const line of unaccounted.slice(0, 10)) console.log(`    ${line}`);
    const most = stretched(MOST_MS);
    findings.holds(`${limit}: p99 in ms, under ${most}`, p99, p99 < most);
    findings.holds(`${limit}: equal shares`, bulk.join(' : '), Math.abs(bulk[0] - bulk[1]) <= SHARE * (bulk[0] + bulk[1]));
  } finally {
    await own.stop();
    await sink.stop();
  }
}
findings.close();
