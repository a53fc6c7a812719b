/** Events of three projects at once, each of which starts an execution, while a fourth sends transactional mail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import type { Findings } from '#test/findings.ts';
import { quantile } from '#test/quantile.ts';
import { until } from '#test/until.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { chain, taken } from './build.ts';
import { inLanes } from './lanes.ts';

const PROJECTS = 3;
const CONNECTIONS = 16;
const SENDS_A_SECOND = 10;
const GOAL_P99_MS = 1_000;
const LEAST_SHARE = 0.8;
const EVENT = 'storm';
/** Starts that the dispatcher has under way. */
const UNDERWAY = 50;

interface Stormed {
  id: string;
  workflowId: string;
  tracker: Api;
}

async function project(url: string): Promise<Stormed> {
  const { project: own } = await account(url);
  const client = api(url, own.secret);
  const steps = [{ type: 'UPDATE_CONTACT', config: { updates: { stormed: 'yes' } } }, { type: 'EXIT' }];
  return { id: own.id, workflowId: await chain(client, EVENT, steps), tracker: api(url, own.public) };
}

/** Mails of another project at an easy pace; answers their times to the provider's acceptance, in ms, once stopped. */
async function transactional({ services, mongo, prefix }: BenchStack): Promise<() => Promise<number[]>> {
  const { project: own, domain } = await account(services.url);
  const client = api(services.url, own.secret);
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection<{ createdAt: Date; sentAt: Date | null }>('emails');
  let isOver = false;
  const posting = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const mail = { to: `t${n}@example.com`, from: `hello@${domain}`, subject: 'Receipt', body: '<p>Receipt</p>' };
      void client.post('/v1/send', mail).catch(() => undefined);
      await sleep(1_000 / SENDS_A_SECOND);
    }
  })();
  return async () => {
    isOver = true;
    await posting;
    await sleep(2_000);
    const rows = await emails.find({ projectId: own.id } as object, { projection: { createdAt: 1, sentAt: 1 } }).toArray();
    return rows.map(({ createdAt, sentAt }) => (sentAt ?? new Date()).getTime() - createdAt.getTime()).toSorted((a, b) => a - b);
  };
}

export async function eventStorm(stack: BenchStack, findings: Findings, events: number): Promise<void> {
  const { services, mongo, prefix } = stack;
  const executions = mongo
    .useDb(`${prefix}workflows`, { useCache: true })
    .collection<{ projectId: string; launch?: string; runs: { startedAt: Date }[] }>('executions');
  const projects: Stormed[] = [];
  for (let n = 0; n < PROJECTS; n += 1) projects.push(await project(services.url));
  const each = Math.ceil(events / PROJECTS);
  const stopSending = await transactional(stack);
  const began = performance.now();
  // The first project comes before the others, and they have to get their turns all the same.
  for (const part of [projects.slice(0, 1), projects.slice(1)])
    await Promise.all(
      part.map(({ tracker }) =>
        inLanes(CONNECTIONS / part.length, each, async (n) =>
          taken(await tracker.post('/v1/track', { email: `s${n}@example.com`, event: EVENT })),
        ),
      ),
    );
  const [answered, allCame] = [(performance.now() - began) / 1_000, new Date()];
  const ids = projects.map(({ id }) => id);
  const open = { projectId: { $in: ids }, active: true } as object;
  const queued = await executions.countDocuments({ ...open, launch: 'waiting' } as object);
  await until(async () => (await executions.countDocuments(open)) === 0, { within: 3_600_000, every: 500, what: 'all ends' });
  const took = (performance.now() - began) / 1_000;
  const waits = await stopSending();
  const rows = await executions
    .find({ projectId: { $in: ids } } as object, { projection: { projectId: 1, 'runs.startedAt': 1 } })
    .toArray();
  const starts = new Map(ids.map((id) => [id, rows.filter((row) => row.projectId === id).map(({ runs }) => runs[0]!.startedAt.getTime())]));
  // From when all had come until the first project had nothing left to start, every project had some waiting; what Temporal had been asked
  // for by then was chosen before.
  const last = Math.min(...[...starts.values()].map((times) => Math.max(...times)));
  const first =
    [...starts.values()]
      .flat()
      .filter((at) => at > allCame.getTime())
      .toSorted((a, b) => a - b)[UNDERWAY] ?? last;
  const meanwhile = [...starts.values()].map((times) => times.filter((at) => at >= first && at <= last).length);
  const total = meanwhile.reduce((sum, count) => sum + count, 0);
  const share = total === 0 ? 1 : (Math.min(...meanwhile) * PROJECTS) / total;
  findings.row('A storm of events (each starts TRIGGER → UPDATE_CONTACT → EXIT; starts wait in a queue, projects take turns)', {
    events: each * PROJECTS,
    'answered in s': answered,
    'events/s': (each * PROJECTS) / answered,
    'waiting then': queued,
    started: rows.length,
    'all ended after s': took,
    'executions/s': rows.length / took,
    'least share of an equal part': share,
    'transactional p50 ms': quantile(waits, 0.5),
    'p99 ms': quantile(waits, 0.99),
  });
  findings.expect('executions started', rows.length, each * PROJECTS);
  findings.goal(`least share of three projects ${share.toFixed(2)}`, `≥ ${LEAST_SHARE}`, share >= LEAST_SHARE);
  const p99 = quantile(waits, 0.99);
  findings.goal(`transactional p99 meanwhile ${p99.toFixed(0)} ms`, `< ${GOAL_P99_MS} ms`, p99 < GOAL_P99_MS);
}
