/**
 * Executions of workflows, TRIGGER → SEND_EMAIL → EXIT, beside the bare rate of empty workflows on the same Temporal.
 * BENCH_EXECUTIONS (1,000 a round) and BENCH_ROUNDS (2) set the size.
 */
import { createFindings } from '#test/findings.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { startPostfixSink } from './sending/postfix.ts';
import { executionRate } from './workflows/rate.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const findings = createFindings({
  kind: 'bench',
  name: 'workflows',
  title: 'Workflows',
  about: 'All services in one process on the local stack, mails to `smtp-sink`; Temporal is its development server on SQLite.',
});
const stack = await startBenchStack({ mode: 'one', connections: 20 });
try {
  const sink = await startPostfixSink(stack.port);
  await executionRate(stack, findings, { executions: size('EXECUTIONS', 1_000), rounds: size('ROUNDS', 2) });
  await sink.stop();
} finally {
  await stack.stop();
}
findings.close();
process.exit();
