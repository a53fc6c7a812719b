/** Many executions that wait for an event: what they cost in memory, and how soon one goes on when its event comes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '#test/findings.ts';
import { quantile } from '#test/quantile.ts';
import { until } from '#test/until.ts';
import { api as client } from '#test/client.ts';
import { residentOf } from '../sending/costs.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { chain, taken } from './build.ts';
import { benchExecutions } from './executions.ts';

const EVENT = 'goes-on';
const GOAL_P99_MS = 1_000;
const SECONDS = 20;

interface Row {
  _id: string;
  contactId: string;
  status: string;
  runs: { output: string; completedAt: Date }[];
}

export async function waitingExecutions(
  { api, services, account, mongo, prefix, own }: BenchStack,
  findings: Findings,
  { waiting, rate }: { waiting: number; rate: number },
): Promise<void> {
  const rows = benchExecutions(mongo, prefix);
  const executions = mongo.useDb(`${prefix}workflows`, { useCache: true }).collection<Row>('executions');
  const contacts = mongo.useDb(`${prefix}contacts`, { useCache: true }).collection<{ _id: string; email: string }>('contacts');
  const workflowId = await chain(api, 'never', [{ type: 'WAIT_FOR_EVENT', config: { eventName: EVENT } }, { type: 'EXIT' }]);
  const contact = taken(await api.post('/contacts', { email: 'waiting@example.com' }));
  taken(await api.post(`/workflows/${workflowId}/executions`, { contactId: contact.id }));
  const isWaiting = { workflowId, status: 'WAITING' } as object;
  await until(async () => (await executions.countDocuments(isWaiting)) === 1, { within: 60_000, what: 'the first' });
  const memory = () => ({
    posthorn: residentOf(services.processes['posthorn']!.pid),
    temporal: residentOf(own.stack.servers['temporal']!.pid),
  });
  const heading = 'Memory in MB with executions that wait for an event (filled in two halves: the second shows what grows)';
  findings.row(heading, { waiting: 1, ...memory() });
  for (const half of [1, 2]) {
    await rows.fill(workflowId, Math.ceil(waiting / 2), new Date());
    const wanted = 1 + half * Math.ceil(waiting / 2);
    await until(async () => (await executions.countDocuments(isWaiting)) === wanted, { within: 3_600_000, every: 500, what: 'all waits' });
    await sleep(2_000);
    findings.row(heading, { waiting: wanted, ...memory() });
  }
  const tracker = client(services.url, account.project.public);
  const count = Math.min(waiting, rate * SECONDS);
  const met = await executions
    .find(isWaiting, { projection: { contactId: 1 } })
    .limit(count)
    .toArray();
  const known = await contacts.find({ _id: { $in: met.map(({ contactId }) => contactId) } }).toArray();
  const began = performance.now();
  const answers: Promise<unknown>[] = [];
  for (const [n, { email }] of known.entries()) {
    await sleep(Math.max(0, began + (n * 1_000) / rate - performance.now()));
    answers.push(tracker.post('/v1/track', { email, event: EVENT }).then(taken));
  }
  await Promise.all(answers);
  const ids = met.map(({ _id }) => _id);
  const over = { _id: { $in: ids }, status: 'COMPLETED' } as object;
  await until(async () => (await executions.countDocuments(over)) === ids.length, { within: 600_000, every: 200, what: 'all to go on' });
  const found = await executions.find({ _id: { $in: ids } } as object, { projection: { runs: 1 } }).toArray();
  const took = found
    .map(({ runs: [, wait] }) => wait!.completedAt.getTime() - Date.parse(JSON.parse(wait!.output).receivedAt))
    .toSorted((a, b) => a - b);
  const p99 = quantile(took, 0.99);
  findings.row('From the event to the execution having gone on', {
    waiting,
    events: known.length,
    'events/s': rate,
    'p50 ms': quantile(took, 0.5),
    'p99 ms': p99,
  });
  findings.goal(`event → continued, ${rate} a second: p99 ${p99.toFixed(0)} ms`, `< ${GOAL_P99_MS} ms`, p99 < GOAL_P99_MS);
}
