/** Imports: recorded histories replay on today's code; a job is asked to go on until there is no more, and ends whatever happens. */
import * as assert from 'uvu/assert';
import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { WORKFLOW_QUEUE, startImport } from '#temporal/lifecycle.ts';
import { replaySuite } from './replay-suite.ts';
import type { ReplayContext } from './replay-suite.ts';

const test = replaySuite('import-contacts');

type Parts = (asked: number) => Promise<boolean> | boolean;

/** Runs a job of so many parts; answers how often it was asked, and the reason if it failed. */
async function run(
  { environment, bundle }: ReplayContext,
  jobId: string,
  parts: Parts,
  meanwhile?: () => Promise<unknown>,
): Promise<{ asked: number; reason?: string }> {
  const seen: { asked: number; reason?: string } = { asked: 0 };
  const connection = environment.nativeConnection;
  const activities = {
    runImport: async () => ({ more: await parts((seen.asked += 1)) }),
    failImport: async ({ reason }: { reason: string }) => void (seen.reason = reason),
  };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: bundle }),
    Worker.create({ connection, taskQueue: 'contacts', activities }),
  ]);
  const done = (async () => {
    await startImport(environment.client, { projectId: 'p', jobId });
    await startImport(environment.client, { projectId: 'p', jobId });
    await meanwhile?.();
    await environment.client.workflow
      .getHandle(jobId)
      .result()
      .catch(() => undefined);
  })();
  await Promise.all(workers.map((worker) => worker.runUntil(done)));
  return seen;
}

test('asks until there is no more', async (context) => {
  assert.equal(await run(context, 'parts', (asked) => asked < 5), { asked: 5 });
});

test('goes on in a new history when the first is long', async (context) => {
  assert.equal(await run(context, 'long', (asked) => asked < 305), { asked: 305 });
});

test('asks again when a part cannot be done yet', async (context) => {
  const weak: Parts = (asked) => {
    if (asked < 4) throw new Error('down');
    return asked < 6;
  };
  assert.equal(await run(context, 'weak', weak), { asked: 6 });
});

test('a job that cannot be done ends as failed', async (context) => {
  const broken: Parts = () => {
    throw ApplicationFailure.nonRetryable('no');
  };
  assert.equal(await run(context, 'broken', broken), { asked: 1, reason: 'The import could not be carried out' });
});

test('a cancelled job ends as failed', async (context) => {
  // Longer than the cancel takes: the test server loses a workflow whose activity ends while it is being cancelled.
  const endless: Parts = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 3_000, true);
    });
  const { reason } = await run(context, 'cancelled', endless, () => context.environment.client.workflow.getHandle('cancelled').cancel());
  assert.is(reason, 'Cancelled');
});

test.run();
