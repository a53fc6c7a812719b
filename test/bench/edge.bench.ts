/** The edge: what a request costs beside the bare thing it rests on, all in one run on one machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { makeBus } from '#kit/bus.ts';
import { client, viaBus } from '#kit/contract/client.ts';
import { viaGrpc } from '#kit/contract/grpc.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { account } from '#test/client.ts';
import { Figures } from '#test/figures.ts';
import { httpRate, pairOf, rateOf } from '#test/rate.ts';
import type { HttpWork, Rate } from '#test/rate.ts';
import { ownStack } from '#test/stack.ts';

const CONNECTIONS = [1, 32, 256];
const TOKEN = 'a-service-token-for-the-bench';
const BODY_5KB = `<h1>Hello {{name ?? "you"}}</h1>${'<p>Some words that a mail is made of, again and again.</p>'.repeat(80)}`;

const started = performance.now();
// Sending is kept slow: what is measured is acceptance, and a mail on its way would be work of another benchmark.
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '100000000', GRPC_TOKEN: TOKEN, EMAIL_RATE_LIMIT_PER_SECOND: '20', LOG_LEVEL: 'warn', REQUEST_LOGGING: 'false' } });
const figures = new Figures();
const { MONGODB_URI, NATS_URL } = own.stack.urls;
const services = await own.startServices('one');
const driver = await mongoose.createConnection(MONGODB_URI!, { w: 'majority', maxPoolSize: 256 }).asPromise();
const bare = driver.useDb('bench');
const things = bare.collection<{ _id: string }>('things');
const others = bare.collection<{ _id: string }>('others');
const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

try {
  const { project, domain } = await account(services.url);
  const headers = { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json' };
  const made = await fetch(`${services.url}/contacts`, { method: 'POST', headers, body: JSON.stringify({ email: 'one@example.com', data: { name: 'Ada', plan: 'pro' } }) });
  const contact = (await made.json()) as { id: string };
  await things.insertOne({ _id: contact.id, email: 'one@example.com', subscribed: true, data: { name: 'Ada', plan: 'pro' }, projectId: project.id } as never);
  await bare.collection('things').createIndex({ projectId: 1, email: 1 }, { unique: true });

  const upsert = (n: number): Promise<unknown> => {
    const email = `${process.pid}-${Math.random()}-${n}@example.com`;
    return things.updateOne({ projectId: project.id, email } as never, { $setOnInsert: { _id: crypto.randomUUID() }, $set: { 'data.name': 'Ada', 'data.n': n, updatedAt: new Date() } } as never, { upsert: true });
  };
  const insert = (body: string): Promise<unknown> => others.insertOne({ _id: crypto.randomUUID(), projectId: project.id, body, createdAt: new Date() } as never);

  const read = (): Promise<unknown> => things.findOne({ _id: contact.id, projectId: project.id } as never);
  const { port } = server.address() as AddressInfo;
  const figuresOf: { name: string; ours: HttpWork; limit: (inFlight: number) => Promise<Rate>; beside: string; goal?: number }[] = [
    {
      name: 'GET /health',
      ours: { url: `${services.url}/health` },
      limit: (inFlight) => httpRate(inFlight, { url: `http://127.0.0.1:${port}/` }),
      beside: 'bare node:http',
    },
    {
      name: 'GET /contacts/:id',
      ours: { url: `${services.url}/contacts/${contact.id}`, key: project.secret },
      limit: (inFlight) => rateOf(inFlight, read),
      beside: 'driver findOne',
      goal: 0.5,
    },
    {
      name: 'POST /contacts',
      ours: { url: `${services.url}/contacts`, method: 'POST', key: project.secret, body: { email: '[<id>]@example.com', data: { name: 'Ada', n: 1 } } },
      limit: (inFlight) => rateOf(inFlight, upsert),
      beside: 'driver upsert',
      goal: 0.5,
    },
    {
      name: 'POST /v1/track',
      ours: { url: `${services.url}/v1/track`, method: 'POST', key: project.public, body: { email: '[<id>]@example.com', event: 'signup', data: { plan: 'pro' } } },
      limit: (inFlight) => rateOf(inFlight, (n) => upsert(n).then(() => insert('an event'))),
      beside: 'driver upsert, then insert',
      goal: 0.5,
    },
    {
      name: 'POST /v1/send, 5 KB',
      ours: { url: `${services.url}/v1/send`, method: 'POST', key: project.secret, body: { to: '[<id>]@example.com', from: `hello@${domain}`, subject: 'Hello {{name}}', body: BODY_5KB, data: { name: 'Ada' } } },
      limit: (inFlight) => rateOf(inFlight, (n) => upsert(n).then(() => insert(BODY_5KB))),
      beside: 'driver upsert, then insert of 5 KB',
      goal: 0.5,
    },
  ];
  for (const inFlight of CONNECTIONS) {
    for (const { ours, limit, ...figure } of figuresOf) {
      // One connection measures round trips, which a request has more of than a driver's call; goals are about what is carried.
      const goal = inFlight > 1 ? figure.goal : undefined;
      figures.add(inFlight, { ...figure, goal, ...(await pairOf(() => httpRate(inFlight, ours), () => limit(inFlight))) });
    }
  }

  const meta = { projectId: project.id, requestId: 'bench', actor: { kind: 'service', id: 'bench' } } as const;
  const bus = makeBus({ url: NATS_URL!, namespace: own.env['MONGODB_PREFIX']!, nodeId: `bench-${process.pid}`, requestTimeoutMs: 5_000, log: makeLog('error') });
  await bus.start();
  while (!bus.offers('contacts')) await new Promise((resolve) => setTimeout(resolve, 20));
  const grpc = viaGrpc(ContactsServiceDefinition as Definition, services.processes['posthorn']!.grpcAddress, TOKEN);
  const ways = { 'bus call (contacts.get over NATS)': viaBus(bus.broker, ContactsServiceDefinition as Definition, bus.up, grpc.via), 'gRPC call (contacts.get)': grpc.via };
  for (const [name, via] of Object.entries(ways)) {
    const contacts = client(ContactsServiceDefinition, via);
    const pair = await pairOf(() => rateOf(32, () => contacts.get({ id: contact.id }, meta)), () => rateOf(32, read));
    figures.add(32, { name, ...pair, beside: 'driver findOne' });
  }
  grpc.close();
  await bus.stop(async () => undefined);

  const { pid } = services.processes['posthorn']!;
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
  figures.note(`one process with all services, after this load: ${resident.toFixed(0)} MB resident`);
  const stopped = performance.now();
  await services.processes['posthorn']!.stop();
  const restarted = performance.now();
  await services.processes['posthorn']!.start();
  figures.note(`stop ${((restarted - stopped) / 1_000).toFixed(1)} s, start of the services ${((performance.now() - restarted) / 1_000).toFixed(1)} s; the whole run ${((performance.now() - started) / 1_000).toFixed(0)} s`);
} finally {
  server.close();
  await driver.close();
  await own.stop();
}
process.exit(figures.print() > 0 ? 1 : 0);
