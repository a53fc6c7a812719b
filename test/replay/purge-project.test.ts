/** The purge of a deleted project: recorded histories replay on today's code, and time passes as it should. */
import * as assert from 'uvu/assert';
import { Worker } from '@temporalio/worker';
import { DATA_OWNERS, WORKFLOW_QUEUE, purgeId, startPurge } from '#temporal/lifecycle.ts';
import { replaySuite } from './replay-suite.ts';
import type { ReplayContext } from './replay-suite.ts';

const test = replaySuite('purge-project');

/** A worker a service, whose activities note that they were called; the first two calls of `weak` fail. */
async function services({ environment, bundle }: ReplayContext, calls: string[], weak?: string): Promise<Worker[]> {
  const note = async (entry: string): Promise<void> => {
    calls.push(entry);
    if (weak !== undefined && entry.startsWith(weak) && calls.filter((one) => one === entry).length <= 2) throw new Error('down');
  };
  const connection = environment.nativeConnection;
  return Promise.all([
    Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: bundle }),
    Worker.create({
      connection,
      taskQueue: 'accounts',
      activities: { removeProject: (input: { projectId: string }) => note(`accounts ${input.projectId}`) },
    }),
    ...DATA_OWNERS.map((name) =>
      Worker.create({
        connection,
        taskQueue: name,
        activities: { purgeProject: (input: { projectId: string }) => note(`${name} ${input.projectId}`) },
      }),
    ),
  ]);
}

async function purge(context: ReplayContext, projectId: string, calls: string[], weak?: string): Promise<number> {
  const { client } = context.environment;
  const done = (async () => {
    await startPurge(client, projectId);
    await startPurge(client, projectId);
    const began = await context.environment.currentTimeMs();
    await client.workflow.getHandle(purgeId(projectId)).result();
    return (await context.environment.currentTimeMs()) - began;
  })();
  const workers = await services(context, calls, weak);
  await Promise.all(workers.map((worker) => worker.runUntil(done)));
  return done;
}

test('every owner removes its data, once more for the stragglers, and the project goes last', async (context) => {
  const calls: string[] = [];
  const took = await purge(context, 'p-1', calls);
  assert.ok(took >= 60_000, `${took} ms`);
  const round = DATA_OWNERS.map((name) => `${name} p-1`).toSorted();
  assert.equal(calls.slice(0, round.length).toSorted(), round);
  assert.equal(calls.slice(round.length, -1).toSorted(), round);
  assert.is(calls.at(-1), 'accounts p-1');
});

test('a service that fails is asked until it has done its part', async (context) => {
  const calls: string[] = [];
  await purge(context, 'p-2', calls, 'events');
  assert.is(calls.filter((one) => one === 'events p-2').length, 4);
  assert.is(calls.at(-1), 'accounts p-2');
});

test.run();
