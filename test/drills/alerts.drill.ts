/**
 * Every alert made to fire for real: a Prometheus scrapes the local stack, one process a service, and a fault is injected for each. The
 * rules are production's, with short windows. Prints the time from fault to firing. `ALERTS=Name,Name`: only these.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import mongoose from 'mongoose';
import { connect } from 'nats';
import nodemailer from 'nodemailer';
import { selfSigned } from '#local/certificate.ts';
import { relaySettings, writeCertificate } from '#local/relay.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { startNameServer } from '#test/name-server.ts';
import { posthorn } from '#test/posthorn.ts';
import { startPrometheus } from '#test/prometheus.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { startStripe, stripeWebhook } from '#test/stripe.ts';
import { until } from '#test/until.ts';
import { ALERTS, PRODUCTION, ruleFile } from '../../deploy/prometheus/alerts.ts';
import type { AlertTiming } from '../../deploy/prometheus/alerts.ts';

const PACE: AlertTiming = {
  window: '10s',
  longWindow: '60s',
  hold: '2s',
  longHold: '3s',
  waitSeconds: 5,
  lag: 500,
  burns: { fast: [{ long: '30s', short: '10s', factor: 14.4 }], slow: [{ long: '60s', short: '20s', factor: 3 }] },
  least: 5,
};
/** The MTA greets nobody for twice the promise of transactional mail: half of what waited has waited too long. */
const LATE_MS = 60_000;
const FIRES_WITHIN_MS = 90_000;
const TRAFFIC_EVERY_MS = 100;

const [sink, dns, stripe] = await Promise.all([startSink(), startNameServer(), startStripe()]);
const STRIPE_SECRET = 'whsec_drill';
const relay = await relaySettings(mkdtempSync(join(tmpdir(), 'posthorn-certificate-')));
const own = await ownStack({
  env: {
    ...relay,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    DNS_SERVERS: dns.address,
    DOMAIN_AUTO_VERIFY: 'false',
    // Refused mails are part of the drill; the project that sends them goes on.
    AUTO_PROJECT_DISABLE: 'false',
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    BUS_REQUEST_TIMEOUT_MS: '4000',
    STRIPE_SK: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    STRIPE_PRICE_ONBOARDING: 'price_onboarding',
    STRIPE_PRICE_EMAIL_USAGE: 'price_usage',
    STRIPE_API_BASE: stripe.url,
  },
});
const services = await own.startServices('each');
const { processes, url, stop: stopServices } = services;
const { servers, urls } = own.stack;
const prometheus = await startPrometheus(
  `${own.dir}/prometheus`,
  Object.fromEntries(Object.values(processes).map(({ name, adminUrl }) => [name, new URL(adminUrl).host])),
  ruleFile(PACE),
);
const { project, domain } = await account(url);
const client = api(url, project.secret);
// A subscription without caps: the free tier is soon used up.
await stripeWebhook(
  api(url),
  STRIPE_SECRET,
)({
  type: 'checkout.session.completed',
  object: {
    id: 'cs_1',
    object: 'checkout.session',
    client_reference_id: project.id,
    currency: 'eur',
    customer: 'cus_1',
    subscription: 'sub_1',
  },
});
const nats = await connect({ servers: urls['NATS_URL']!, maxReconnectAttempts: -1 });
const temporal = new Client({ connection: await Connection.connect({ address: urls['TEMPORAL_ADDRESS']! }) });

let serial = 0;
const send = (to = `plain-${serial++}@example.com`) =>
  client.post('/v1/send', { to, from: `drill@${domain}`, subject: 'Drill', body: '<p>Drill</p>' }).catch(() => undefined);
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port: Number(relay.PORT_SUBMISSION),
  requireTLS: true,
  auth: { user: 'posthorn', pass: project.secret },
  tls: { rejectUnauthorized: false },
});
const byRelay = () =>
  transport
    .sendMail({ from: `drill@${domain}`, to: `plain-${serial++}@example.com`, subject: 'Drill', text: 'Drill' })
    .catch(() => undefined);
/** Mails that the sink answers by a script. */
function scripted(count: number, script: Parameters<typeof sink.script>[1]): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const to = `scripted-${serial++}@example.com`;
      sink.script(to, script);
      return send(to);
    }),
  );
}

/** Does `work` again and again, until it is called off. */
function again(work: () => unknown, everyMs: number): () => Promise<void> {
  const timer = setInterval(work, everyMs);
  return async () => clearInterval(timer);
}

const signal = (name: string, what: NodeJS.Signals) => process.kill(processes[name]!.pid, what);
const purge = (options: object = {}) =>
  temporal.workflow.start('purgeProject', {
    taskQueue: 'workflows',
    workflowId: `drill-${crypto.randomUUID()}`,
    args: [{ projectId: crypto.randomUUID(), services: ['events'] }],
    ...options,
  });
/** The subject that facts are published on. */
const publish = (body: string) => nats.jetstream().publish('facts.drill.delivery.email.bounce', body);
const bounce = () =>
  publish(
    JSON.stringify({
      id: crypto.randomUUID(),
      projectId: project.id,
      name: 'email.bounce',
      at: new Date().toISOString(),
      contactId: crypto.randomUUID(),
      data: {},
    }),
  );

interface DomainRecords {
  id: string;
  records: { name: string; value: string }[];
}

async function verified({ id }: DomainRecords, expected: boolean): Promise<void> {
  const isSo = async () => (await client.get(`/domains/${id}/verify`)).body.verified === expected;
  await until(isSo, { within: 20_000, every: 500, what: `a domain that is ${expected ? 'verified' : 'unverified'}` });
}

/** Publishes the key of a domain, and has it looked up. */
async function prove(added: DomainRecords): Promise<void> {
  dns.add(added.records[0]!.name, 'TXT', added.records[0]!.value, 0);
  await verified(added, true);
}

/** A workflow that the event starts; answers its id. */
async function enabledWorkflow(eventName: string): Promise<string> {
  const { body } = await client.post('/workflows', { name: 'Drill', eventName });
  await client.patch(`/workflows/${body.id}`, { enabled: true });
  return body.id;
}

async function deliveryStopped(): Promise<Heal> {
  await processes['delivery']!.kill();
  return () => processes['delivery']!.start();
}

async function mailHeldUp(): Promise<Heal> {
  sink.mute(true);
  await sink.stop(true);
  await sleep(LATE_MS);
  sink.mute(false);
  await sink.stop(true);
  return async () => undefined;
}

/** An operator disables a project that nobody uses. */
async function disableOne(): Promise<void> {
  const { project: other } = await account(url);
  const { code, stderr } = await posthorn(['project', 'disable', other.id], own.testEnv(services, 'each'));
  if (code !== 0) throw new Error(stderr);
}

type Heal = () => Promise<unknown>;
/** Alert → brings the fault about, and answers how it is undone. */
const FAULTS: Readonly<Record<string, [fault: string, inject: () => Promise<Heal>]>> = {
  ProcessDown: ['kill -9 of templating', async () => (await processes['templating']!.kill(), () => processes['templating']!.start())],
  ConnectionLost: ['Valkey stopped', async () => (await servers.redis!.stop(), () => servers.redis!.start())],
  ServiceGone: ['kill -9 of templating', async () => (await processes['templating']!.kill(), () => processes['templating']!.start())],
  RequestsFailing: ['delivery stopped under traffic', deliveryStopped],
  RequestsFailingSlowly: ['delivery stopped under traffic', deliveryStopped],
  SendsFailing: ['delivery stopped under traffic', deliveryStopped],
  SendsFailingSlowly: ['delivery stopped under traffic', deliveryStopped],
  MailLate: ['the MTA greets nobody for a minute, under traffic', mailHeldUp],
  MailLateSlowly: ['the MTA greets nobody for a minute, under traffic', mailHeldUp],
  RequestsSlow: [
    'contacts paused (SIGSTOP) under traffic',
    async () => (signal('contacts', 'SIGSTOP'), async () => signal('contacts', 'SIGCONT')),
  ],
  RelayDeferring: [
    'delivery stopped while mail comes by SMTP',
    async () => {
      await processes['delivery']!.kill();
      const halt = again(() => void byRelay(), TRAFFIC_EVERY_MS);
      return async () => (await halt(), await processes['delivery']!.start());
    },
  ],
  CertificateExpiring: [
    'a certificate for one day',
    async () => {
      writeCertificate(relay.CERT_PATH, selfSigned('localhost', new Date(), 86_400_000));
      return async () => writeCertificate(relay.CERT_PATH, selfSigned('localhost'));
    },
  ],
  MailWaiting: [
    'the MTA greets nobody, under traffic',
    async () => (sink.mute(true), await sink.stop(true), async () => (sink.mute(false), await sink.stop(true))),
  ],
  MailRefused: [
    'the MTA answers 550 to half of the mail',
    async () => again(() => void scripted(3, { recipient: ['550 5.1.1 no such user'] }), TRAFFIC_EVERY_MS),
  ],
  MailUnknown: ['the MTA hangs up after the message', async () => (await scripted(1, { message: ['hang up'] }), async () => undefined)],
  PagesAbandoned: [
    'a page whose holder is gone, and its document with it',
    async () => {
      const lost = { projectId: project.id, campaignId: crypto.randomUUID(), n: 0, size: 1, owner: 'drill', ended: 0, doubtful: 0 };
      const mongo = await mongoose.createConnection(urls['MONGODB_URI']!).asPromise();
      const progress = mongo.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection<{ _id: string; lease: Date }>('progress');
      await progress.insertOne({ ...lost, _id: 'drill', lease: new Date() });
      return async () => (await progress.deleteOne({ _id: 'drill' }), await mongo.close());
    },
  ],
  FactsNotPublished: [
    'NATS stopped while mails are under way',
    async () => {
      await scripted(5, { slow: [4_000] });
      await sleep(1_000);
      await servers.nats!.stop();
      return () => servers.nats!.start();
    },
  ],
  FactsNotActedOn: [
    'contacts stopped, 1,000 bounces published',
    async () => {
      await processes['contacts']!.kill();
      await Promise.all(Array.from({ length: 1_000 }, bounce));
      return () => processes['contacts']!.start();
    },
  ],
  FactsDead: ['a message published that is no fact', async () => (await publish('not a fact'), async () => undefined)],
  TasksWaiting: [
    'events stopped, a purge asked for',
    async () => {
      await processes['events']!.kill();
      const { workflowId } = await purge();
      return async () => (await temporal.workflow.getHandle(workflowId).cancel(), await processes['events']!.start());
    },
  ],
  ActivitiesFailing: [
    'MongoDB stopped, purges asked for',
    async () => {
      await servers.mongodb!.stop();
      const handles = await Promise.all(Array.from({ length: 8 }, () => purge()));
      return async () => (await Promise.all(handles.map((handle) => handle.terminate())), await servers.mongodb!.start());
    },
  ],
  WorkflowsLost: [
    'a workflow that cannot end in time',
    async () => (await purge({ workflowExecutionTimeout: '2 seconds' }), async () => undefined),
  ],
  ExecutionsNotStarting: [
    'Temporal stopped, 600 events that start a workflow',
    async () => {
      const event = `drill-${crypto.randomUUID()}`;
      await enabledWorkflow(event);
      await servers.temporal!.stop();
      const tracker = api(url, project.public);
      for (let count = 0; count < 600; count += 1) await tracker.post('/v1/track', { event, email: `started-${serial++}@example.com` });
      return () => servers.temporal!.start();
    },
  ],
  StepsFailing: [
    'a step without a template, 30 times',
    async () => {
      const id = await enabledWorkflow(`drill-${crypto.randomUUID()}`);
      await client.post(`/workflows/${id}/steps`, { type: 'SEND_EMAIL', name: 'Mail', position: { x: 0, y: 0 }, config: {} });
      for (let count = 0; count < 30; count += 1) {
        const { body } = await client.post('/contacts', { email: `failing-${serial++}@example.com` });
        await client.post(`/workflows/${id}/executions`, { contactId: body.id });
      }
      return async () => undefined;
    },
  ],
  DnsFailing: [
    'the name server answers SERVFAIL',
    async () =>
      again(() => {
        const name = `ill-${serial++}.org`;
        dns.fault(name, 'servfail');
        return client.post('/v1/verify', { email: `ada@${name}` }).catch(() => undefined);
      }, TRAFFIC_EVERY_MS),
  ],
  DomainsUnverified: [
    'the records of five domains removed',
    async () => {
      const names = Array.from({ length: 5 }, () => `lost-${serial++}.org`);
      const added = await Promise.all(names.map(async (name) => (await client.post('/domains', { domain: name })).body));
      await Promise.all(added.map(prove));
      for (const { records } of added) dns.remove(records[0].name);
      await Promise.all(added.map((one) => verified(one, false)));
      return async () => undefined;
    },
  ],
  ProjectsSuspended: [
    'five projects disabled by an operator',
    async () => {
      for (let count = 0; count < 5; count += 1) await disableOne();
      return async () => undefined;
    },
  ],
  SuspensionsWaiting: [
    'workflows stopped, a project disabled',
    async () => {
      await processes['workflows']!.kill();
      await disableOne();
      return () => processes['workflows']!.start();
    },
  ],
  UsageNotReported: ['Stripe cuts connections under traffic', async () => (stripe.setDown(true), async () => stripe.setDown(false))],
  BillingEventsRefused: [
    'webhooks of another secret',
    async () => {
      for (let count = 0; count < 8; count += 1) await stripeWebhook(api(url), 'whsec_other')({ type: 'invoice.paid', object: {} });
      return async () => undefined;
    },
  ],
  EventLoopBlocked: [
    'templating halted again and again (SIGSTOP, SIGCONT)',
    async () => {
      const halt = again(() => {
        signal('templating', 'SIGSTOP');
        setTimeout(() => signal('templating', 'SIGCONT'), 800);
      }, 1_300);
      return async () => (await halt(), await sleep(900), signal('templating', 'SIGCONT'));
    },
  ],
};

const findings = createFindings({
  kind: 'drill',
  name: 'alerts',
  title: 'Alerts',
  about: 'One process a service, scraped by Prometheus every second; a fault for each alert, healed before the next one.',
});
const chosen = process.env['ALERTS']?.split(',');
/** One of each name; what fires always needs no fault. */
const faulty = ALERTS.filter(({ name, severity }, index) => severity !== 'none' && ALERTS.findIndex((one) => one.name === name) === index);
const forgotten = faulty.filter(({ name }) => !(name in FAULTS)).map(({ name }) => name);
findings.expect('alerts without a fault', forgotten, []);
await prove((await client.get(`/domains/project/${project.id}`)).body[0]);
const traffic = again(() => void send(), TRAFFIC_EVERY_MS);
try {
  await sleep(5_000);
  const before = [...(await prometheus.firing())];
  findings.expect('alerts that fire before any fault', before, ['Watchdog']);
  const paging = ({ for: held }: { for?: 'hold' | 'longHold' }): string => (held ? PRODUCTION[held] : '–');
  for (const alert of faulty.filter(({ name }) => !chosen || chosen.includes(name))) {
    const [fault, inject] = FAULTS[alert.name]!;
    // Of an earlier fault.
    await until(async () => !(await prometheus.firing()).has(alert.name), {
      within: 120_000,
      every: 500,
      what: `the end of ${alert.name}`,
    });
    const began = performance.now();
    const heal = await inject();
    const fired = await until(async () => (await prometheus.firing()).has(alert.name), { within: FIRES_WITHIN_MS, every: 200 }).then(
      () => performance.now(),
      () => undefined,
    );
    findings.row('From fault to firing, with windows of seconds', {
      alert: alert.name,
      fault,
      'fault to firing s': fired === undefined ? null : (fired - began) / 1_000,
      'of it held': alert.for ? PACE[alert.for] : null,
      'held in production': paging(alert),
    });
    findings.holds(`${alert.name} fired`, fired !== undefined ? 'yes' : 'no', fired !== undefined);
    await heal();
    await until(async () => (await fetch(`${url}/health`)).ok, { within: 60_000, every: 200 });
    await sleep(3_000);
  }
  findings.close();
} finally {
  await traffic();
  await prometheus.stop();
  await nats.close();
  await temporal.connection.close();
  await stopServices();
  await own.stop();
  await Promise.all([sink.stop(), dns.stop()]);
  stripe.stop();
}
