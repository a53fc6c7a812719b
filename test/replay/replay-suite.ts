/** What every replay test needs: recorded histories replayed on today's code, and a time-skipping Temporal to run workflows on. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { workflowBundle } from '#services/host/temporal/bundle.ts';
import { createLog } from '#kit/telemetry/log.ts';

export interface ReplayContext {
  environment: TestWorkflowEnvironment;
  bundle: { code: string };
}

type History = Parameters<typeof Worker.runReplayHistory>[1];

const FOLDER = new URL('./histories/', import.meta.url);

// The SDK's own reader wants its protobufjs and that of @temporalio/proto to be one copy, which npm does not promise; so the
// JSON is read with the copy that belongs to the message types.
const fromCommon = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
const fromProto = createRequire(fromCommon.resolve('@temporalio/proto'));
const { patchProtobufRoot } = fromCommon('@temporalio/proto/lib/patch-protobuf-root') as {
  patchProtobufRoot(root: unknown): { lookupType(name: string): unknown };
};
const historyType = patchProtobufRoot(fromCommon('@temporalio/proto')).lookupType('temporal.api.history.v1.History');
const { fromJson } = fromProto('protobufjs/ext/protojson') as { fromJson(type: unknown, json: unknown, options: object): History };

/** The recorded histories of a workflow: files `<workflow>-<version>.json`. */
function recorded(workflow: string): { name: string; history: History }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(`${workflow}-`) && name.endsWith('.json'))
    .map((name) => ({
      name,
      history: fromJson(historyType, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), { ignoreUnknownFields: true }),
    }));
}

/** A suite whose first tests replay the histories `<workflow>-….json` of each; its other tests get the environment and the bundle. */
export function replaySuite(...workflows: [string, ...string[]]): Test<ReplayContext> {
  const test = suite<ReplayContext>(`replay: ${workflows.join(', ')}`);
  const histories = workflows.map(recorded);

  test.before(async (context) => {
    const path = process.env['TEMPORAL_TEST_SERVER_BIN'];
    if (!path) throw new Error('TEMPORAL_TEST_SERVER_BIN: the path of temporal-test-server');
    Runtime.install({
      logger: new DefaultLogger('ERROR'),
      shutdownSignals: [],
      telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } },
    });
    context.bundle = { code: await workflowBundle(createLog('error')) };
    context.environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } });
  });

  test.after(({ environment }) => environment?.teardown());

  test('there are recorded histories', () => assert.ok(histories.every((some) => some.length > 0)));
  for (const { name, history } of histories.flat()) {
    test(`${name} replays`, async ({ bundle }) => {
      await Worker.runReplayHistory({ workflowBundle: bundle }, history);
    });
  }
  return test;
}
