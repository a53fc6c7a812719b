/** The loop of segments: recorded histories replay on today's code; each project is computed by one at a time, pass by pass. */
import * as assert from 'uvu/assert';
import { activityInfo } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import { replaySuite } from './replay-suite.ts';

const test = replaySuite('segments');

test('a round computes every project, in passes, and leaves alone one that is still at it', async ({
  environment: { client, nativeConnection: connection },
  bundle,
}) => {
  const projects = Array.from({ length: 250 }, (_, n) => `p-${String(n).padStart(3, '0')}`);
  /** Where each pass of a project began. On a busy machine Temporal may ask for one again: it counts once. */
  const passes = new Map<string, Set<string>>();
  /** Workflows that computed the slow project. */
  const holders = new Set<string>();
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const activities = {
    projectsWithSegments: async ({ after }: { after: string }) => projects.filter((one) => one > after).slice(0, 200),
    async computeProject({ projectId, after }: { projectId: string; after: string }) {
      passes.set(projectId, (passes.get(projectId) ?? new Set()).add(after));
      if (projectId === 'p-007') {
        holders.add(activityInfo().workflowExecution!.runId);
        await slow;
      }
      return projectId === 'p-100' && after !== 's-2' ? (after === '' ? 's-1' : 's-2') : null;
    },
  };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: bundle }),
    Worker.create({ connection, taskQueue: 'segments', activities }),
  ]);
  const round = (workflowId: string) =>
    client.workflow.execute('segmentsRound', { taskQueue: WORKFLOW_QUEUE, workflowId, args: [{ after: '' }] });
  const done = (async () => {
    await round('round-1');
    await round('round-2');
    release();
    for (const projectId of projects) await client.workflow.getHandle(`segments-${projectId}`).result();
  })();
  await Promise.all(workers.map((worker) => worker.runUntil(done)));
  assert.is(passes.size, 250);
  assert.is(holders.size, 1, 'the second round started no second one beside the first');
  assert.equal([...passes.get('p-100')!], ['', 's-1', 's-2']);
});

test.run();
