/**
 * A rolling upgrade from an older release to this tree and back, rehearsed with processes: two of each service, replaced by SIGTERM one
 * after the other while sends and tracks flow through one address, a campaign is mailed, and executions of a workflow wait. No request
 * fails, nothing is lost, failed or mailed twice, and every process ends within its limit. Then the same with two processes that have all
 * services of this tree. Harder than Kubernetes makes it: there a third pod is ready before the first of two goes.
 * UPGRADE_FROM: the older release, a commit. UPGRADE_PAUSE_MS (1000): flow between two restarts.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { serviceProcess, startServices } from '#local/services.ts';
import type { ServiceProcess, Services } from '#local/services.ts';
import { freePort } from '#local/ports.ts';
import { tailOf } from '#local/process.ts';
import { release } from '#local/tools.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { startBalancer } from '#test/balancer.ts';
import { account, api } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { csvForm } from '#test/csv-form.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import type { Load } from '#test/load.ts';
import { reportVerdict } from '#test/report.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const FROM = process.env['UPGRADE_FROM'] ?? 'dff8c6e';
const PAUSE_MS = Number(process.env['UPGRADE_PAUSE_MS'] ?? 1_000);
/** The charts' `preStopSeconds`, in short: here everybody learns of it at once. */
const PRE_STOP_MS = 200;
/** Of the rate between restarts, also during one: the other of the two carries on. */
const LEAST_SHARE = 0.2;
const REPLICAS = ['a', 'b'] as const;
const STAGES = ['up', 'back'] as const;
/** Before the first restart, to know the rate at which answers come. */
const BEFORE_MS = 5_000;
/** Recipients of each stage's campaign, at a rate that outlasts the stage; then it is let go. */
const RECIPIENTS = 1_000;
const SLOW = 1;
/** Begun before each stage; each waits through it. */
const EXECUTIONS = 30;
const WITHIN_MS = 240_000;

const findings = createFindings({
  kind: 'drill',
  name: 'upgrade',
  title: 'A rolling upgrade and its way back',
  about:
    `Two processes of each service behind one address, from commit ${FROM} to this tree and back, replaced by SIGTERM one after the ` +
    `other while eight clients send and track, a campaign of ${RECIPIENTS.toLocaleString('en')} is mailed and ${EXECUTIONS} ` +
    'executions wait; then two processes that have all services.',
});
const former = await release(FROM);
const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '2000',
    BUS_REQUEST_TIMEOUT_MS: '15000',
  },
});
const { MONGODB_URI, NATS_URL } = own.stack.urls;
const prefix = own.env['MONGODB_PREFIX']!;
const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);

/** One of two of a service, as either release. */
interface Replica {
  /** Where its gateway listens. */
  port: number;
  name: string;
  before: ServiceProcess;
  after: ServiceProcess;
}

async function replicasOf(which: string): Promise<Replica[]> {
  const port = await freePort();
  return Promise.all(
    SERVICE_NAMES.map(async (name): Promise<Replica> => {
      const as = (dir: string, root?: string): Promise<ServiceProcess> =>
        serviceProcess(
          name,
          { ...own.env, PORT: String(port) },
          { env: own.env, mode: 'each', dir: join(own.dir, dir), ...(root && { root }) },
        );
      return { name: `${name} ${which}`, port, before: await as(`${which}-before`, former), after: await as(`${which}-after`) };
    }),
  );
}

const failedOf = ({ promised }: Load): number => [...promised.refused.values()].reduce((sum, count) => sum + count, 0);
const answeredOf = ({ promised }: Load): number => promised.emails.length + promised.events.length;

interface Restart {
  what: string;
  stop: ServiceProcess;
  start: ServiceProcess;
  /** The endpoint that a gateway is. */
  port?: number | undefined;
}

interface Flow {
  load: Load;
  endpoints: Set<number>;
  /** Answers a second when nothing is restarted. */
  usual: number;
}

/** Stops one and starts the other in its place, under load. */
async function replace({ load, endpoints, usual }: Flow, { what, stop, start, port }: Restart): Promise<void> {
  const before = { answered: answeredOf(load), failed: failedOf(load) };
  if (port !== undefined) {
    endpoints.delete(port);
    await sleep(PRE_STOP_MS);
  }
  const wasAlive = stop.alive();
  const began = performance.now();
  await stop.stop();
  // What Node says last of an error that nobody caught.
  const hasCrashed = /^Node\.js v\d/m.test(tailOf(stop.logFile, stop.logFrom));
  const stopped = performance.now();
  await start.start();
  const ready = performance.now();
  if (port !== undefined) endpoints.add(port);
  await sleep(PAUSE_MS);
  const [took, count] = [performance.now() - began, answeredOf(load) - before.answered];
  findings.row('Restarts', {
    restarted: what,
    'stopped in s': (stopped - began) / 1_000,
    'ready again in s': (ready - stopped) / 1_000,
    'answered meanwhile': count,
    failed: failedOf(load) - before.failed,
  });
  const rate = (count * 1_000) / took;
  findings.holds(`${what}: answers a second meanwhile, at least a fifth of before`, rate, rate >= LEAST_SHARE * usual);
  const isOrderly = wasAlive && !hasCrashed && stopped - began < STOP_WITHIN_MS;
  findings.holds(`${what}: ends by itself, without an error, within ${STOP_WITHIN_MS / 1_000} s`, (stopped - began) / 1_000, isOrderly);
}

/** Times that each mail was taken since a place in the sink's record: every address is mailed once. */
function leftSince(from: number, emails: ReadonlyMap<string, { to?: string }>): Map<string, number> {
  const taken = Map.groupBy(sink.taken.slice(from), ({ to }) => to);
  return new Map([...emails].map(([id, { to }]) => [id, taken.get(to ?? '')?.length ?? 0]));
}

/** Runs `work` under load and holds every answer against what is there afterwards. */
async function underLoad(what: string, ports: readonly number[], work: (flow: Flow, url: string) => Promise<void>): Promise<void> {
  const balancer = await startBalancer(ports);
  const from = sink.taken.length;
  const { project, domain } = await account(balancer.url);
  const load = startLoad(balancer.url, project, `drill@${domain}`);
  await sleep(BEFORE_MS);
  const usual = (answeredOf(load) * 1_000) / BEFORE_MS;
  findings.note(`${what}: ${usual.toFixed(0)} answers a second before the first restart.`);
  await work({ load, endpoints: balancer.endpoints, usual }, balancer.url);
  const promised = await load.stop();
  if (failedOf(load) > 0) promised.strange.push(`${failedOf(load)} requests failed`);
  reportVerdict(findings, what, promised, await check(MONGODB_URI!, prefix, promised, counter.acted, (emails) => leftSince(from, emails)));
  await balancer.stop();
}

/** A project with the recipients of a campaign for each stage, and a workflow whose executions mail, wait and mail again. */
async function createTenant(url: string, stages: readonly string[]) {
  const { project, domain } = await account(url);
  const [client, tracker] = [api(url, project.secret), api(url, project.public)];
  const from = `drill@${domain}`;
  const must = async (method: string, path: string, body?: object): Promise<any> => {
    const { status, body: answer } = await client.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const people = stages.flatMap((stage) => Array.from({ length: RECIPIENTS }, (_, n) => `${stage}-r${n}@example.org,${stage}`));
  const { jobId } = await must('POST', '/contacts/import', csvForm(`email,stage\n${people.join('\n')}\n`));
  const isImported = async (): Promise<boolean> => (await must('GET', `/contacts/import/${jobId}`)).status === 'completed';
  await until(isImported, { within: WITHIN_MS, every: 200, what: 'the import' });
  const { id: templateId } = await must('POST', '/templates', {
    name: 'Drill',
    subject: 'Drill',
    body: '<p>Drill</p>',
    from,
    type: 'MARKETING',
  });
  const { id: workflowId } = await must('POST', '/workflows', { name: 'Drill', eventName: 'begins' });
  for (const [type, config, more] of [
    ['SEND_EMAIL', {}, { templateId }],
    ['DELAY', { amount: 0.2, unit: 'minutes' }, {}],
    ['WAIT_FOR_EVENT', { eventName: 'goes-on', timeout: 7_200 }, {}],
    ['SEND_EMAIL', {}, { templateId }],
  ] as const)
    await must('POST', `/workflows/${workflowId}/steps`, { type, name: type, position: { x: 0, y: 0 }, config, ...more });
  await must('PATCH', `/workflows/${workflowId}`, { enabled: true });
  const addressesOf = (stage: string): string[] => Array.from({ length: EXECUTIONS }, (_, n) => `${stage}-w${n}@example.org`);
  const track = async (stage: string, event: string): Promise<void> => {
    for (const email of addressesOf(stage)) {
      const { status, text } = await tracker.post('/v1/track', { event, email });
      if (status !== 200) throw new Error(`POST /v1/track answered ${status} ${text}`);
    }
  };
  return {
    project,
    stages,
    addressesOf,
    /** What is under way while the stage's processes are replaced; answers what brings it to its end. */
    async begin(stage: string): Promise<() => Promise<void>> {
      await track(stage, 'begins');
      const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.stage', operator: 'equals', value: stage }] }] };
      const content = { name: stage, subject: 'Drill', body: '<p>Drill</p>', from, audienceType: 'FILTERED', audienceCondition: condition };
      const { id } = (await must('POST', '/campaigns', content)).data;
      await must('POST', `/campaigns/${id}/rate`, { perSecond: SLOW });
      await must('POST', `/campaigns/${id}/send`);
      return async () => {
        const { sentCount } = await must('GET', `/campaigns/${id}`);
        findings.holds(`${stage}: mails of its campaign that had left when all were replaced`, sentCount, sentCount < RECIPIENTS);
        await must('POST', `/campaigns/${id}/rate`, { perSecond: null });
        await track(stage, 'goes-on');
        const isSent = async (): Promise<boolean> => (await must('GET', `/campaigns/${id}`)).status === 'SENT';
        await until(isSent, { within: WITHIN_MS, every: 500, what: `the end of the campaign ${stage}` });
      };
    },
  };
}

/** What the sink took for each address of the stages, against what it should have. */
async function auditMail({ project, stages, addressesOf }: Awaited<ReturnType<typeof createTenant>>): Promise<void> {
  const connection = await mongoose.createConnection(MONGODB_URI!).asPromise();
  try {
    const executions = connection.useDb(`${prefix}workflows`).collection('executions');
    const isEnded = async (): Promise<boolean> =>
      (await executions.countDocuments({ projectId: project.id, status: 'COMPLETED' })) === stages.length * EXECUTIONS;
    await until(isEnded, { within: WITHIN_MS, every: 500 }).catch(() => undefined);
    const taken = Map.groupBy(sink.taken, ({ to }) => to);
    const not = (addresses: readonly string[], times: number): number =>
      addresses.filter((to) => (taken.get(to)?.length ?? 0) !== times).length;
    for (const stage of stages) {
      const recipients = Array.from({ length: RECIPIENTS }, (_, n) => `${stage}-r${n}@example.org`);
      findings.expect(`${stage}: recipients of its campaign that had not one mail`, not(recipients, 1), 0);
      findings.expect(`${stage}: contacts of its executions that had not two mails`, not(addressesOf(stage), 2), 0);
    }
    const states = await executions
      .aggregate([{ $match: { projectId: project.id } }, { $group: { _id: '$status', count: { $sum: 1 } } }])
      .toArray();
    findings.expect(
      `${stages.join(', ')}: executions by their states`,
      states.map(({ _id, count }) => `${count} ${_id}`),
      [`${stages.length * EXECUTIONS} COMPLETED`],
    );
  } finally {
    await connection.close();
  }
}

const both: Replica[][] = [];
const together: Services[] = [];
try {
  for (const which of REPLICAS) {
    const replicas = await replicasOf(which);
    both.push(replicas);
    await Promise.all(replicas.map(({ before }) => before.start()));
  }
  const ports = both.map(([first]) => first!.port);
  await underLoad('from the older release to this tree and back', ports, async (flow, url) => {
    const tenant = await createTenant(url, STAGES);
    for (const stage of STAGES) {
      const end = await tenant.begin(stage);
      for (const [index] of SERVICE_NAMES.entries()) {
        for (const { [index]: replica } of both) {
          const { name, port, before, after } = replica!;
          const [stop, start] = stage === 'up' ? [before, after] : [after, before];
          await replace(flow, { what: `${name}, ${stage}`, stop, start, port: name.startsWith('gateway') ? port : undefined });
        }
      }
      await end();
    }
    await auditMail(tenant);
  });
  await Promise.all(both.flat().map(({ before }) => before.stop()));

  for (const which of REPLICAS) together.push(await startServices({ env: own.env, mode: 'one', dir: join(own.dir, `${which}-one`) }));
  const portOf = ({ url }: Services): number => Number(new URL(url).port);
  await underLoad('all services in one process, two of them', together.map(portOf), async (flow, url) => {
    const tenant = await createTenant(url, ['one']);
    const end = await tenant.begin('one');
    for (const [index, services] of together.entries()) {
      const whole = services.processes['posthorn']!;
      await replace(flow, { what: `all services ${REPLICAS[index]}`, stop: whole, start: whole, port: portOf(services) });
    }
    await end();
    await auditMail(tenant);
  });
  findings.close();
} finally {
  await Promise.all(both.flat().flatMap(({ before, after }) => [before.stop(), after.stop()]));
  await Promise.all(together.map((services) => services.stop()));
  await counter.stop();
  await own.stop();
  await sink.stop();
}
