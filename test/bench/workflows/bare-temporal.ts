/** Empty workflows on the same Temporal: the rate that every execution of ours rests on. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { until } from '#test/until.ts';
import { inLanes } from './lanes.ts';

export interface BareTemporal {
  /** Starts so many, as many at once as our dispatcher, and waits for their ends; answers how many a second. */
  rate(count: number): Promise<number>;
  stop(): Promise<void>;
}

const QUEUE = 'bench-empty';
const STARTS_AT_ONCE = 16;
const WORKFLOW = fileURLToPath(new URL('empty-workflow.ts', import.meta.url));

export async function startBareTemporal(address: string): Promise<BareTemporal> {
  const silent = (): void => {};
  const logger = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const workflowBundle = await bundleWorkflowCode({ workflowsPath: WORKFLOW, logger });
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection: native, taskQueue: QUEUE, workflowBundle });
  const running = worker.run();
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  return {
    async rate(count) {
      const began = performance.now();
      const workflowId = (): string => `empty-${randomUUID()}`;
      await inLanes(STARTS_AT_ONCE, count, () => client.workflow.start('emptyWorkflow', { taskQueue: QUEUE, workflowId: workflowId() }));
      // Nobody asks for results: that would cost the server a poll each, which none of ours has.
      const open = `WorkflowType='emptyWorkflow' AND ExecutionStatus='Running'`;
      await until(async () => (await client.workflow.count(open)).count === 0, { within: 600_000, every: 100, what: 'the ends of all' });
      return (count * 1_000) / (performance.now() - began);
    },
    async stop() {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}
