/** Pages of the executions of a workflow that has very many of them, and its statistics. */
import { api as client } from '#test/client.ts';
import type { Findings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { quantile } from '#test/quantile.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { until } from '#test/until.ts';
import { chain, taken } from './build.ts';
import { benchExecutions } from './executions.ts';

const LOOKS = 200;
/** What is skipped is walked, which takes its time: not bound by a goal. */
const DEEP_LOOKS = 20;
const DEEP = 'one of all pages';
const GOAL_P99_MS = 50;
const PAGES = 50;

export async function executionLists(
  { api, services, account, mongo, prefix }: BenchStack,
  findings: Findings,
  rows: number,
): Promise<void> {
  const workflowId = await chain(api, 'lists', [{ type: 'EXIT' }]);
  const contact = taken(await api.post('/contacts', { email: 'lists@example.com' }));
  taken(await api.post(`/workflows/${workflowId}/executions`, { contactId: contact.id }));
  const executions = benchExecutions(mongo, prefix);
  await executions.ended(workflowId, 60_000);
  const counts = mongo.useDb(`${prefix}workflows`, { useCache: true }).collection('counts');
  const isCounted = async (): Promise<boolean> => (await counts.countDocuments({ workflowId, count: 1 })) > 0;
  await until(isCounted, { within: 60_000, what: 'the first to be counted' });
  await executions.history(workflowId, rows);
  // Each counts as the first.
  await counts.updateMany({ workflowId }, { $mul: { count: rows + 1 } });
  const { total } = taken(await api.get(`/workflows/${workflowId}/executions`));
  findings.expect('total of the list', total, rows + 1);
  const reader = client(services.url, account.project.secret);
  const random = createRandom();
  const asked: Record<string, () => string> = {
    'first page': () => `/workflows/${workflowId}/executions`,
    [`one of ${PAGES} pages`]: () => `/workflows/${workflowId}/executions?page=${1 + random.below(PAGES)}`,
    'COMPLETED ones': () => `/workflows/${workflowId}/executions?status=COMPLETED&page=${1 + random.below(PAGES)}`,
    'FAILED ones (none)': () => `/workflows/${workflowId}/executions?status=FAILED`,
    [DEEP]: () => `/workflows/${workflowId}/executions?pageSize=100&page=${1 + random.below(Math.ceil(rows / 100))}`,
    stats: () => `/workflows/${workflowId}/stats`,
  };
  for (const [what, path] of Object.entries(asked)) {
    const took: number[] = [];
    for (let look = 0; look < (what === DEEP ? DEEP_LOOKS : LOOKS); look += 1) {
      const began = performance.now();
      taken(await reader.get(path()));
      took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    const p99 = quantile(took, 0.99);
    const heading =
      `Reads of a workflow with ${rows.toLocaleString('en')} executions, over HTTP one after the other (totals and stats from kept ` +
      'numbers)';
    findings.row(heading, { what, 'p50 ms': quantile(took, 0.5), 'p99 ms': p99 });
    if (what !== DEEP) findings.goal(`${what}: p99 ${p99.toFixed(1)} ms`, `< ${GOAL_P99_MS} ms`, p99 < GOAL_P99_MS);
  }
}
