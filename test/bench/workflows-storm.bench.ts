/**
 * A storm of events from three projects, each of which starts an execution, beside transactional mail of a fourth.
 * BENCH_EVENTS (9,000) sets the size: every one is a workflow of Temporal's, some forty of which a second begin and end on two cores.
 */
import { createFindings } from '#test/findings.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { startPostfixSink } from './sending/postfix.ts';
import { eventStorm } from './workflows/storm.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const findings = createFindings({
  kind: 'bench',
  name: 'workflows-storm',
  title: 'Workflows: a storm of events',
  about: 'All services in one process on the local stack, mails to `smtp-sink`; Temporal is its development server on SQLite.',
});
const stack = await startBenchStack({ mode: 'one', connections: 20 });
try {
  const sink = await startPostfixSink(stack.port);
  await eventStorm(stack, findings, size('EVENTS', 9_000));
  await sink.stop();
} finally {
  await stack.stop();
}
findings.close();
process.exit();
