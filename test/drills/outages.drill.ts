/** NATS, Valkey and MongoDB stopped for ten seconds each, under load: errors in the envelope, nothing lost, no restart of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const STOPPED_MS = 10_000;
const BACK_WITHIN_MS = 15_000;
/** Answers after which requests flow again. */
const FLOWS = 20;

const findings = createFindings({
  kind: 'drill',
  name: 'outages',
  title: 'Outages',
  about: 'NATS, Valkey and MongoDB stopped for ten seconds each while eight clients send and track; all in one process, then one each.',
});

for (const mode of ['one', 'each'] as const) {
  const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000' } });
  try {
    const { MONGODB_URI, NATS_URL } = own.stack.urls;
    const services = await own.startServices(mode);
    const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
    const pids = Object.values(services.processes).map(({ pid }) => pid);
    const { project, domain } = await account(services.url);
    const load = startLoad(services.url, project, `drill@${domain}`);
    const answered = (): number => load.promised.emails.length + load.promised.events.length;
    for (const name of ['nats', 'redis', 'mongodb'] as const) {
      const server = own.stack.servers[name]!;
      await sleep(2_000);
      const before = answered();
      await server.stop();
      await sleep(STOPPED_MS);
      const during = answered() - before;
      await server.start();
      const started = performance.now();
      const from = answered();
      const flows = await until(async () => answered() >= from + FLOWS, { within: BACK_WITHIN_MS, every: 20 }).catch(() => false);
      findings.row('Sends and tracks answered', {
        services: mode === 'one' ? 'one process' : 'one process each',
        'stopped for 10 s': name,
        'answered meanwhile': during,
        'flowing again after s': flows ? (performance.now() - started) / 1_000 : null,
      });
      findings.holds(
        `${mode}: ${name}: at least ${FLOWS} answers within ${BACK_WITHIN_MS / 1_000} s of its return`,
        answered() - from,
        flows,
      );
    }
    const promised = await load.stop();
    const now = Object.values(services.processes).map((process) => (process.alive() ? process.pid : 0));
    if (now.join() !== pids.join()) promised.strange.push('a process of ours ended');
    reportVerdict(
      findings,
      `servers stopped, ${mode === 'one' ? 'one process' : 'one process each'}`,
      promised,
      await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted),
    );
    await counter.stop();
  } finally {
    await own.stop();
  }
}
findings.close();
