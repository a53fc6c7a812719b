/**
 * SIGTERM to each service while it is busy, then to the process that runs all of them: each ends by itself, within its limit,
 * and what was answered is there, once. DRILL_SERVICES: which of them, and `one`; all without it.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { tailOf } from '#local/process.ts';
import type { ServiceProcess, Services } from '#local/services.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { check } from '#test/checker.ts';
import { account, api } from '#test/client.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { startNameServer } from '#test/name-server.ts';
import { reportVerdict } from '#test/report.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { furnish, LOADS } from './stops/loads.ts';
import type { Platform } from './stops/loads.ts';

const CHOSEN = process.env['DRILL_SERVICES']?.split(',') ?? [...SERVICE_NAMES, 'one'];
/** Until a load is in full swing. */
const UNDER_WAY_MS = 4_000;
const SLOW_DOMAIN = 'silent.example';
const nameless = (n: number): string => `nameless-${n % 500}.example`;

const findings = createFindings({
  kind: 'drill',
  name: 'stops',
  title: 'Stops under load',
  about:
    'SIGTERM to each service, one process each, while eight clients send and track and the service works at what it takes longest to ' +
    'finish; then to one process of all services, under all of these loads at once.',
});

/** Takes connections and says nothing. */
async function startSilence(): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const [sink, names, silence] = await Promise.all([startSink(), startNameServer(), startSilence()]);
sink.manner.judges = (to) => (to.endsWith(`@${SLOW_DOMAIN}`) ? 'silence' : undefined);
for (let n = 0; n < 500; n += 1) names.fault(nameless(n), 'timeout');
const settings = await relaySettings(join(LOCAL, 'certificate'));
const own = await ownStack({
  env: {
    ...settings,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    DNS_SERVERS: names.address,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '2000',
  },
});
const { MONGODB_URI, NATS_URL } = own.stack.urls;
const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
/** What the MTA had taken before the drill that runs. */
let takenBefore = 0;

/** Times that the MTA took each mail: every address is mailed once. */
function taken(emails: ReadonlyMap<string, { to?: string }>): Map<string, number> {
  const byAddress = Map.groupBy(sink.taken.slice(takenBefore), ({ to }) => to);
  return new Map([...emails].map(([id, { to }]) => [id, byAddress.get(to ?? '')?.length ?? 0]));
}

async function platformAt(url: string): Promise<Platform> {
  const [user, other] = [await account(url), await account(url)];
  const campaigner = { ...other, client: api(url, other.project.secret) };
  return {
    url,
    user,
    client: api(url, user.project.secret),
    tracker: api(url, user.project.public),
    stranger: api(url),
    relayPort: Number(settings.PORT_SECURE),
    campaigner,
    ...(await furnish(campaigner, silence.url)),
    slowDomain: SLOW_DOMAIN,
    nameless,
  };
}

/** Stops it, and says how that went. */
async function stopped(what: string, load: string, victim: ServiceProcess): Promise<void> {
  const wasAlive = victim.alive();
  const from = readFileSync(victim.logFile).length;
  const began = performance.now();
  await victim.stop();
  const took = (performance.now() - began) / 1_000;
  const said = readFileSync(victim.logFile).subarray(from).toString();
  // What Node says last of an error that nobody caught.
  const isOrderly = wasAlive && took * 1_000 < STOP_WITHIN_MS && !/^Node\.js v\d/m.test(tailOf(victim.logFile, from));
  const errors = said.split('\n').filter((line) => line.includes('while stopping"'));
  findings.row('Stops', { stopped: what, 'in flight': load, s: took, 'let go': errors.length });
  for (const line of errors) console.log(`    ${line}`);
  findings.holds(`${what}: ends by itself, without an error, within ${STOP_WITHIN_MS / 1_000} s`, took, isOrderly && errors.length === 0);
}

async function drill(what: string, services: Services, victims: readonly string[]): Promise<void> {
  takenBefore = sink.taken.length;
  const platform = await platformAt(services.url);
  const { user, url } = platform;
  const load = startLoad(url, user.project, `drill@${user.domain}`);
  const process_ = services.processes['posthorn'];
  if (process_) {
    const ends = await Promise.all(victims.map((name) => LOADS[name as keyof typeof LOADS].begin(platform)));
    await sleep(UNDER_WAY_MS);
    await stopped('all services', 'all of these', process_);
    await process_.start();
    await Promise.all(ends.map((end) => end()));
  } else
    for (const name of victims) {
      const { what: busy, begin } = LOADS[name as keyof typeof LOADS];
      const end = await begin(platform);
      await sleep(UNDER_WAY_MS);
      await stopped(name, busy, services.processes[name]!);
      await services.processes[name]!.start();
      await end();
    }
  const promised = await load.stop();
  reportVerdict(findings, what, promised, await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted, taken));
  await services.stop();
}

try {
  const each = SERVICE_NAMES.filter((name) => CHOSEN.includes(name));
  if (each.length > 0) await drill('each service', await own.startServices('each'), each);
  if (CHOSEN.includes('one')) await drill('all services in one process', await own.startServices('one'), SERVICE_NAMES);
} finally {
  await counter.stop();
  await own.stop();
  await Promise.all([sink.stop(), names.stop()]);
  silence.stop();
}
findings.close();
