/** The purge of deleted projects and the reset of others: recorded histories replay on today's code, and time passes as it should. */
import * as assert from 'uvu/assert';
import { Worker } from '@temporalio/worker';
import { DATA_OWNERS, RESET_OWNERS, WORKFLOW_QUEUE, purgeId, resetId, startPurge, startReset } from '#temporal/lifecycle.ts';
import { replaySuite } from './replay-suite.ts';
import type { ReplayContext } from './replay-suite.ts';

const test = replaySuite('purge-project', 'reset-project');

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
      activities: {
        removeProject: (input: { projectId: string }) => note(`accounts ${input.projectId}`),
        noteReset: (input: { projectId: string; until: string; service: string }) => note(`noted ${input.service} ${input.until}`),
        endReset: (input: { projectId: string; until: string }) => note(`ended ${input.until}`),
      },
    }),
    ...DATA_OWNERS.map((name) =>
      Worker.create({
        connection,
        taskQueue: name,
        activities: {
          purgeProject: ({ projectId, until }: { projectId: string; until?: string }) =>
            note([name, projectId, ...(until ? [until] : [])].join(' ')),
        },
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

test('a reset is noted service by service, and looks for stragglers before it ends', async (context) => {
  const { client } = context.environment;
  const [calls, until]: [string[], Date] = [[], new Date(1_790_000_000_000)];
  const at = until.toISOString();
  const done = (async () => {
    await startReset(client, 'p-3', until);
    await startReset(client, 'p-3', until);
    await client.workflow.getHandle(resetId('p-3', until)).result();
  })();
  const workers = await services(context, calls, 'delivery-bulk');
  await Promise.all(workers.map((worker) => worker.runUntil(done)));
  assert.equal(calls.filter((one) => one.startsWith('noted')).toSorted(), RESET_OWNERS.map((name) => `noted ${name} ${at}`).toSorted());
  for (const name of RESET_OWNERS) {
    const own = `${name} p-3 ${at}`;
    assert.ok(calls.indexOf(own) < calls.indexOf(`noted ${name} ${at}`), `${name} is noted when it is done`);
    assert.is(calls.filter((one) => one === own).length, name === 'delivery-bulk' ? 4 : 2, name);
  }
  assert.is(calls.at(-1), `ended ${at}`);
  assert.not.ok(calls.some((one) => one.startsWith('gateway ') || one.startsWith('accounts ')));
});

test.run();
