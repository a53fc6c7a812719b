/**
 * Many executions that wait, for memory, and how soon one goes on when its event comes.
 * BENCH_WAITING (8,000) and BENCH_EVENT_RATE (100 a second) set the size: each is begun in Temporal, some forty a second on two cores.
 */
import { createFindings } from '#test/findings.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { waitingExecutions } from './workflows/waiting.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const findings = createFindings({
  kind: 'bench',
  name: 'workflows-waiting',
  title: 'Workflows: executions that wait',
  about: 'All services in one process on the local stack; Temporal is its development server on SQLite.',
});
const stack = await startBenchStack({ mode: 'one', connections: 20 });
try {
  await waitingExecutions(stack, findings, { waiting: size('WAITING', 8_000), rate: size('EVENT_RATE', 100) });
} finally {
  await stack.stop();
}
findings.close();
process.exit();
