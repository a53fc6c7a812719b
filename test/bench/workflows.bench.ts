/**
 * Executions of workflows: TRIGGER → SEND_EMAIL → EXIT beside the bare rate of empty workflows on the same Temporal; a storm of events from
 * three projects beside transactional mail; many waiting executions met by events; pages of a long list.
 * BENCH_EXECUTIONS (2,000 a round), BENCH_ROUNDS (3), BENCH_EVENTS (50,000), BENCH_WAITING (100,000), BENCH_EVENT_RATE (100 a second),
 * BENCH_ROWS (1,000,000) set the size; BENCH_PARTS (rate,storm,waiting,lists) which parts.
 */
import { createFindings } from '#test/findings.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { startPostfixSink } from './sending/postfix.ts';
import { executionLists } from './workflows/lists.ts';
import { executionRate } from './workflows/rate.ts';
import { eventStorm } from './workflows/storm.ts';
import { waitingExecutions } from './workflows/waiting.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const parts = (process.env['BENCH_PARTS'] ?? 'rate,storm,waiting,lists').split(',');
const findings = createFindings({
  kind: 'bench',
  name: 'workflows',
  title: 'Workflows',
  about: 'All services in one process on the local stack, mails to `smtp-sink`; Temporal is its development server on SQLite.',
});
const stack = await startBenchStack({ mode: 'one', connections: 20 });
try {
  const sink = await startPostfixSink(stack.port);
  if (parts.includes('rate')) await executionRate(stack, findings, { executions: size('EXECUTIONS', 2_000), rounds: size('ROUNDS', 3) });
  if (parts.includes('storm')) await eventStorm(stack, findings, size('EVENTS', 50_000));
  if (parts.includes('waiting'))
    await waitingExecutions(stack, findings, { waiting: size('WAITING', 100_000), rate: size('EVENT_RATE', 100) });
  if (parts.includes('lists')) await executionLists(stack, findings, size('ROWS', 1_000_000));
  await sink.stop();
} finally {
  await stack.stop();
}
findings.close();
process.exit();
