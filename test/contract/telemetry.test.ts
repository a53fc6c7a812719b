/** Boards, alerts and metrics agree: nothing is drawn or watched that no code exports, and nothing is exported that nobody looks at. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { traitsOf } from '../../deploy/kubernetes/traits.ts';
import { BOARDS } from '../../deploy/grafana/boards.ts';
import { ALERTS, PRODUCTION } from '../../deploy/prometheus/alerts.ts';
import { telemetryFiles } from '../../deploy/telemetry.ts';

const test = suite('boards and alerts');
const { metrics, services } = await anatomy();

interface Exported {
  name: string;
  type: string;
}

const exported = (await metrics.registry.getMetricsAsJSON()) as unknown as Exported[];
/** Names as Prometheus stores them. */
const series = new Set(
  exported.flatMap(({ name, type }) =>
    type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`, name] : [name],
  ),
);

/** Exported and in no board or alert, each with why it stays. */
const UNUSED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'process_cpu_user_seconds_total',
    'process_cpu_system_seconds_total',
    'process_start_time_seconds',
    'process_virtual_memory_bytes',
    'process_heap_bytes',
    'process_max_fds',
    'nodejs_eventloop_lag_seconds',
    'nodejs_eventloop_lag_min_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'nodejs_eventloop_lag_mean_seconds',
    'nodejs_eventloop_lag_stddev_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_eventloop_lag_p90_seconds',
    'nodejs_active_resources',
    'nodejs_active_resources_total',
    'nodejs_active_handles',
    'nodejs_active_handles_total',
    'nodejs_active_requests',
    'nodejs_active_requests_total',
    'nodejs_heap_size_total_bytes',
    'nodejs_external_memory_bytes',
    'nodejs_heap_space_size_total_bytes',
    'nodejs_heap_space_size_used_bytes',
    'nodejs_heap_space_size_available_bytes',
    'nodejs_version_info',
  ].map((name) => [`posthorn_${name}`, 'Node itself; for a person who looks closer']),
);

const queries = [
  ...BOARDS.flatMap(({ rows }) => rows.flatMap(({ panels }) => panels.flatMap(({ lines }) => Object.values(lines)))),
  ...ALERTS.map(({ expr }) => expr(PRODUCTION)),
];
const used = new Set(queries.flatMap((query) => query.match(/\bposthorn_\w+/g) ?? []));
const base = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

test('every metric of a board or an alert exists', () => {
  assert.ok(used.size > 15);
  assert.equal(
    [...used].filter((name) => !series.has(name)),
    [],
  );
});

test('every metric is in a board or an alert, or is listed as unused', () => {
  const looked = new Set([...used].flatMap((name) => [name, base(name)]));
  assert.equal(
    exported.map(({ name }) => name).filter((name) => !looked.has(name) && !(name in UNUSED)),
    [],
    'a panel in deploy/grafana/boards.ts (then npm run generate), or a line of UNUSED here',
  );
});

test('what is listed as unused is exported and not used', () => {
  // Which of Node's own there are follows from the system and its version.
  assert.equal(
    Object.keys(UNUSED).filter((name) => used.has(name) || used.has(`${name}_sum`)),
    [],
  );
});

test('labels in queries are labels of the metric', () => {
  const labels = new Map(
    exported.map(({ name }) => [name, new Set((metrics.registry.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames)]),
  );
  const added = new Set(['namespace', 'release', 'process', 'instance', 'job', 'le']);
  const wrong = queries.flatMap((query) =>
    [...query.matchAll(/\b(posthorn_\w+)\{([^}]*)\}/g)].flatMap(([, name, inside]) =>
      [...inside!.matchAll(/(\w+)(?:=~?|!=|!~)"/g)]
        .map(([, label]) => label!)
        .filter((label) => !added.has(label) && !labels.get(base(name!))?.has(label) && !labels.get(name!)?.has(label))
        .map((label) => `${name}{${label}}`),
    ),
  );
  assert.equal(wrong, []);
});

test('what KEDA asks Prometheus for exists', () => {
  const asked = [...services.values()].flatMap((service) => traitsOf(service).backlog?.query.match(/\bposthorn_\w+/g) ?? []);
  assert.equal(
    asked.filter((name) => !series.has(name)),
    [],
  );
});

test('every alert has its runbook, and every runbook its alert', () => {
  const pages = readdirSync('deploy/runbooks')
    .filter((file) => file !== 'README.md')
    .sort();
  assert.equal(pages, [...new Set(ALERTS.map(({ name }) => `${name}.md`))].sort());
  for (const page of pages) {
    const text = readFileSync(`deploy/runbooks/${page}`, 'utf8');
    for (const part of ['## What it means', '## What people notice', '## Look', '## Do'])
      assert.ok(text.includes(part), `${page} has no "${part}"`);
  }
});

test("the files are the code's (npm run generate writes them)", () => {
  const stale = [...telemetryFiles()]
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => path);
  assert.equal(stale, []);
  assert.equal(readdirSync('deploy/grafana/boards').sort(), BOARDS.map(({ uid }) => `${uid}.json`).sort());
});

test.run();
