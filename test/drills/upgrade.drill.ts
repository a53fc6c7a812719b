/**
 * A rolling upgrade, rehearsed with processes: two of each service, restarted by SIGTERM one after the other while sends and tracks flow
 * through one address. No request fails, nothing is lost, nothing comes twice. Harder than Kubernetes makes it: there a third pod is ready
 * before the first of two goes. `UPGRADE_PAUSE_MS` (2000): flow between two restarts.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServices } from '#local/services.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { startBalancer } from '#test/balancer.ts';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';

const PAUSE_MS = Number(process.env['UPGRADE_PAUSE_MS'] ?? 2_000);
/** The charts' `preStopSeconds`, in short: here everybody learns of it at once. */
const PRE_STOP_MS = 200;

/** Of the rate between restarts, also during one: the other of the two carries on. */
const LEAST_SHARE = 0.2;

const findings = createFindings({
  kind: 'drill',
  name: 'upgrade',
  title: 'A rolling upgrade',
  about: 'Two processes of each service behind one address, restarted by SIGTERM one after the other while eight clients send and track.',
});
const own = await ownStack({
  env: { API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000', BUS_REQUEST_TIMEOUT_MS: '15000' },
});
const replicas = [];
try {
  const { MONGODB_URI, NATS_URL } = own.stack.urls;
  for (const name of ['a', 'b']) replicas.push(await startServices({ env: own.env, mode: 'each', dir: join(own.dir, name) }));
  const port = ({ url }: { url: string }): number => Number(new URL(url).port);
  const balancer = await startBalancer(replicas.map(port));
  const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
  const { project, domain } = await account(balancer.url);
  const load = startLoad(balancer.url, project, `drill@${domain}`);
  const failed = (): number => [...load.promised.refused.values()].reduce((sum, count) => sum + count, 0);
  const answered = (): number => load.promised.emails.length + load.promised.events.length;
  await sleep(PAUSE_MS);
  const usual = (answered() * 1_000) / PAUSE_MS;
  for (const name of SERVICE_NAMES) {
    for (const [index, replica] of replicas.entries()) {
      const process = replica.processes[name]!;
      const before = { answered: answered(), failed: failed() };
      if (name === 'gateway') {
        balancer.endpoints.delete(port(replica));
        await sleep(PRE_STOP_MS);
      }
      const began = performance.now();
      await process.stop();
      const stopped = performance.now();
      await process.start();
      const ready = performance.now();
      if (name === 'gateway') balancer.endpoints.add(port(replica));
      await sleep(PAUSE_MS);
      const [took, count] = [performance.now() - began, answered() - before.answered];
      findings.row('Restarts', {
        restarted: `${name} ${index + 1}`,
        'stopped in s': (stopped - began) / 1_000,
        'ready again in s': (ready - stopped) / 1_000,
        'answered meanwhile': count,
        failed: failed() - before.failed,
      });
      const rate = (count * 1_000) / took;
      findings.holds(`${name} ${index + 1}: answers a second meanwhile, at least a fifth of before`, rate, rate >= LEAST_SHARE * usual);
    }
  }
  const promised = await load.stop();
  if (failed() > 0) promised.strange.push(`${failed()} requests failed`);
  reportVerdict(
    findings,
    'rolling restart of two of each',
    promised,
    await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted),
  );
  await counter.stop();
  await balancer.stop();
  findings.close();
} finally {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await own.stop();
}
