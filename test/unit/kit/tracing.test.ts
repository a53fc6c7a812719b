/** The standard variables of OpenTelemetry, each tried in a process of its own that sends its spans to a collector. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError, readConfig } from '#kit/config/config.ts';
import { startCollector } from '#test/collector.ts';
import { BARE_ENVIRONMENT } from '#test/posthorn.ts';

const test = suite('tracing');
const run = promisify(execFile);

/** Makes ten spans, each a trace of its own, and says whether the SDK was loaded. */
const WORK = `
import { readConfig } from '#kit/config/config.ts';
import { span, startTracing } from '#kit/telemetry/trace.ts';
const { tracing } = readConfig(process.env, []);
const flush = await startTracing({ ...tracing, services: ['contacts'], processId: 'contacts-1' });
for (let n = 0; n < 10; n += 1) await span('work', async () => n, { kind: 'SERVER', attributes: {}, parent: {} });
await flush();
console.log(process.memoryUsage().rss);
`;

async function work(env: Record<string, string>) {
  const collector = await startCollector();
  try {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', WORK], {
      env: { ...BARE_ENVIRONMENT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...env },
    });
    return { spans: collector.spans, rss: Number(stdout.trim().split('\n').at(-1)) };
  } finally {
    await collector.stop();
  }
}

test('spans name the service and the process, and what OTEL_RESOURCE_ATTRIBUTES adds', async () => {
  const { spans } = await work({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial,service.version=7' });
  assert.is(spans.length, 10);
  const { resource } = spans[0]!;
  assert.equal(
    ['service.namespace', 'service.name', 'service.instance.id', 'deployment.environment.name', 'service.version'].map((k) => resource[k]),
    ['posthorn', 'contacts', 'contacts-1', 'trial', '7'],
  );
});

test('OTEL_SERVICE_NAME beats the service and OTEL_RESOURCE_ATTRIBUTES, which beats the service', async () => {
  const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=second' };
  assert.is((await work(attributes)).spans[0]!.service, 'second');
  assert.is((await work({ ...attributes, OTEL_SERVICE_NAME: 'first' })).spans[0]!.service, 'first');
});

test('OTEL_TRACES_SAMPLER and its argument decide what is recorded', async () => {
  assert.is((await work({ OTEL_TRACES_SAMPLER: 'always_off' })).spans.length, 0);
  assert.is((await work({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })).spans.length, 0);
  assert.is((await work({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' })).spans.length, 10);
});

test('OTEL_TRACES_EXPORTER=none and OTEL_SDK_DISABLED make none, and the SDK is not loaded', async () => {
  const { rss: loaded } = await work({});
  for (const [name, value] of Object.entries({
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_SDK_DISABLED: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
  })) {
    const { spans, rss } = await work({ [name]: value });
    assert.is(spans.length, 0);
    assert.ok(rss < loaded - 10e6, `${rss} bytes without, ${loaded} with`);
  }
});

test('what cannot be is refused at boot', () => {
  for (const [name, env] of Object.entries({
    OTEL_TRACES_SAMPLER: { OTEL_TRACES_SAMPLER: 'some' },
    OTEL_TRACES_SAMPLER_ARG: { OTEL_TRACES_SAMPLER: 'traceidratio' },
    OTEL_EXPORTER_OTLP_PROTOCOL: { OTEL_EXPORTER_OTLP_PROTOCOL: 'json' },
    OTEL_PROPAGATORS: { OTEL_PROPAGATORS: 'b3' },
  }))
    try {
      readConfig({ JWT_SECRET: 'x'.repeat(32), ...env });
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, ConfigError);
      assert.equal(
        (error as ConfigError).faults.map((fault) => fault.name),
        [name],
      );
    }
});

test.run();
