/**
 * Upgrades N → N+1 → N of the processes that run executions, with executions waiting and beginning: none ends otherwise than it would have.
 * Then a release that breaks the rule of temporal/README.md: events take executions on all the same, their workflows stand still on it, and
 * go on where it is taken back.
 * DRILL_EXECUTIONS (60 a stage) sets the size.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { serviceProcess } from '#local/services.ts';
import type { ServiceProcess } from '#local/services.ts';
import { createFindings } from '#test/findings.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { until } from '#test/until.ts';
import { executionId } from '#temporal/lifecycle.ts';
import { audit } from './workflows/audit.ts';
import { BEGINS, GOES_ON, addressOf, buildGraph } from './workflows/graph.ts';
import { BREAKS, LEARNS, releaseWith } from './workflows/release.ts';
import { startSetup } from './workflows/setup.ts';

const each = Number(process.env['DRILL_EXECUTIONS'] ?? 60);
/** Long enough that every wait of the graph outlives an upgrade. */
const WAITS = { delayMinutes: 0.2, timeoutSeconds: 3_600 };
const STANDS_STILL_MS = 10_000;
const findings = createFindings({
  kind: 'drill',
  name: 'workflow-upgrade',
  title: 'Upgrades with executions waiting',
  about: `${each} executions begun on each of N, N+1 and N again, two processes of workflows restarted one after the other by SIGTERM.`,
});
const setup = await startSetup();
const { own, workers, asked, tracked, mongo, prefix, projectId } = setup;
const released: ServiceProcess[] = [];
const connection = await Connection.connect({ address: own.env['TEMPORAL_ADDRESS']! });

async function processesOf(root: string, name: string): Promise<ServiceProcess[]> {
  const both: ServiceProcess[] = [];
  for (const n of [1, 2]) {
    const options = { env: own.env, mode: 'each' as const, root, dir: join(own.dir, `${name}-${n}`) };
    both.push(await serviceProcess('workflows', { ...own.env, PORT: '0' }, options));
  }
  released.push(...both);
  return both;
}

/** One after the other. */
async function roll(from: readonly ServiceProcess[], to: readonly ServiceProcess[]): Promise<void> {
  for (const [index, process] of from.entries()) {
    await process.stop();
    await to[index]!.start();
  }
}

const client = new Client({ connection });

/** Workflow tasks that failed so far, over the histories of all these executions. */
async function failedTasks(ids: readonly string[]): Promise<number> {
  let failed = 0;
  for (const id of ids) {
    const { events } = await client.workflow.getHandle(executionId(id)).fetchHistory();
    failed += (events ?? []).filter(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes).length;
  }
  return failed;
}

const openWorkflows = async (): Promise<number> =>
  (await client.workflow.count(`WorkflowType='runExecution' AND ExecutionStatus='Running'`)).count;

try {
  const workflow = await buildGraph(setup, WAITS);
  const contacts: { id: string; n: number }[] = [];
  const executions = mongo.useDb(`${prefix}workflows`, { useCache: true }).collection<{ _id: string }>('executions');
  const count = (filter: object): Promise<number> => executions.countDocuments({ projectId, ...filter } as object);
  async function begin(): Promise<void> {
    const from = contacts.length;
    for (let n = from; n < from + each; n += 1) {
      const { id } = await asked('POST', '/contacts', { email: addressOf(n), subscribed: false });
      contacts.push({ id, n });
      await tracked(BEGINS, addressOf(n), { n, parity: n % 2 === 0 ? 'even' : 'odd' });
    }
  }
  const goOn = (from: number, to: number): Promise<unknown> =>
    Promise.all(contacts.slice(from, to).map(({ n }) => tracked(GOES_ON, addressOf(n), { n })));
  const waiting = (wanted: number): Promise<unknown> =>
    until(async () => (await count({ waitsFor: GOES_ON })) >= wanted, { within: 240_000, every: 200, what: `${wanted} that wait` });
  const ended = (wanted: number): Promise<unknown> =>
    until(async () => (await count({ status: 'COMPLETED' })) >= wanted, { within: 240_000, every: 200, what: `${wanted} ends` });
  const idsOf = async (): Promise<string[]> =>
    (await executions.find({ projectId } as object, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);

  const next = await processesOf(releaseWith(LEARNS, join(own.dir, 'next')), 'next');
  const broken = await processesOf(releaseWith(BREAKS, join(own.dir, 'broken')), 'broken');
  const half = Math.floor(each / 2);
  await begin();
  await waiting(half);
  await roll(workers, next);
  await begin();
  await goOn(0, half);
  await ended(half);
  await roll(next, workers);
  await begin();
  await waiting(contacts.length - half);
  await goOn(half, 2 * each);
  await ended(2 * each);
  findings.expect('workflow tasks that failed over N → N+1 → N', await failedTasks(await idsOf()), 0);

  await roll(workers, broken);
  await goOn(2 * each, 3 * each);
  await ended(3 * each);
  await sleep(STANDS_STILL_MS);
  const stood = await openWorkflows();
  const failed = await failedTasks(await idsOf());
  findings.holds('workflows of executions that stand still on a release that breaks the rule', stood, stood === each);
  findings.holds('workflow tasks that failed on it', failed, failed > 0);
  await roll(broken, workers);
  await until(async () => (await openWorkflows()) === 0, { within: 240_000, every: 500, what: 'the ends of all workflows' });
  await factsDrained({ mongoUri: own.env['MONGODB_URI']!, prefix, natsUrl: own.env['NATS_URL']!, within: 120_000 });
  await audit(setup, findings, { workflow, contacts, inFlight: new Set() });
  findings.close();
} finally {
  await connection.close();
  await Promise.all(released.map((process) => process.kill()));
  await setup.stop();
}
