/** Telemetry without servers: what a line of the log names, what metrics are called, and that nothing is traced unless asked for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatcher } from '#kit/store/batcher.ts';
import { startAdmin } from '#services/host/admin.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { currentScope, inScope } from '#kit/telemetry/scope.ts';
import { workflowStarts } from '#services/host/temporal/interceptors.ts';
import { carry, isTracing, span, startTracing, traceparent } from '#kit/telemetry/trace.ts';
import { TRACE_HEADER, interceptors } from '#temporal/workflows/trace-context.ts';

const test = suite('telemetry');

function logged(write: (log: ReturnType<typeof createLog>) => void): any {
  let text = '';
  write(
    createLog(
      'info',
      { service: 'contacts' },
      {
        write: (line) => {
          text += line;
        },
      },
    ),
  );
  return JSON.parse(text);
}

test('a line is JSON and names the request and the project it was written for', () => {
  const line = logged((log) => inScope({ requestId: 'r-1', projectId: 'p-1' }, () => log.info({ rows: 2 }, 'done')));
  assert.equal(
    [line.level, line.service, line.requestId, line.projectId, line.rows, line.msg],
    ['info', 'contacts', 'r-1', 'p-1', 2, 'done'],
  );
  assert.match(line.time, /^\d{4}-\d\d-\d\dT.*Z$/);
});

test('what a line says itself goes before its scope, and without a scope it has none', () => {
  assert.is(logged((log) => inScope({ projectId: 'p-1' }, () => log.info({ projectId: 'p-2' }, 'done'))).projectId, 'p-2');
  assert.not('projectId' in logged((log) => log.info('done')));
});

test('secrets do not reach a line', () => {
  assert.equal(logged((log) => log.info({ headers: { authorization: 'Bearer sk_1', cookie: 'x', host: 'h' } }, 'asked')).headers, {
    host: 'h',
  });
});

test('the scope follows the work through awaits and ends with it', async () => {
  const seen = await Promise.all(
    ['a', 'b'].map((requestId) =>
      inScope({ requestId }, async () => {
        await sleep(2);
        return currentScope()?.requestId;
      }),
    ),
  );
  assert.equal(seen, ['a', 'b']);
  assert.is(currentScope(), undefined);
});

test('a joint write is done in the scope of the first who waits for it', async () => {
  const seen: (string | undefined)[] = [];
  const write = createBatcher<number, void>({
    lanes: 1,
    async write(items) {
      seen.push(currentScope()?.requestId);
      await sleep(5);
      return items.map(() => undefined);
    },
  });
  const first = inScope({ requestId: 'a' }, () => write(1));
  await sleep(2);
  const others = ['b', 'c'].map((requestId) => inScope({ requestId }, () => write(2)));
  await Promise.all([first, ...others]);
  assert.equal(seen, ['a', 'b']);
});

test('asking twice for a metric gives the same one; the defaults have our prefix', async () => {
  const metrics = createMetrics();
  assert.is(metrics.counter('posthorn_x_total', 'x', ['outcome']), metrics.counter('posthorn_x_total', 'x', ['outcome']));
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  assert.ok(names.includes('posthorn_nodejs_eventloop_lag_p99_seconds'));
  assert.equal(
    names.filter((name) => !name.startsWith('posthorn_')),
    [],
  );
});

test('the admin port reports life, readiness and metrics', async () => {
  const waiting = ['mongo'];
  const admin = await startAdmin({ host: '127.0.0.1', port: 0, metrics: createMetrics(), ready: () => waiting });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${admin.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  try {
    assert.equal(await ask('/livez'), { status: 200, text: 'ok' });
    assert.equal(await ask('/readyz'), { status: 503, text: 'waiting for mongo' });
    waiting.pop();
    assert.equal(await ask('/readyz'), { status: 200, text: 'ok' });
    assert.match((await ask('/metrics')).text, /^posthorn_process_cpu_seconds_total /m);
    assert.is((await ask('/')).status, 404);
  } finally {
    await admin.close();
  }
});

test('without an endpoint nothing is traced, carried or sent along', async () => {
  const flush = await startTracing({ exporting: false, services: ['contacts'], processId: 'contacts-1' });
  assert.is(
    await span('work', async () => 7, {
      kind: 'SERVER',
      attributes: {},
      parent: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
    }),
    7,
  );
  assert.equal([isTracing(), carry(), traceparent()], [false, undefined, undefined]);
  const input = { workflowType: 'purgeProject', headers: {}, options: { workflowId: 'w' } };
  let sent: unknown;
  await workflowStarts.startWithDetails!(input as never, async (given) => {
    sent = given.headers;
    return { runId: 'r', eagerlyStarted: false };
  });
  assert.equal(sent, {});
  await flush();
});

test('a workflow hands the header on to activities, children and its next run, and nothing else', async () => {
  const trace = { metadata: {}, data: new Uint8Array([1]) };
  const {
    inbound: [entry],
    outbound: [exit],
  } = interceptors() as { inbound: [any]; outbound: [any] };
  const out = async (step: string): Promise<unknown> => exit[step]({ headers: { own: trace } }, async ({ headers }: any) => headers);
  assert.equal(await out('scheduleActivity'), { own: trace });
  await entry.execute({ args: [], headers: { [TRACE_HEADER]: trace, other: trace } }, async () => undefined);
  for (const step of ['scheduleActivity', 'startChildWorkflowExecution', 'continueAsNew'])
    assert.equal(await out(step), { own: trace, [TRACE_HEADER]: trace }, step);
});

test('figures that cannot be read now are absent, the others are there, and the process goes on', async () => {
  const metrics = createMetrics();
  let isAway = false;
  const asked = async (): Promise<number> => {
    if (isAway) throw new Error('the database is away');
    return 7;
  };
  metrics.gauge('plain', 'Without labels', { collect: async (gauge) => gauge.set(await asked()) });
  metrics.gauge('labelled', 'With labels', {
    labels: ['kind'],
    collect: async (gauge) => gauge.set({ kind: 'a' }, await asked()),
  });
  metrics.counter('kept', 'Another').inc();
  const admin = await startAdmin({ host: '127.0.0.1', port: 0, metrics, ready: () => [] });
  const shown = async (): Promise<string[]> => {
    const text = await (await fetch(`http://127.0.0.1:${admin.port}/metrics`)).text();
    return text.split('\n').filter((line) => /^(plain|labelled|kept)/.test(line));
  };
  assert.equal(await shown(), ['plain 7', 'labelled{kind="a"} 7', 'kept 1']);
  isAway = true;
  assert.equal(await shown(), ['kept 1']);
  isAway = false;
  assert.equal(await shown(), ['plain 7', 'labelled{kind="a"} 7', 'kept 1']);
  await admin.close();
});

test.run();
