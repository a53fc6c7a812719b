/** The three transports of a handler map (same process, bus, gRPC) are one suite: a caller cannot tell them apart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { Event } from '#proto/events/v1/events.ts';
import { createBus } from '#kit/bus.ts';
import type { Call, CallMeta } from '#kit/contract/call.ts';
import { createClient, createBusTransport, createLocalTransport } from '#kit/contract/client.ts';
import type { Transport } from '#kit/contract/client.ts';
import { createRecountHandlers } from '#kit/contract/recounting.ts';
import type { Definition, Handlers } from '#kit/contract/definition.ts';
import { createGrpcAccess } from '#kit/contract/grpc-access.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { createGrpcServer } from '#kit/contract/grpc-server.ts';
import { toMoleculer } from '#kit/contract/moleculer.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { Fault, fault } from '#kit/errors.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';

const TOKEN = 'a-service-token-of-some-length';
/** What a call takes at most, in ms, unless its caller has less. */
const TIMEOUT_MS = stretched(1_000);
/** What a caller of the cases on deadlines leaves. */
const LEFT_MS = 0.3 * TIMEOUT_MS;
const NOW = new Date('2030-01-02T03:04:05.678Z');
const log = createLog('error');
const metrics = createMetrics();
let seen: Call | undefined;
/** How long calls still had when they came, outermost first. */
const lefts: number[] = [];
let onward: Transport;

// A definition under a name of its own, so that it never meets the running services on the bus.
const definition = {
  ...EventsServiceDefinition,
  fullName: `posthorn.transports${process.pid}.v1.EventsService`,
} as unknown as typeof EventsServiceDefinition;
const service = `transports${process.pid}`;

const handlers: Handlers<typeof EventsServiceDefinition> = {
  async record({ name, data, contactId }, call) {
    seen = call;
    if (name === 'fault')
      throw fault('CONTACT_NOT_FOUND', {
        details: { resource: 'Contact', id: '7' },
        errors: [{ field: 'f', message: 'm', code: 'custom' }],
      });
    if (name === 'short') throw new Fault('BAD_REQUEST', { message: 'words', short: true });
    if (name === 'bug') throw new TypeError('secret internals');
    if (name === 'blow up') data = { text: 'x'.repeat(5_000_000) };
    lefts.push((call.deadline ?? Infinity) - Date.now());
    if (name.startsWith('onward ')) return await createClient(definition, onward).record({ name: name.slice('onward '.length) }, call);
    if (name === 'slow') await sleep(3 * TIMEOUT_MS);
    return { id: 'e1', name, data, contactId, projectId: call.projectId, createdAt: call.now.toISOString() } as Event;
  },
  ...createRecountHandlers(async () => []),
  track: async () => ({ contact: '', event: '', timestamp: NOW.toISOString() }),
  list: async () => ({ events: [] }),
  listForContact: async () => ({ events: [] }),
  countByName: async () => ({ totalCount: 0, uniqueContacts: 0, isReserved: false }),
  deleteByName: async () => ({ deletedCount: 0 }),
  countNames: async () => ({ counts: [] }),
  listActivity: async () => ({ data: [], hasMore: false }),
  activityStats: async () => EventsServiceDefinition.methods.activityStats.responseType.decode(new Uint8Array()),
  countRecentActivity: async () => ({ count: 0 }),
  timeseries: async () => ({ points: [] }),
  topEvents: async () => ({ events: [] }),
  getRetention: async () => ({}),
  setRetention: async () => ({}),
};

const perform = createPerformer(definition, handlers, {
  log: createLog('silent'),
  metrics,
  clock: () => NOW,
  inFlight: createInFlightCalls(),
});
const server = createBus({
  url: process.env['NATS_URL']!,
  namespace: service,
  nodeId: `${service}-server`,
  requestTimeoutMs: TIMEOUT_MS,
  log,
});
const caller = createBus({
  url: process.env['NATS_URL']!,
  namespace: service,
  nodeId: `${service}-caller`,
  requestTimeoutMs: TIMEOUT_MS,
  log,
});
server.broker.createService(toMoleculer(definition, perform));
await Promise.all([server.start(), caller.start()]);
while (!caller.offers(service)) await sleep(10);
const grpc = createGrpcServer({ access: createGrpcAccess([TOKEN]), metrics });
grpc.add(definition as Definition, perform);
const address = `127.0.0.1:${await grpc.listen('127.0.0.1', 0)}`;
const outside = createGrpcTransport(definition as Definition, { address, token: TOKEN, deadlineMs: TIMEOUT_MS });
const stranger = createGrpcTransport(definition as Definition, { address, token: 'not the token at all', deadlineMs: TIMEOUT_MS });

const meta: CallMeta = { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'test' } };
const transports: Record<string, Transport> = {
  local: createLocalTransport(perform),
  bus: createBusTransport(caller, definition as Definition, outside.transport),
  grpc: outside.transport,
};

const caught = async (work: Promise<unknown>): Promise<Fault> => {
  try {
    await work;
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was thrown');
};

const test = suite('transports of a service');
const data = { plan: 'pro', nested: { list: [1, 'two', null, true], 'a.b': 1.5 }, none: null };

for (const [transport, options] of Object.entries(transports)) {
  const events = createClient(definition, options);

  test(`${transport}: request, metadata and answer arrive whole`, async () => {
    const event = await events.record({ name: 'Ünïcode ✓', data }, { ...meta, now: new Date(0) } as CallMeta);
    assert.equal(
      [event.name, event.data, event.projectId, event.createdAt, event.contactId ?? null],
      ['Ünïcode ✓', data, 'p1', NOW.toISOString(), null],
    );
    assert.equal([seen?.projectId, seen?.requestId, seen?.now], ['p1', 'r1', NOW]);
  });

  test(`${transport}: larger than a message of the bus arrives whole`, async () => {
    const text = 'é'.repeat(3_000_000);
    assert.is((await events.record({ name: 'large', data: { text } }, meta)).data?.['text'], text);
    assert.is((await events.record({ name: 'blow up' }, meta)).data?.['text'].length, 5_000_000);
  });

  test(`${transport}: a fault arrives whole`, async () => {
    const failure = await caught(events.record({ name: 'fault' }, meta));
    assert.equal(
      [failure.code, failure.status, failure.options.details, failure.options.errors?.length],
      ['CONTACT_NOT_FOUND', 404, { resource: 'Contact', id: '7' }, 1],
    );
    assert.ok((await caught(events.record({ name: 'short' }, meta))).options.short);
  });

  test(`${transport}: a bug shows nothing of the inside`, async () => {
    const failure = await caught(events.record({ name: 'bug' }, meta));
    assert.equal([failure.status, failure.message], [500, 'An unexpected error occurred']);
  });

  test(`${transport}: no project, no call`, async () => {
    assert.is((await caught(events.record({ name: 'x' }, { ...meta, projectId: '' }))).status, 403);
  });

  test(`${transport}: the caller's metadata is left alone`, async () => {
    const mine = { ...meta };
    await events.record({ name: 'x' }, mine);
    assert.equal(mine, meta);
  });

  if (transport === 'local') continue;
  test(`${transport}: slower than the deadline is 504`, async () => {
    assert.is((await caught(events.record({ name: 'slow' }, meta))).status, 504);
  });
}

for (const [transport, options] of Object.entries(transports)) {
  const events = createClient(definition, options);
  const soon = (ms: number): CallMeta => ({ ...meta, deadline: Date.now() + ms });

  for (const [second, further] of Object.entries(transports)) {
    test(`${transport}, then ${second}: what is asked onward has what is left of the caller's deadline`, async () => {
      [lefts.length, onward] = [0, further];
      const started = performance.now();
      const failure = await caught(events.record({ name: 'onward onward slow' }, soon(LEFT_MS)));
      const took = performance.now() - started;
      assert.equal([failure.status, failure.grpc], [504, status.DEADLINE_EXCEEDED]);
      assert.ok(took > LEFT_MS - 0.05 * TIMEOUT_MS && took < 2.5 * TIMEOUT_MS, `${took} ms`);
      assert.is(lefts.length, 3);
      assert.ok(lefts[0]! <= LEFT_MS + 1 && lefts[0]! > 0, `${lefts}`);
      // Each by its own clock's millisecond.
      assert.ok(lefts[1]! <= lefts[0]! + 2 && lefts[2]! <= lefts[1]! + 2, `${lefts}`);
    });
  }

  test(`${transport}: a call whose time is over is refused at once, and nobody is asked`, async () => {
    lefts.length = 0;
    const started = performance.now();
    const failure = await caught(events.record({ name: 'x' }, soon(-1)));
    assert.equal([failure.status, failure.grpc, lefts], [504, status.DEADLINE_EXCEEDED, []]);
    assert.ok(performance.now() - started < stretched(700));
  });

  test(`${transport}: without a deadline of the caller's, a call has the timeout of the transport it takes`, async () => {
    [lefts.length, onward] = [0, options];
    await events.record({ name: 'onward x' }, meta);
    if (transport === 'local') assert.equal(lefts, [Infinity, Infinity]);
    else assert.ok(lefts[0]! <= TIMEOUT_MS + 1 && lefts[1]! <= lefts[0]! + 2, `${lefts}`);
  });
}

test('grpc: a server that meets an expired deadline answers DEADLINE_EXCEEDED, whatever its client thinks', async () => {
  const failure = await caught(perform('record', { name: 'x' }, { meta: { ...meta, deadline: Date.now() - 1 }, transport: 'grpc' }));
  assert.is(failure.grpc, status.DEADLINE_EXCEEDED);
});

test('grpc: who is turned away without a token is counted as refused', async () => {
  const refused = async (): Promise<number> =>
    Number(
      new RegExp(
        `^posthorn_call_seconds_count\\{service="${service}",method="list",transport="grpc",outcome="refused"\\} (\\d+)$`,
        'm',
      ).exec(await metrics.registry.metrics())?.[1] ?? 0,
    );
  const before = await refused();
  await caught(createClient(definition, stranger.transport).list({ limit: 1 }, meta));
  assert.is(await refused(), before + 1);
});

test('grpc: without the service token nothing answers', async () => {
  assert.is((await caught(createClient(definition, stranger.transport).record({ name: 'x' }, meta))).status, 401);
});

test('bus: a service nobody offers is 503 at once', async () => {
  const started = performance.now();
  const nobody = createClient(
    definition,
    createBusTransport(caller, { ...definition, fullName: 'posthorn.nobody.v1.EventsService' } as Definition, outside.transport),
  );
  assert.is((await caught(nobody.record({ name: 'x' }, meta))).status, 503);
  assert.ok(performance.now() - started < stretched(500));
});

test.after(async () => {
  outside.close();
  stranger.close();
  const nothing = async (): Promise<void> => undefined;
  await Promise.all([grpc.close(), server.stop(nothing), caller.stop(nothing)]);
});

test.run();
