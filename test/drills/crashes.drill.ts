/**
 * `kill -9` of each service in turn while sends and tracks flow: what was answered is there, once, and requests are answered again soon.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_NAMES } from '#services/names.ts';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { startFactCounter } from '#test/fact-counter.ts';

const BEFORE_MS = 2_000;
const DOWN_MS = 1_000;
const AFTER_MS = 3_000;
/** Of the rate before the kill, once the process is back. Nodes that learn of it late refuse for a moment. */
const LEAST_SHARE = 0.2;

const findings = createFindings({
  kind: 'drill',
  name: 'crashes',
  title: 'Crashes',
  about: 'One process a service, eight clients that send and track; kill -9 of each service in turn, down for a second.',
});
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000' } });
try {
  const { MONGODB_URI, NATS_URL } = own.stack.urls;
  const services = await own.startServices('each');
  const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
  const { project, domain } = await account(services.url);
  const load = startLoad(services.url, project, `drill@${domain}`);
  const answered = (): number => load.promised.emails.length + load.promised.events.length;
  /** Answers a second meanwhile. */
  async function flow(milliseconds: number): Promise<number> {
    const [begun, before] = [performance.now(), answered()];
    await sleep(milliseconds);
    return ((answered() - before) * 1_000) / (performance.now() - begun);
  }
  for (const name of SERVICE_NAMES) {
    const before = await flow(BEFORE_MS);
    const killed = answered();
    await services.processes[name]!.kill();
    await sleep(DOWN_MS);
    await services.processes[name]!.start();
    const meanwhile = answered() - killed;
    const after = await flow(AFTER_MS);
    findings.row('Sends and tracks answered', { killed: name, '/s before': before, 'while it was away': meanwhile, '/s after': after });
    findings.holds(`${name}: answers a second once it is back, at least a fifth of before`, after, after >= LEAST_SHARE * before);
  }
  await sleep(BEFORE_MS);
  const promised = await load.stop();
  reportVerdict(
    findings,
    'kill -9 of each service in turn',
    promised,
    await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted),
  );
  await counter.stop();
  findings.close();
} finally {
  await own.stop();
}
