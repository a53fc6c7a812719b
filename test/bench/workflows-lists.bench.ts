/**
 * Pages of the executions of a workflow that has very many of them, and its statistics.
 * BENCH_ROWS (1,000,000) sets the size.
 */
import { createFindings } from '#test/findings.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { executionLists } from './workflows/lists.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const findings = createFindings({
  kind: 'bench',
  name: 'workflows-lists',
  title: 'Workflows: lists of executions',
  about: 'All services in one process on the local stack, the executions written straight into their collection.',
});
const stack = await startBenchStack({ mode: 'one', connections: 20 });
try {
  await executionLists(stack, findings, size('ROWS', 1_000_000));
} finally {
  await stack.stop();
}
findings.close();
process.exit();
