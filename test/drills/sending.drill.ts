/**
 * A process killed at each point between "request received" and "row terminal", and two delivery processes at random: nothing lost, no
 * marketing mail repeated, transactional mail at most where its outcome was unknown, once; unknown is nothing but what a killed process had
 * in flight. What arrived is judged by the sink's own record.
 * With a spool, which both delivery processes share, a killed process's mails are settled at once; DRILL_SPOOL=off goes without.
 * DRILL_MAILS a point (100), DRILL_SECONDS of random kills (120), DRILL_POINTS (a part of the names); SEED repeats the choices.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAILPOINTS } from '#services/failpoints.ts';
import type { Failpoint } from '#services/failpoints.ts';
import { createFindings } from '#test/findings.ts';
import { sendAll } from '#test/idempotent-client.ts';
import type { Sent, Wanted } from '#test/idempotent-client.ts';
import { inFlightOf } from '#test/in-flight.ts';
import { createRandom } from '#test/random.ts';
import { wrongSentEvents } from '#test/sent-events.ts';
import { createSentMailAudit } from '#test/sent-mail-audit.ts';
import { until } from '#test/until.ts';
import { startSetup } from './sending/setup.ts';

const [MAILS, SECONDS] = [Number(process.env['DRILL_MAILS'] ?? 100), Number(process.env['DRILL_SECONDS'] ?? 120)];
const ONLY = process.env['DRILL_POINTS'] ?? '';
const SPOOL = process.env['DRILL_SPOOL'] === 'off' ? 'without a spool' : 'a spool for both';
const AT_ONCE = 16;
/** Addresses of a point that the sink answers by a script: more than leave before a victim that was just started has its share. */
const SCRIPTED = 300;
const SHOWN = 20;

/** Points that a batch passes once are met less often than those of a mail each. */
const AT_THE_NTH: Partial<Record<Failpoint, number>> = {
  'delivery claimed': 4,
  'delivery journaled': 4,
  'delivery recorded': 4,
  'delivery let go': 4,
  'delivery retry written': 1,
  'delivery unknown written': 1,
  'delivery repeat written': 1,
};
/** What the sink does to the first mails of a point, so that it is reached at all. */
const SCRIPTS: Partial<Record<Failpoint, string[]>> = {
  'delivery retry written': ['451 4.3.0 later', '250 2.0.0 taken'],
  'delivery unknown written': ['hang up', '250 2.0.0 taken'],
  'delivery repeat written': ['hang up', '250 2.0.0 taken'],
};

interface Group {
  name: string;
  mails: Sent[];
  inFlight: Set<string>;
  /** Addresses whose mail the sink takes without saying so. */
  hungUp: Set<string>;
}

/** Mails to addresses of their own, every other one marketing. */
function* series(name: string, length = Infinity): Iterable<Wanted> {
  for (let n = 0; n < length; n += 1) yield { to: `${name}-${n}@example.com`, marketing: n % 2 === 1 };
}

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'sending',
  title: 'Sending through kills',
  about:
    `One process a service and a second delivery, ${SPOOL}; kill -9 at every point, and of both delivery processes in turn ` +
    `(SEED=${random.seed}).`,
});
const { sink, client, projectId, mongo, prefix, services, second, failpointFile, stop } = await startSetup();
const delivery = mongo.useDb(`${prefix}delivery`, { useCache: true });

/** Kills the process that passes the point, while mails are sent. */
async function killAt(point: Failpoint): Promise<Group> {
  const victim = services.processes[point.split(' ')[0]!]!;
  const name = point.replaceAll(' ', '-');
  // What the last point killed is back when mail is taken again.
  await until(
    async () => (await sendAll(client, series(`warm-${name}-${Date.now()}`, 4), 1)).every(({ answered }) => answered === 'taken'),
    { within: 60_000, every: 200 },
  );
  const script = SCRIPTS[point];
  const scripted = script ? [...series(name, SCRIPTED)].map(({ to }) => to) : [];
  for (const to of scripted) sink.script(to, { message: script! });
  writeFileSync(failpointFile, `${point} ${AT_THE_NTH[point] ?? 10 + random.below(20)}`);
  await sleep(60);
  const { pid } = victim;
  // The other process takes its share of the mails; and what is refused while this one is down is no evidence.
  let waiting = true;
  const goOn = (sent: readonly Sent[]): boolean => waiting || sent.filter(({ answered }) => answered === 'taken').length < MAILS;
  const sending = sendAll(client, series(name), AT_ONCE, goOn);
  const died = await until(() => !victim.alive(), { within: 20_000, every: 10 }).catch(() => false);
  waiting = false;
  writeFileSync(failpointFile, '');
  const inFlight = new Set(await inFlightOf(delivery, pid));
  if (died) await victim.start();
  const mails = await sending;
  findings.expect(
    `${point}: killed there; mails without an answer`,
    [died, mails.filter(({ answered }) => answered === 'open').length],
    [true, 0],
  );
  return { name: point, mails, inFlight, hungUp: new Set(script?.includes('hang up') ? scripted : []) };
}

/** Kills one delivery process after the other, while mails are sent. */
async function killAtRandom(): Promise<Group> {
  const victims = [services.processes['delivery']!, second];
  const inFlight = new Set<string>();
  const end = Date.now() + SECONDS * 1_000;
  const sending = sendAll(client, series('random'), AT_ONCE, () => Date.now() < end);
  const restarts: Promise<unknown>[] = [];
  let kills = 0;
  for (; Date.now() < end; kills += 1) {
    await sleep(1_000 + random.share() * 2_000);
    const victim = victims[kills % 2]!;
    await restarts[kills - 2];
    const { pid } = victim;
    await victim.kill();
    for (const id of await inFlightOf(delivery, pid)) inFlight.add(id);
    // The next kill does not wait for this one to be back.
    restarts.push(until(() => victim.start().then(() => true), { within: 60_000, every: 100, what: 'delivery again' }));
  }
  const mails = await sending;
  await Promise.all(restarts);
  return { name: `at random, every 1 to 3 s, ${kills} kills`, mails, inFlight, hungUp: new Set() };
}

try {
  const groups: Group[] = [];
  // Mails are asked for over HTTP: the relay, and steps of workflows, are no part of their way.
  const points = FAILPOINTS.filter((name) => name.includes(ONLY) && !/^(relay|workflows) /.test(name));
  for (const point of points) groups.push(await killAt(point));
  if (SECONDS > 0) groups.push(await killAtRandom());
  const { settled, audit } = createSentMailAudit(delivery, projectId, sink);
  await settled(60_000);
  const broken = await wrongSentEvents(mongo, prefix, { projectId });
  findings.expect('mails of which the timeline has not what the ledger has', broken.length, 0);
  for (const { name, mails, inFlight, hungUp } of groups) {
    const found = await audit({ mails, mayBeUnknown: ({ _id, to }) => inFlight.has(_id) || hungUp.has(to) });
    broken.push(...found.broken);
    findings.row('By point of the kill', {
      'killed at': name,
      mails: found.mails,
      'refused (5xx)': found.refused,
      'in flight': inFlight.size,
      unknown: found.unknown,
      'did not arrive': found.notArrived,
      lost: found.lost,
      repeated: found.repeated,
    });
  }
  findings.expect('broken promises', broken.length, 0);
  for (const line of broken.slice(0, SHOWN)) console.log(`    ${line}`);
  findings.close();
} finally {
  await stop();
}
