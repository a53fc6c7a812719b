/** A read of the database outlives neither its caller nor, when it is shared, the others. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatcher } from '#kit/store/batcher.ts';
import { isOutOfTime } from '#kit/store/fault.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { inScope } from '#kit/telemetry/scope.ts';
import { locate } from '#local/binaries.mjs';
import { freePort } from '#local/ports.ts';
import { until } from '#test/until.ts';

const test = suite('deadlines of reads');
const dir = mkdtempSync(join(tmpdir(), 'posthorn-deadline-'));
const port = await freePort();
const server = spawn(locate('mongodb')!.path, ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dir], { stdio: 'ignore' });
const SLOW = 'sleep(1500) || true';

const connection = await until(() =>
  mongoose.createConnection(`mongodb://127.0.0.1:${port}/test?directConnection=true`, { serverSelectionTimeoutMS: 500 }).asPromise(),
);
const model = connection.model('Row', tenantSchema({}), 'rows');
await model.create({ _id: '1', projectId: 'p' });

test.after(async () => {
  await connection.close();
  server.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const soon = <T>(work: () => Promise<T>): Promise<unknown> =>
  inScope({ deadline: Date.now() + 300 }, () => work().catch((error: unknown) => error));

test('a query ends with its call', async () => {
  assert.ok(isOutOfTime(await soon(() => model.find({ projectId: 'p', $where: SLOW }).lean())));
});

test('an aggregation ends with its call', async () => {
  const stages = [
    { $match: { projectId: 'p' } },
    { $match: { $expr: { $function: { body: `function() { return ${SLOW} }`, args: [], lang: 'js' } } } },
  ];
  assert.ok(isOutOfTime(await soon(() => model.aggregate(stages as never))));
});

test('work of no call takes as long as it takes', async () => {
  assert.is((await model.find({ projectId: 'p', $where: SLOW }).lean()).length, 1);
});

test('what several share is not cut off by the first one', async () => {
  const read = createBatcher<string, number>({
    write: async (ids) => {
      const rows = await model.find({ projectId: 'p', $where: SLOW }).lean();
      return ids.map(() => rows.length);
    },
  });
  assert.is(await soon(() => read('1')), 1);
});

test.run();
