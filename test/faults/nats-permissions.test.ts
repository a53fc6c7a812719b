/** What a service's user may do at NATS: all that its service does, and nothing that another's does. The users are production's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AckPolicy, connect, headers } from 'nats';
import type { NatsConnection } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBus } from '#kit/bus.ts';
import { createBusTransport, createClient } from '#kit/contract/client.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { toMoleculer } from '#kit/contract/moleculer.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { ensureStreams } from '#kit/facts/stream.ts';
import { FACTS } from '#kit/facts/subject.ts';
import { nodeIdOf } from '#kit/named-requests.ts';
import { natsOptions } from '#kit/nats.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { locate } from '#local/binaries.mjs';
import { freePort } from '#local/ports.ts';
import { NATS_PASSWORD, nats as server } from '#local/servers/nats.ts';
import { stretched } from '#local/time-scale.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { inboxOf } from '#services/host/connections.ts';
import { until } from '#test/until.ts';

const test = suite('permissions at NATS');
const log = createLog('silent');
const TIMEOUT_MS = stretched(1_000);
const NAMESPACE = 'permissions';
const dir = mkdtempSync(join(tmpdir(), 'posthorn-permissions-'));
const connections: NatsConnection[] = [];
let child: ChildProcess;
let port: number;

const addressOf = (user: string) => ({ url: `nats://127.0.0.1:${port}`, user, password: NATS_PASSWORD, inbox: inboxOf(user) });

async function connectAs(user: string): Promise<NatsConnection> {
  const connection = await connect({ ...natsOptions(addressOf(user)), reconnect: false });
  connections.push(connection);
  return connection;
}

test.before(async () => {
  port = await freePort();
  child = spawn(locate('nats')!.path, server.args(port, dir), { stdio: 'ignore' });
  await until(() =>
    server.ready(port).then(
      () => true,
      () => false,
    ),
  );
});

test.after(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** What the server says about something that a user may not do; undefined when it says nothing. */
async function refusalOf(user: string, act: (connection: NatsConnection) => void): Promise<string | undefined> {
  const connection = await connectAs(user);
  const said: string[] = [];
  void (async () => {
    for await (const { type, data } of connection.status()) if (type === 'error') said.push(String(data));
  })();
  act(connection);
  // Answered after what was refused: the connection is read in order.
  await connection.flush();
  await setImmediate();
  await connection.close();
  return said[0];
}

const publishes = (subject: string) => (connection: NatsConnection) => connection.publish(subject);
const listens = (subject: string) => (connection: NatsConnection) => void connection.subscribe(subject, { callback: () => undefined });

const REFUSED: [what: string, user: string, act: (connection: NatsConnection) => void][] = [
  ['delivery asks accounts for keys', 'delivery', publishes(`MOL-${NAMESPACE}.REQ.accounts.node.accounts.resolveKey`)],
  ['delivery asks a node, with no action in the subject', 'delivery', publishes(`MOL-${NAMESPACE}.REQ.accounts.node`)],
  [
    'delivery asks a node of its own for what is accounts’',
    'delivery',
    publishes(`MOL-${NAMESPACE}.REQ.delivery.node.accounts.resolveKey`),
  ],
  ['the renderer asks contacts', 'templating', publishes(`MOL-${NAMESPACE}.REQ.contacts.node.contacts.list`)],
  ['delivery hears what the gateway is answered', 'delivery', listens(`MOL-${NAMESPACE}.RES.gateway.*`)],
  ['delivery hears what accounts is asked', 'delivery', listens(`MOL-${NAMESPACE}.REQ.accounts.*.>`)],
  ['delivery listens on inboxes of all', 'delivery', listens('_INBOX.>')],
  ['templating answers whoever never asked it', 'templating', publishes(`MOL-${NAMESPACE}.RES.accounts.node`)],
  ['templating publishes facts of delivery', 'templating', publishes('facts.p.delivery.email.sent')],
  ['templating reads facts', 'templating', listens('facts.>')],
  ['templating reads facts by a consumer', 'templating', publishes(`$JS.API.CONSUMER.MSG.NEXT.${FACTS}.events-timeline`)],
  ['contacts empties the stream', 'contacts', publishes(`$JS.API.STREAM.PURGE.${FACTS}`)],
  ['contacts deletes the consumer of another', 'contacts', publishes(`$JS.API.CONSUMER.DELETE.${FACTS}.events-timeline`)],
];
for (const [what, user, act] of REFUSED)
  test(`refused: ${what}`, async () => assert.is(await refusalOf(user, act), 'PERMISSIONS_VIOLATION'));

const ALLOWED: [what: string, user: string, act: (connection: NatsConnection) => void][] = [
  ['delivery asks accounts for a project', 'delivery', publishes(`MOL-${NAMESPACE}.REQ.accounts.node.accounts.getProject`)],
  ['the gateway asks accounts for keys', 'gateway', publishes(`MOL-${NAMESPACE}.REQ.accounts.node.accounts.resolveKey`)],
  ['delivery publishes its facts', 'delivery', publishes('facts.p.delivery.email.sent')],
  ['a process of all services does everything', 'posthorn', listens('>')],
];
for (const [what, user, act] of ALLOWED) test(`allowed: ${what}`, async () => assert.is(await refusalOf(user, act), undefined));

test('a wrong password is nobody’s', async () => {
  const failure = await connect({ ...natsOptions({ ...addressOf('delivery'), password: 'guessed' }), reconnect: false }).catch(String);
  assert.match(String(failure), /authorization/i);
});

/** Accounts with nothing behind it, and a bus of another service's user. */
async function pair(caller: string) {
  const busOf = (name: string) =>
    createBus({ ...addressOf(name), namespace: NAMESPACE, nodeId: nodeIdOf(name, `${name}-1.local`), requestTimeoutMs: TIMEOUT_MS, log });
  const [accounts, asking] = [busOf('accounts'), busOf(caller)];
  const asked: string[] = [];
  const handlers = new Proxy({}, { get: (_, method: string) => async () => (asked.push(method), {}) });
  const surroundings = { log, metrics: createMetrics(), clock: () => new Date(), inFlight: createInFlightCalls() };
  const perform = createPerformer(AccountsServiceDefinition, handlers as Handlers<typeof AccountsServiceDefinition>, surroundings);
  accounts.broker.createService(toMoleculer(AccountsServiceDefinition, perform));
  await Promise.all([accounts.start(), asking.start()]);
  await until(async () => asking.offers('accounts'));
  const client = createClient(
    AccountsServiceDefinition,
    createBusTransport(asking, AccountsServiceDefinition, async () => ({})),
  );
  const nothing = async (): Promise<void> => undefined;
  return { client, asked, stop: () => Promise.all([accounts.stop(nothing), asking.stop(nothing)]) };
}

test('over the bus: delivery is answered what it may ask, and never reaches the rest', async () => {
  const { client, asked, stop } = await pair('delivery');
  const meta = { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'delivery' } } as const;
  await client.getProject({}, meta);
  const failure = await client.resolveKey({ key: 'ph_secret' }, meta).catch((error: { status: number }) => error.status);
  assert.is(failure, 504);
  assert.equal(asked, ['getProject']);
  await stop();
});

test('a payload that names another action than its subject is dropped', async () => {
  const { client, asked, stop } = await pair('delivery');
  const forger = await connectAs('delivery');
  const payload = { ver: '5', sender: 'delivery.delivery-1-local', id: 'x', action: 'accounts.resolveKey', params: { key: 'k' }, meta: {} };
  forger.publish(`MOL-${NAMESPACE}.REQ.accounts.accounts-1-local.accounts.getProject`, JSON.stringify(payload));
  forger.publish(`MOL-${NAMESPACE}.REQ.accounts.accounts-1-local.accounts.getProject`, 'no JSON');
  await forger.flush();
  await client.getProject({}, { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'delivery' } });
  assert.equal(asked, ['getProject']);
  await stop();
});

test('facts: made, published, pulled, acknowledged and set aside with the permissions of those who do it', async () => {
  const [contacts, events] = [await connectAs('contacts'), await connectAs('events')];
  await ensureStreams(contacts);
  await contacts.jetstream().publish('facts.p.contacts.contact.created', '{}', { msgID: '1', headers: headers() });
  const jsm = await events.jetstreamManager({ checkAPI: false });
  for (const filter of [{ filter_subjects: ['facts.*.contacts.>', 'facts.*.delivery.>'] }, { filter_subjects: ['facts.*.contacts.>'] }]) {
    await jsm.consumers
      .add(FACTS, { durable_name: 'events-timeline', ack_policy: AckPolicy.Explicit, ...filter })
      .catch(() => jsm.consumers.update(FACTS, 'events-timeline', filter));
  }
  const consumer = await events.jetstream().consumers.get(FACTS, 'events-timeline');
  const message = await consumer.next({ expires: stretched(2_000) });
  assert.is(message?.subject, 'facts.p.contacts.contact.created');
  assert.ok(await message!.ackAck());
  await events.jetstream().publish('dead.events-timeline.p.contacts.contact.created', '{}');
});

test.run();
