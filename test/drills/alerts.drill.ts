/**
 * Every alert made to fire for real: a Prometheus scrapes the local stack, one process a service, and a fault is injected for each. The rules
 * are production's, with short windows. Prints the time from fault to firing. `ALERTS=Name,Name`: only these.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { connect } from 'nats';
import { account, api } from '#test/client.ts';
import { startPrometheus } from '#test/prometheus.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ALERTS, PRODUCTION, ruleFile } from '../../deploy/prometheus/alerts.ts';
import type { Pace } from '../../deploy/prometheus/alerts.ts';

const PACE: Pace = { window: '10s', longWindow: '60s', hold: '2s', longHold: '3s', waitSeconds: 5, lag: 500 };
const FIRES_WITHIN_MS = 90_000;
const TRAFFIC_EVERY_MS = 100;

const sink = await startSink();
const own = await ownStack({
  env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '1000', BUS_REQUEST_TIMEOUT_MS: '4000' },
});
const { processes, url, stop: stopServices } = await own.startServices('each');
const { servers, urls } = own.stack;
const prometheus = await startPrometheus(`${own.dir}/prometheus`, Object.fromEntries(Object.values(processes).map(({ name, adminUrl }) => [name, new URL(adminUrl).host])), ruleFile(PACE));
const { project, domain } = await account(url);
const client = api(url, project.secret);
const nats = await connect({ servers: urls['NATS_URL']!, maxReconnectAttempts: -1 });
const temporal = new Client({ connection: await Connection.connect({ address: urls['TEMPORAL_ADDRESS']! }) });

let serial = 0;
const send = (to = `plain-${serial++}@example.com`) => client.post('/v1/send', { to, from: `drill@${domain}`, subject: 'Drill', body: '<p>Drill</p>' }).catch(() => undefined);
/** Mails that the sink answers by a script. */
function scripted(count: number, script: Parameters<typeof sink.script>[1]): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, () => {
    const to = `scripted-${serial++}@example.com`;
    sink.script(to, script);
    return send(to);
  }));
}

/** Does `work` again and again, until it is called off. */
function again(work: () => unknown, everyMs: number): () => Promise<void> {
  const timer = setInterval(work, everyMs);
  return async () => clearInterval(timer);
}

const signal = (name: string, what: NodeJS.Signals) => process.kill(processes[name]!.pid, what);
const purge = (options: object = {}) =>
  temporal.workflow.start('purgeProject', { taskQueue: 'workflows', workflowId: `drill-${crypto.randomUUID()}`, args: [{ projectId: crypto.randomUUID(), services: ['events'] }], ...options });
/** What told facts are told as. */
const tell = (body: string) => nats.jetstream().publish('facts.drill.delivery.email.bounce', body);
const bounce = () => tell(JSON.stringify({ id: crypto.randomUUID(), projectId: project.id, name: 'email.bounce', at: new Date().toISOString(), contactId: crypto.randomUUID(), data: {} }));

type Heal = () => Promise<unknown>;
/** Alert → brings the fault about, and answers how it is undone. */
const FAULTS: Readonly<Record<string, [fault: string, inject: () => Promise<Heal>]>> = {
  ProcessDown: ['kill -9 of templating', async () => (await processes['templating']!.kill(), () => processes['templating']!.start())],
  ConnectionLost: ['Valkey stopped', async () => (await servers.redis!.stop(), () => servers.redis!.start())],
  RequestsFailing: ['delivery stopped under traffic', async () => {
    await processes['delivery']!.kill();
    return () => processes['delivery']!.start();
  }],
  RequestsSlow: ['contacts paused (SIGSTOP) under traffic', async () => (signal('contacts', 'SIGSTOP'), async () => signal('contacts', 'SIGCONT'))],
  MailWaiting: ['the MTA greets nobody, under traffic', async () => (sink.mute(true), await sink.stop(true), async () => (sink.mute(false), await sink.stop(true)))],
  MailRefused: ['the MTA answers 550 to half of the mail', async () => again(() => void scripted(3, { recipient: ['550 5.1.1 no such user'] }), TRAFFIC_EVERY_MS)],
  MailUnknown: ['the MTA hangs up after the message', async () => (await scripted(1, { message: ['hang up'] }), async () => undefined)],
  FactsNotTold: ['NATS stopped while mails are under way', async () => {
    await scripted(5, { slow: [4_000] });
    await sleep(1_000);
    await servers.nats!.stop();
    return () => servers.nats!.start();
  }],
  FactsNotActedOn: ['contacts stopped, 1,000 bounces told', async () => {
    await processes['contacts']!.kill();
    await Promise.all(Array.from({ length: 1_000 }, bounce));
    return () => processes['contacts']!.start();
  }],
  FactsDead: ['something told that is no fact', async () => (await tell('not a fact'), async () => undefined)],
  TasksWaiting: ['events stopped, a purge asked for', async () => {
    await processes['events']!.kill();
    const { workflowId } = await purge();
    return async () => (await temporal.workflow.getHandle(workflowId).cancel(), await processes['events']!.start());
  }],
  ActivitiesFailing: ['MongoDB stopped, purges asked for', async () => {
    await servers.mongodb!.stop();
    const handles = await Promise.all(Array.from({ length: 8 }, () => purge()));
    return async () => (await Promise.all(handles.map((handle) => handle.terminate())), await servers.mongodb!.start());
  }],
  WorkflowsLost: ['a workflow that cannot end in time', async () => (await purge({ workflowExecutionTimeout: '2 seconds' }), async () => undefined)],
  EventLoopBlocked: ['templating halted again and again (SIGSTOP, SIGCONT)', async () => {
    const halt = again(() => {
      signal('templating', 'SIGSTOP');
      setTimeout(() => signal('templating', 'SIGCONT'), 800);
    }, 1_300);
    return async () => (await halt(), await sleep(900), signal('templating', 'SIGCONT'));
  }],
};

const chosen = process.env['ALERTS']?.split(',');
const forgotten = ALERTS.filter(({ name }) => !(name in FAULTS)).map(({ name }) => name);
let missed = forgotten.length;
if (missed > 0) console.log(`no fault for ${forgotten.join(', ')}`);
const traffic = again(() => void send(), TRAFFIC_EVERY_MS);
try {
  await sleep(5_000);
  const before = [...(await prometheus.firing())];
  if (before.length > 0) console.log(`fires before any fault: ${before.join(', ')}`);
  missed += before.length;
  const paging = ({ for: held }: { for?: 'hold' | 'longHold' }): string => (held ? PRODUCTION[held] : '–');
  console.log('| alert | fault | fault to firing | of it held | held in production |\n| --- | --- | --- | --- | --- |');
  for (const alert of ALERTS.filter(({ name }) => !chosen || chosen.includes(name))) {
    const [fault, inject] = FAULTS[alert.name]!;
    // Of an earlier fault.
    await until(async () => !(await prometheus.firing()).has(alert.name), { within: 120_000, every: 500, what: `the end of ${alert.name}` });
    const began = performance.now();
    const heal = await inject();
    const fired = await until(async () => (await prometheus.firing()).has(alert.name), { within: FIRES_WITHIN_MS, every: 200 }).then(() => performance.now(), () => undefined);
    if (fired === undefined) missed += 1;
    console.log(`| ${alert.name} | ${fault} | ${fired === undefined ? 'NEVER' : `${((fired - began) / 1_000).toFixed(1)} s`} | ${alert.for ? PACE[alert.for] : '–'} | ${paging(alert)} |`);
    await heal();
    await until(async () => (await fetch(`${url}/health`)).ok, { within: 60_000, every: 200 });
    await sleep(3_000);
  }
} finally {
  await traffic();
  console.log(missed === 0 ? 'every alert fired for its fault' : `${missed} missed`);
  process.exitCode = missed === 0 ? 0 : 1;
  await prometheus.stop();
  await nats.close();
  await temporal.connection.close();
  await stopServices();
  await own.stop();
  await sink.stop();
}
