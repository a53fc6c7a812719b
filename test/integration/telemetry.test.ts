/** What every process tells of itself: life, readiness, and metrics whose labels come from closed sets. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownCall } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('telemetry');

interface Process {
  name: string;
  adminUrl: string;
  grpcAddress: string;
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const processes = JSON.parse(process.env['POSTHORN_PROCESSES']!) as Process[];

/** Ours, and those that prom-client's own metrics have. */
const LABELS = new Set([
  'service',
  'method',
  'transport',
  'outcome',
  'route',
  'status',
  'consumer',
  'model',
  'activity',
  'path',
  'reason',
  'server',
  'queue',
  'class',
  'state',
  'result',
  'le',
  'quantile',
  'kind',
  'space',
  'cache',
  'type',
  'version',
  'reply',
  // Of the ten that most mail waits of; no other metric has it (below).
  'project',
  'major',
  'minor',
  'patch',
]);
/** An address, or an id. */
const SOMEBODY = /@[\w-]+\.|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{24}/i;
/** Values that one label may have in one process; a label of many values is no closed set. */
const MOST_VALUES = 200;

function parse(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return {
        name: name!,
        labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text_]) => [key!, text_!])),
        value: Number(value),
      };
    });
}

async function ask({ adminUrl }: Process, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(adminUrl + path);
  return { status: response.status, text: await response.text() };
}

const samples = async (): Promise<Sample[]> =>
  (await Promise.all(processes.map(async (one) => parse((await ask(one, '/metrics')).text)))).flat();

/** What a sample with these labels counts, in all processes. */
async function count(name: string, labels: Record<string, string>): Promise<number> {
  const found = (await samples()).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

const { api, from, project } = await sender();

test('every process is alive and ready', async () => {
  assert.ok(processes.length > 0);
  for (const one of processes) {
    assert.equal(await ask(one, '/livez'), { status: 200, text: 'ok' }, one.name);
    assert.equal(await ask(one, '/readyz'), { status: 200, text: 'ok' }, one.name);
  }
});

test('requests are counted by route and class of status, calls by method and way', async () => {
  const requests = 'posthorn_gateway_request_seconds_count';
  const route = { method: 'GET', route: '/contacts/:id' };
  const refused = { service: 'contacts', method: 'get', outcome: 'refused' };
  const before = {
    found: await count(requests, { ...route, status: '2xx' }),
    missing: await count(requests, { ...route, status: '4xx' }),
    calls: await count('posthorn_call_seconds_count', refused),
    unknown: await count(requests, { method: 'other', route: 'unknown', status: '4xx' }),
  };
  const { id } = is(await api.post('/contacts', { email: address() }), 201);
  is(await api.get(`/contacts/${id}`), 200);
  is(await api.get(`/contacts/${crypto.randomUUID()}`), 404);
  is(await anonymous.get(`/no/such/${crypto.randomUUID()}`), 404);
  is(await anonymous.get(`/contacts/${id}`), 401);
  const { transport, close } = createGrpcTransport(ContactsServiceDefinition, {
    address: processes.find(({ name }) => name === 'contacts' || name === 'posthorn')!.grpcAddress,
    token: 'not the token at all',
  });
  await createClient(ContactsServiceDefinition, transport)
    .get({ id }, ownCall('test', project.id))
    .then(
      () => assert.unreachable(),
      ({ status }) => assert.is(status, 401),
    );
  close();
  // Counted after the answer has left.
  await until(async () => (await count(requests, { ...route, status: '4xx' })) === before.missing + 2);
  assert.is(await count(requests, { ...route, status: '2xx' }), before.found + 1);
  assert.is(await count('posthorn_call_seconds_count', refused), before.calls + 2, 'one that is not there, one without the token');
  assert.ok((await count(requests, { method: 'other', route: 'unknown', status: '4xx' })) > before.unknown);
  const transports = new Set(
    (await samples())
      .filter(({ name, labels }) => name === 'posthorn_call_seconds_count' && labels['service'] === 'contacts')
      .map(({ labels }) => labels['transport']),
  );
  assert.ok(transports.has(process.env['POSTHORN_TOPOLOGY'] === 'each' ? 'bus' : 'local'), [...transports].join());
});

test('mails, facts and the event loop are measured', async () => {
  const attempts = await count('posthorn_delivery_attempts_total', { outcome: 'accepted' });
  const moves: Record<string, number> = {};
  for (const state of ['pending', 'sending', 'delivered'])
    moves[state] = await count('posthorn_delivery_transitions_total', { class: 'transactional', state });
  // More than there are workers: some rows are born claimed, others wait to be claimed.
  const to = Array.from({ length: 300 }, () => address());
  is(await api.post('/v1/send', { to, from, subject: 'Hello', body: '<p>Hello</p>' }), 200);
  await until(async () => (await count('posthorn_delivery_claims_total', { result: 'won' })) > 0);
  await until(async () => (await count('posthorn_delivery_attempts_total', { outcome: 'accepted' })) > attempts);
  await until(async () => (await count('posthorn_delivery_provider_seconds_count', { reply: '2xx' })) >= 300);
  for (const state of ['pending', 'sending', 'delivered'])
    await until(async () => (await count('posthorn_delivery_transitions_total', { class: 'transactional', state })) > moves[state]!, {
      what: `a mail counted as ${state}`,
    });
  await until(async () => (await count('posthorn_facts_consumed_total', { consumer: 'events-timeline' })) > 0);
  const names = new Set((await samples()).map(({ name }) => name));
  for (const name of [
    'posthorn_nodejs_eventloop_lag_p99_seconds',
    'posthorn_process_resident_memory_bytes',
    'posthorn_facts_waiting',
    'posthorn_facts_relayed_total',
    'posthorn_delivery_in_flight',
    'posthorn_delivery_queue_depth',
    'posthorn_delivery_queue_age_seconds',
    'posthorn_delivery_lease_overdue_seconds',
    'posthorn_delivery_page_slots',
    'posthorn_delivery_rate_limit',
    'posthorn_delivery_rate_waiting',
    'posthorn_delivery_page_lease_overdue_seconds',
  ])
    assert.ok(names.has(name), name);
});

test('the rate, MongoDB and the time of providers are measured', async () => {
  assert.ok((await count('posthorn_delivery_rate_limit', {})) > 0);
  assert.ok((await count('posthorn_delivery_rate_granted_total', {})) > 0);
  assert.ok((await count('posthorn_delivery_provider_seconds_sum', { reply: '2xx' })) > 0);
  const [open, used] = [
    await count('posthorn_mongodb_connections', { state: 'open' }),
    await count('posthorn_mongodb_connections', { state: 'used' }),
  ];
  // The pool's limit is of each member of the replica set.
  const members = process.env['MONGODB_URI']!.split(',').length;
  assert.ok(open >= processes.length && open <= 32 * members * processes.length && used <= open, `${used} of ${open} connections`);
  const before = await count('posthorn_mongodb_command_seconds_count', {});
  is(await api.post('/contacts', { email: address() }), 201);
  await until(async () => (await count('posthorn_mongodb_command_seconds_count', {})) > before);
  assert.ok((await count('posthorn_mongodb_waiting', {})) >= 0);
  assert.ok((await samples()).some(({ name }) => name === 'posthorn_mongodb_transaction_retries_total'));
});

test('servers and Temporal are watched: connections stand, queues have a length, workflows a state', async () => {
  for (const server of ['nats', 'mongodb', 'redis', 'temporal'])
    await until(async () => (await count('posthorn_connection_up', { server })) === processes.length, {
      what: `every process at ${server}`,
    });
  const queues = async (name: string): Promise<string[]> =>
    (await samples()).filter((sample) => sample.name === name).map(({ labels }) => labels['queue']!);
  for (const name of ['posthorn_temporal_backlog_tasks', 'posthorn_temporal_backlog_age_seconds']) {
    await until(async () => (await queues(name)).includes('delivery') && (await queues(name)).includes('workflows'), { what: name });
  }
});

test('names have our prefix; labels are few, and never say who or where', async () => {
  const all = await samples();
  assert.equal(
    all.filter(({ name }) => !name.startsWith('posthorn_')).map(({ name }) => name),
    [],
  );
  const values = new Map<string, Set<string>>();
  for (const { name, labels } of all) {
    for (const [label, value] of Object.entries(labels)) {
      assert.ok(LABELS.has(label), `${name}{${label}} is not in the list of labels`);
      if (name === 'posthorn_delivery_project_backlog') continue;
      assert.is.not(label, 'project', name);
      assert.not(SOMEBODY.test(value) || value.includes(project.id), `${name}{${label}="${value}"}`);
      const key = `${name}{${label}}`;
      values.set(key, (values.get(key) ?? new Set()).add(value));
    }
  }
  for (const one of processes) {
    const listed = parse((await ask(one, '/metrics')).text).filter(({ name }) => name === 'posthorn_delivery_project_backlog');
    assert.ok(listed.length <= 10, `${listed.length} projects`);
  }
  assert.equal(
    [...values].filter(([, { size }]) => size > MOST_VALUES).map(([key, { size }]) => `${key} has ${size} values`),
    [],
  );
});

test.run();
