/** The three faces of a handler map (same process, bus, gRPC) are one suite: a caller cannot tell them apart. */
import { status } from '@grpc/grpc-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import type { Event } from '#proto/events/v1/events.ts';
import { makeBus } from '#kit/bus.ts';
import type { Call, CallMeta } from '#kit/contract/call.ts';
import { client, viaBus, viaLocal } from '#kit/contract/client.ts';
import type { Via } from '#kit/contract/client.ts';
import type { Definition, Handlers } from '#kit/contract/definition.ts';
import { GrpcServer, viaGrpc } from '#kit/contract/grpc.ts';
import { toMoleculer } from '#kit/contract/moleculer.ts';
import { InHand, performer } from '#kit/contract/perform.ts';
import { Fault, fault } from '#kit/errors.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { makeMetrics } from '#kit/telemetry/metrics.ts';

const TOKEN = 'a-service-token-of-some-length';
const NOW = new Date('2030-01-02T03:04:05.678Z');
const log = makeLog('error');
const metrics = makeMetrics();
let seen: Call | undefined;
/** How long calls still had when they came, outermost first. */
const lefts: number[] = [];
let onward: Via;

// A definition under a name of its own, so that it never meets the running services on the bus.
const definition = { ...EventsServiceDefinition, fullName: `posthorn.faces${process.pid}.v1.EventsService` } as unknown as typeof EventsServiceDefinition;
const service = `faces${process.pid}`;

const handlers: Handlers<typeof EventsServiceDefinition> = {
  async record({ name, data, contactId }, call) {
    seen = call;
    if (name === 'fault') throw fault('CONTACT_NOT_FOUND', { details: { resource: 'Contact', id: '7' }, errors: [{ field: 'f', message: 'm', code: 'custom' }] });
    if (name === 'short') throw new Fault('BAD_REQUEST', { message: 'words', short: true });
    if (name === 'bug') throw new TypeError('secret internals');
    if (name === 'blow up') data = { text: 'x'.repeat(5_000_000) };
    lefts.push((call.deadline ?? Infinity) - Date.now());
    if (name.startsWith('onward ')) return await client(definition, onward).record({ name: name.slice('onward '.length) }, call);
    if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, 3_000));
    return { id: 'e1', name, data, contactId, projectId: call.projectId, createdAt: call.now.toISOString() } as Event;
  },
  track: async () => ({ contact: '', event: '', timestamp: NOW.toISOString() }),
  list: async () => ({ events: [] }),
  listForContact: async () => ({ events: [] }),
  countByName: async () => ({ totalCount: 0, uniqueContacts: 0, isReserved: false }),
  deleteByName: async () => ({ deletedCount: 0 }),
};

const perform = performer(definition, handlers, { log: makeLog('silent'), metrics, clock: () => NOW, inHand: new InHand() });
const server = makeBus({ url: process.env['NATS_URL']!, namespace: service, nodeId: `${service}-server`, requestTimeoutMs: 1_000, log });
const caller = makeBus({ url: process.env['NATS_URL']!, namespace: service, nodeId: `${service}-caller`, requestTimeoutMs: 1_000, log });
server.broker.createService(toMoleculer(definition, perform));
await Promise.all([server.start(), caller.start()]);
while (!caller.offers(service)) await new Promise((resolve) => setTimeout(resolve, 10));
const grpc = new GrpcServer(TOKEN, metrics);
grpc.add(definition as Definition, perform);
const address = `127.0.0.1:${await grpc.listen('127.0.0.1', 0)}`;
const outside = viaGrpc(definition as Definition, address, TOKEN, 1_000);
const stranger = viaGrpc(definition as Definition, address, 'not the token at all', 1_000);

const meta: CallMeta = { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'test' } };
const faces: Record<string, Via> = { local: viaLocal(perform), bus: viaBus(caller.broker, definition as Definition, caller.up, outside.via), grpc: outside.via };

const caught = async (work: Promise<unknown>): Promise<Fault> => {
  try {
    await work;
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was thrown');
};

const test = suite('faces of a service');
const data = { plan: 'pro', nested: { list: [1, 'two', null, true], 'a.b': 1.5 }, none: null };

for (const [face, via] of Object.entries(faces)) {
  const events = client(definition, via);

  test(`${face}: request, metadata and answer arrive whole`, async () => {
    const event = await events.record({ name: 'Ünïcode ✓', data }, { ...meta, now: new Date(0) } as CallMeta);
    assert.equal([event.name, event.data, event.projectId, event.createdAt, event.contactId ?? null], ['Ünïcode ✓', data, 'p1', NOW.toISOString(), null]);
    assert.equal([seen?.projectId, seen?.requestId, seen?.now], ['p1', 'r1', NOW]);
  });

  test(`${face}: heavier than a message of the bus arrives whole`, async () => {
    const text = 'é'.repeat(3_000_000);
    assert.is((await events.record({ name: 'heavy', data: { text } }, meta)).data?.['text'], text);
    assert.is((await events.record({ name: 'blow up' }, meta)).data?.['text'].length, 5_000_000);
  });

  test(`${face}: a fault arrives whole`, async () => {
    const told = await caught(events.record({ name: 'fault' }, meta));
    assert.equal([told.code, told.status, told.options.details, told.options.errors?.length], ['CONTACT_NOT_FOUND', 404, { resource: 'Contact', id: '7' }, 1]);
    assert.ok((await caught(events.record({ name: 'short' }, meta))).options.short);
  });

  test(`${face}: a bug tells nothing of the inside`, async () => {
    const told = await caught(events.record({ name: 'bug' }, meta));
    assert.equal([told.status, told.message], [500, 'An unexpected error occurred']);
  });

  test(`${face}: no project, no call`, async () => {
    assert.is((await caught(events.record({ name: 'x' }, { ...meta, projectId: '' }))).status, 403);
  });

  test(`${face}: the caller's metadata is left alone`, async () => {
    const mine = { ...meta };
    await events.record({ name: 'x' }, mine);
    assert.equal(mine, meta);
  });

  if (face === 'local') continue;
  test(`${face}: slower than the deadline is 504`, async () => {
    assert.is((await caught(events.record({ name: 'slow' }, meta))).status, 504);
  });
}

for (const [face, via] of Object.entries(faces)) {
  const events = client(definition, via);
  const soon = (ms: number): CallMeta => ({ ...meta, deadline: Date.now() + ms });

  for (const [second, further] of Object.entries(faces)) {
    test(`${face}, then ${second}: what is asked onward has what is left of the caller's deadline`, async () => {
      [lefts.length, onward] = [0, further];
      const started = performance.now();
      const told = await caught(events.record({ name: 'onward onward slow' }, soon(800)));
      const took = performance.now() - started;
      assert.equal([told.status, told.grpc], [504, status.DEADLINE_EXCEEDED]);
      assert.ok(took > 750 && took < 2_500, `${took} ms`);
      assert.is(lefts.length, 3);
      assert.ok(lefts[0]! <= 801 && lefts[0]! > 0, `${lefts}`);
      // Each by its own clock's millisecond.
      assert.ok(lefts[1]! <= lefts[0]! + 2 && lefts[2]! <= lefts[1]! + 2, `${lefts}`);
    });
  }

  test(`${face}: a call whose time is over is refused at once, and nobody is asked`, async () => {
    lefts.length = 0;
    const started = performance.now();
    const told = await caught(events.record({ name: 'x' }, soon(-1)));
    assert.equal([told.status, told.grpc, lefts], [504, status.DEADLINE_EXCEEDED, []]);
    assert.ok(performance.now() - started < 700);
  });

  test(`${face}: without a deadline of the caller's, a call has the patience of the way it takes`, async () => {
    [lefts.length, onward] = [0, via];
    await events.record({ name: 'onward x' }, meta);
    if (face === 'local') assert.equal(lefts, [Infinity, Infinity]);
    else assert.ok(lefts[0]! <= 1_001 && lefts[1]! <= lefts[0]! + 2, `${lefts}`);
  });
}

test('grpc: a server that meets an expired deadline answers DEADLINE_EXCEEDED, whatever its client thinks', async () => {
  const told = await caught(perform('record', { name: 'x' }, { ...meta, deadline: Date.now() - 1 }, 'grpc'));
  assert.is(told.grpc, status.DEADLINE_EXCEEDED);
});

test('grpc: who is turned away without a token is counted as refused', async () => {
  const refused = async (): Promise<number> => 
    Number(new RegExp(`^posthorn_call_seconds_count\\{service="${service}",method="list",face="grpc",outcome="refused"\\} (\\d+)$`, 'm').exec(await metrics.registry.metrics())?.[1] ?? 0);
  const before = await refused();
  await caught(client(definition, stranger.via).list({ limit: 1 }, meta));
  assert.is(await refused(), before + 1);
});

test('grpc: without the service token nothing answers', async () => {
  assert.is((await caught(client(definition, stranger.via).record({ name: 'x' }, meta))).status, 401);
});

test('bus: a service nobody offers is 503 at once', async () => {
  const started = performance.now();
  const nobody = client(definition, viaBus(caller.broker, { ...definition, fullName: 'posthorn.nobody.v1.EventsService' } as Definition, caller.up, outside.via));
  assert.is((await caught(nobody.record({ name: 'x' }, meta))).status, 503);
  assert.ok(performance.now() - started < 500);
});

test.after(async () => {
  outside.close();
  stranger.close();
  const nothing = async (): Promise<void> => undefined;
  await Promise.all([grpc.close(), server.stop(nothing), caller.stop(nothing)]);
});

test.run();
