/** `kill -9` of each service in turn while sends and tracks flow: what was answered is there, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_NAMES } from '#services/names.ts';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startLoad } from '#test/load.ts';
import { report } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { startWitness } from '#test/witness.ts';

const BEFORE_MS = 2_000;
const DOWN_MS = 1_000;
const AFTER_MS = 1_500;

const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000' } });
try {
  const { MONGODB_URI, NATS_URL } = own.stack.urls;
  const services = await own.startServices('each');
  const witness = await startWitness(MONGODB_URI!, NATS_URL!);
  const { project, domain } = await account(services.url);
  const load = startLoad(services.url, project, `drill@${domain}`);
  for (const name of SERVICE_NAMES) {
    await sleep(BEFORE_MS);
    const before = load.promised.emails.length + load.promised.events.length;
    await services.processes[name]!.kill();
    await sleep(DOWN_MS);
    await services.processes[name]!.start();
    await sleep(AFTER_MS);
    console.log(`${name}: killed and back; answered meanwhile ${load.promised.emails.length + load.promised.events.length - before}`);
  }
  await sleep(BEFORE_MS);
  const promised = await load.stop();
  report('kill -9 of each service in turn', promised, await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, witness.acted));
  await witness.stop();
} finally {
  await own.stop();
}
