/** NATS, Valkey and MongoDB stopped for ten seconds each, under load: errors in the envelope, nothing lost, no restart of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startLoad } from '#test/load.ts';
import { report } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { startWitness } from '#test/witness.ts';

const STOPPED_MS = 10_000;
const BACK_WITHIN_MS = 15_000;

for (const mode of ['one', 'each'] as const) {
  const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000' } });
  try {
    const { MONGODB_URI, NATS_URL } = own.stack.urls;
    const services = await own.startServices(mode);
    const witness = await startWitness(MONGODB_URI!, NATS_URL!);
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
      await until(async () => answered() > from + 20, { within: BACK_WITHIN_MS, every: 20 });
      console.log(`${mode}: ${name} stopped ${STOPPED_MS / 1_000} s: ${during} answered meanwhile, flowing again ${((performance.now() - started) / 1_000).toFixed(1)} s after its return`);
    }
    const promised = await load.stop();
    const now = Object.values(services.processes).map((process) => (process.alive() ? process.pid : 0));
    if (now.join() !== pids.join()) promised.strange.push('a process of ours ended');
    report(`servers stopped, ${mode === 'one' ? 'one process' : 'one process each'}`, promised, await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, witness.acted));
    await witness.stop();
  } finally {
    await own.stop();
  }
}
