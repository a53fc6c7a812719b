/**
 * A process killed at each point between "request received" and "row terminal", and at random: nothing lost, no marketing mail repeated,
 * transactional mail at most where its outcome was unknown, once. What arrived is judged by the sink's own record.
 * Arguments in the environment: DRILL_MAILS a point (100), DRILL_SECONDS of random kills (120), DRILL_POINTS (a part of the names).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_POINTS } from '#kit/killpoint.ts';
import type { KillPoint } from '#kit/killpoint.ts';
import { serviceProcess } from '#local/services.ts';
import type { ServiceProcess } from '#local/services.ts';
import { startArrivals } from '#test/arrivals.ts';
import { account, api } from '#test/client.ts';
import { sendAll } from '#test/keyed.ts';
import type { Sent, Wanted } from '#test/keyed.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const MAILS = Number(process.env['DRILL_MAILS'] ?? 100);
const SECONDS = Number(process.env['DRILL_SECONDS'] ?? 120);
const ONLY = process.env['DRILL_POINTS'] ?? '';
const AT_ONCE = 16;

/** Points that a batch passes once are met less often than those of a mail each. */
const AT_THE_NTH: Partial<Record<KillPoint, number>> = {
  'delivery claimed': 4, 'delivery journaled': 4, 'delivery marked': 4, 'delivery let go': 4,
  'delivery retry written': 1, 'delivery unknown written': 1, 'delivery repeat written': 1,
};

/** Mails to addresses of their own, every other one marketing. */
function* series(name: string, length = Infinity): Iterable<Wanted> {
  for (let n = 0; n < length; n += 1) yield { to: `${name}-${n}@example.com`, marketing: n % 2 === 1 };
}

const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: '2000', API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error',
    SEND_UNKNOWN_RETRY_AFTER: '1s', SEND_LEASE: '4s', IDEMPOTENCY_LEASE: '3s', BUS_REQUEST_TIMEOUT_MS: '3000',
  },
});
const killFile = join(own.dir, 'kill-at');
own.env['KILL_AT_FILE'] = killFile;
const extra: ServiceProcess[] = [];
try {
  const services = await own.startServices('each');
  const { project, domain } = await account(services.url);
  const from = `drill@${domain}`;
  const { body: { id: template } } = await api(services.url, project.secret).post('/templates', { name: 'News', subject: 'News', body: '<p>News</p>', from, type: 'MARKETING' });
  const client = { url: services.url, key: project.secret, from, template };
  const arrivals = await startArrivals({ mongoUri: own.stack.urls.MONGODB_URI!, prefix: own.env['MONGODB_PREFIX']!, projectId: project.id, sink });
  const groups: { name: string; mails: Sent[] }[] = [];
  let failed = false;

  for (const point of KILL_POINTS.filter((name) => name.includes(ONLY))) {
    const victim = services.processes[point.split(' ')[0]!]!;
    const name = point.replaceAll(' ', '-');
    // What the last point killed is back when mail is taken again.
    await until(async () => (await sendAll(client, series(`warm-${name}-${Date.now()}`, 4), 1)).every(({ answered }) => answered === 'taken'), { within: 60_000, every: 200 });
    if (point === 'delivery retry written') for (const { to } of series(name, 60)) sink.script(to, { message: ['451 4.3.0 later', '250 2.0.0 taken'] });
    if (point === 'delivery unknown written' || point === 'delivery repeat written') for (const { to } of series(name, 60)) sink.script(to, { message: ['hang up', '250 2.0.0 taken'] });
    writeFileSync(killFile, `${point} ${AT_THE_NTH[point] ?? 10 + Math.floor(Math.random() * 20)}`);
    await sleep(60);
    // As many as it takes until enough were taken: what is refused while the process is down is no evidence.
    const sending = sendAll(client, series(name), AT_ONCE, (sent) => sent.filter(({ answered }) => answered === 'taken').length < MAILS);
    const died = await until(() => !victim.alive(), { within: 20_000, every: 10 }).then(() => true, () => false);
    writeFileSync(killFile, '');
    if (died) await victim.start();
    const sent = await sending;
    const open = sent.filter(({ answered }) => answered === 'open').length;
    console.log(`${point}: ${died ? 'killed there' : 'NEVER REACHED'}, ${open} without an answer`);
    failed ||= !died || open > 0;
    groups.push({ name: point, mails: sent });
  }

  if (SECONDS > 0) {
    const second = await serviceProcess('delivery', { ...own.env, PORT: '0' }, { env: own.env, mode: 'each', dir: own.dir });
    extra.push(second);
    await second.start();
    const victims = [services.processes['delivery']!, second];
    const end = Date.now() + SECONDS * 1_000;
    const sending = sendAll(client, series('random'), AT_ONCE, () => Date.now() < end);
    let kills = 0;
    while (Date.now() < end) {
      await sleep(1_000 + Math.random() * 2_000);
      const victim = victims[kills++ % 2]!;
      await victim.kill();
      // The next kill does not wait for this one to be back.
      void until(() => victim.start().then(() => true), { within: 20_000, every: 100 }).catch(() => undefined);
    }
    const sent = await sending;
    console.log(`random: ${kills} kills in ${SECONDS} s, ${sent.length} mails`);
    await sleep(5_000);
    for (const victim of victims) await victim.start();
    groups.push({ name: `random, every 1 to 3 s, ${kills} kills`, mails: sent });
  }

  await arrivals.settled(60_000);
  const untold = await arrivals.told(60_000);
  const broken = [...untold];
  console.log('\n| Point of `kill -9` | Mails | Refused (5xx) | Lost | Repeated | Unknown |\n| --- | --- | --- | --- | --- | --- |');
  for (const { name, mails } of groups) {
    const tally = await arrivals.tally(mails);
    broken.push(...tally.broken);
    console.log(`| ${name} | ${tally.mails.toLocaleString('en')} | ${tally.refused} | ${tally.lost} | ${tally.repeated} | ${tally.unknown} |`);
  }
  console.log(`\nfacts told once each: ${untold.length === 0 ? 'yes' : `no, ${untold.length} are not`}; broken promises: ${broken.length}`);
  for (const line of broken.slice(0, 20)) console.log(`  ${line}`);
  if (failed || broken.length > 0) process.exitCode = 1;
  await arrivals.close();
} finally {
  for (const process_ of extra) await process_.kill();
  await own.stop();
  await sink.stop();
}
