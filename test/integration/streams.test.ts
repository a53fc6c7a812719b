/** Streams through every transport: whole, in order, no faster than they are read, and ended from either side. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { FindRefsResponse, GetRequest, ListRequest } from '#proto/contacts/v1/contacts.ts';
import { createBus } from '#kit/bus.ts';
import type { Call, CallMeta } from '#kit/contract/call.ts';
import { createClient, createBusTransport, createLocalTransport } from '#kit/contract/client.ts';
import type { Transport } from '#kit/contract/client.ts';
import type { Definition, Handlers } from '#kit/contract/definition.ts';
import { createGrpcAccess } from '#kit/contract/grpc-access.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { createGrpcServer } from '#kit/contract/grpc-server.ts';
import { toMoleculer } from '#kit/contract/moleculer.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { Fault, fault } from '#kit/errors.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { currentScope } from '#kit/telemetry/scope.ts';
import { until } from '#test/until.ts';

const TOKEN = 'a-service-token-of-some-length';
const log = createLog('error');
const metrics = createMetrics();
const service = `streams${process.pid}`;

const common = { options: {}, requestStream: false, responseStream: false } as const;
const definition = {
  name: 'StreamsService',
  fullName: `posthorn.${service}.v1.StreamsService`,
  methods: {
    /** Counts up to `limit`; `search` says how it goes wrong. */
    count: { ...common, name: 'Count', requestType: ListRequest, responseType: FindRefsResponse, responseStream: true },
    /** How many ids came, and the last. */
    collect: { ...common, name: 'Collect', requestType: GetRequest, requestStream: true, responseType: FindRefsResponse },
  },
} as const;

const seen = { made: 0, ended: 0, call: undefined as Call | undefined, scope: undefined as string | undefined, collected: 0, over: false };

const handlers: Handlers<typeof definition> = {
  async *count({ limit, search }, call) {
    seen.call = call;
    try {
      for (let n = 0; n < limit; n += 1) {
        seen.made = n + 1;
        seen.scope = currentScope()?.requestId;
        yield { contacts: [{ id: String(n), email: 'x'.repeat(search === 'wide' ? 50_000 : 1), subscribed: true }] };
        if (search === 'fault' && n === 2) throw fault('CONTACT_NOT_FOUND', { details: { id: '7' } });
        if (search === 'bug' && n === 2) throw new TypeError('secret internals');
      }
    } finally {
      seen.ended += 1;
    }
  },
  async collect(requests) {
    const got: string[] = [];
    try {
      for await (const { id } of requests) {
        got.push(id);
        seen.collected = got.length;
        if (id === 'refused') throw fault('BAD_REQUEST', { message: 'no' });
        if (id === 'enough') break;
      }
    } finally {
      seen.over = true;
    }
    return { contacts: [{ id: got.at(-1) ?? '', email: String(got.length), subscribed: true }] };
  },
};

const inFlight = createInFlightCalls();
const perform = createPerformer(definition, handlers, { log: createLog('silent'), metrics, clock: () => new Date(0), inFlight });
const server = createBus({
  url: process.env['NATS_URL']!,
  namespace: service,
  nodeId: `${service}-server`,
  requestTimeoutMs: stretched(1_000),
  log,
});
const caller = createBus({
  url: process.env['NATS_URL']!,
  namespace: service,
  nodeId: `${service}-caller`,
  requestTimeoutMs: stretched(1_000),
  log,
});
server.broker.createService(toMoleculer(definition as Definition, perform));
await Promise.all([server.start(), caller.start()]);
while (!caller.offers(service)) await sleep(10);
const grpc = createGrpcServer({ access: createGrpcAccess([TOKEN]), metrics });
grpc.add(definition as Definition, perform);
const address = `127.0.0.1:${await grpc.listen('127.0.0.1', 0)}`;
const outside = createGrpcTransport(definition as Definition, { address, token: TOKEN, deadlineMs: stretched(1_000) });
const stranger = createGrpcTransport(definition as Definition, { address, token: 'not the token at all', deadlineMs: stretched(1_000) });

const meta: CallMeta = { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'test' } };
const transports: Record<string, Transport> = {
  local: createLocalTransport(perform),
  bus: createBusTransport(caller, definition as Definition, outside.transport),
  grpc: outside.transport,
};
const asked = (limit: number, search?: string) => ({ limit, search, sort: '', dir: '' });

async function caught(work: () => Promise<unknown>): Promise<Fault> {
  try {
    await work();
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was thrown');
}

async function all(rows: AsyncIterable<FindRefsResponse>, into: string[] = []): Promise<string[]> {
  for await (const { contacts } of rows) into.push(contacts[0]!.id);
  return into;
}

async function* ids(count: number, ...more: string[]): AsyncIterable<GetRequest> {
  for (let n = 0; n < count; n += 1) yield { id: String(n) };
  for (const id of more) yield { id };
}

const test = suite('streams of a service');

for (const [transport, options] of Object.entries(transports)) {
  const streams = createClient(definition, options);

  test(`${transport}: answers come whole and in order, made in the scope of their call`, async () => {
    const before = seen.ended;
    assert.equal(
      await all(streams.count(asked(500), meta)),
      Array.from({ length: 500 }, (_, n) => String(n)),
    );
    assert.equal([seen.call?.projectId, seen.call?.now, seen.scope, seen.ended], ['p1', new Date(0), 'r1', before + 1]);
    assert.equal(await all(streams.count(asked(0), meta)), []);
  });

  test(`${transport}: a fault on the way arrives whole, after what came before it`, async () => {
    const got: string[] = [];
    const failure = await caught(() => all(streams.count(asked(9, 'fault'), meta), got));
    assert.equal([failure.code, failure.options.details, got], ['CONTACT_NOT_FOUND', { id: '7' }, ['0', '1', '2']]);
    assert.is((await caught(() => all(streams.count(asked(9, 'bug'), meta)))).message, 'An unexpected error occurred');
  });

  test(`${transport}: no project, no stream`, async () => {
    assert.is((await caught(() => all(streams.count(asked(1), { ...meta, projectId: '' })))).status, 403);
    assert.is((await caught(() => streams.collect(ids(1), { ...meta, projectId: '' }))).status, 403);
  });

  test(`${transport}: who reads slowly is not overrun, who stops reading ends the stream`, async () => {
    const before = seen.ended;
    for await (const { contacts } of streams.count(asked(100_000, 'wide'), meta)) {
      if (contacts[0]!.id !== '0') break;
      await sleep(300);
      assert.ok(seen.made < 60, `${seen.made} made while one was read`);
    }
    await until(() => seen.ended > before, { what: 'the end of the stream' });
    await inFlight.done();
  });

  test(`${transport}: requests come whole and in order`, async () => {
    assert.equal((await streams.collect(ids(3_000), meta)).contacts, [{ id: '2999', email: '3000', subscribed: true }]);
    assert.equal((await streams.collect(ids(0), meta)).contacts, [{ id: '', email: '0', subscribed: true }]);
  });

  test(`${transport}: a handler that has enough answers at once`, async () => {
    assert.equal((await streams.collect(ids(5, 'enough', 'more'), meta)).contacts, [{ id: 'enough', email: '6', subscribed: true }]);
    assert.is((await caught(() => streams.collect(ids(5, 'refused', ...Array.from({ length: 1_000 }, String)), meta))).message, 'no');
  });

  test(`${transport}: a source that fails is its caller's fault, and the handler comes to an end`, async () => {
    Object.assign(seen, { collected: 0, over: false });
    async function* broken(): AsyncIterable<GetRequest> {
      yield* ids(3);
      await until(() => seen.collected === 3, { what: 'the first requests' });
      throw fault('BODY_TOO_LARGE');
    }
    assert.is((await caught(() => streams.collect(broken(), meta))).status, 413);
    await until(() => seen.over, { what: 'the end of the handler' });
  });
}

test('grpc: without the service token nothing streams', async () => {
  const streams = createClient(definition, stranger.transport);
  assert.is((await caught(() => all(streams.count(asked(1), meta)))).status, 401);
  assert.is((await caught(() => streams.collect(ids(1), meta))).status, 401);
});

test('a server that stops ends its streams with 503, and waits for no reader', async () => {
  const streams = createClient(definition, outside.transport);
  const stopping = caught(async () => {
    for await (const { contacts } of streams.count(asked(1_000_000), meta)) if (contacts[0]!.id === '0') void grpc.close();
  });
  assert.is((await stopping).status, 503);
});

test.after(async () => {
  outside.close();
  stranger.close();
  const nothing = async (): Promise<void> => undefined;
  await Promise.all([server.stop(nothing), caller.stop(nothing)]);
});

test.run();
