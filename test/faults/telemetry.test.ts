/** Traces across processes: each service in its own, all of them sending spans to a collector. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { startCollector } from '#test/collector.ts';
import type { CollectedSpan } from '#test/collector.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('traces');

const collector = await startCollector();
const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    // Callers from here are trusted as a proxy is; those from 127.0.0.2 are strangers.
    TRUST_PROXY: '127.0.0.1',
    REQUEST_LOGGING: 'true',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
  },
});
const services = await own.startServices('each');

/** A trace that a caller begins: its id, his own span, and the header that tells of both. */
interface Caller {
  traceId: string;
  spanId: string;
  headers: { traceparent: string };
}

function caller(): Caller {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

const { project, cookie, domain } = await account(services.url);
const client = api(services.url, project.secret);
const [send, heavy, track, refused] = [caller(), caller(), caller(), caller()];
const [campaign, strange, remove] = [caller(), caller(), caller()];
const mail = { from: `hello@${domain}`, subject: 'Hello', body: '<p>Hello</p>' };

const sent = await client.post('/v1/send', { ...mail, to: 'one@example.com' }, send.headers);
const attachments = [
  { filename: 'big.bin', content: Buffer.alloc(1_500_000, 7).toString('base64'), contentType: 'application/octet-stream' },
];
const sentHeavy = await client.post('/v1/send', { ...mail, to: 'two@example.com', attachments }, heavy.headers);
const tracked = await api(services.url, project.public).post(
  '/v1/track',
  { event: 'signed-up', email: 'three@example.com', subscribed: true },
  track.headers,
);
const unknown = await client.get('/contacts/00000000-0000-4000-8000-000000000000', refused.headers);
const contactId: string = sent.body?.data?.emails[0].contact.id;
await until(
  async () =>
    (await client.get(`/events/contact/${contactId}?limit=100`)).body.events.some(({ name }: { name: string }) => name === 'email.sent'),
  { what: 'the mail on the timeline' },
);
const stranger = await new Promise<number>((resolve, reject) =>
  request(
    `${services.url}/contacts/${contactId}`,
    { localAddress: '127.0.0.2', headers: { ...strange.headers, authorization: `Bearer ${project.secret}` } },
    (response) => response.resume().on('end', () => resolve(response.statusCode!)),
  )
    .on('error', reject)
    .end(),
);
const { body: created } = await client.post('/campaigns', { ...mail, name: 'News', audienceType: 'ALL' });
const started = await client.post(`/campaigns/${created.data.id}/send`, {}, campaign.headers);
await until(() => sink.takenFor('three@example.com').length === 1, { within: 60_000, what: 'the mail of the campaign' });
const removed = await api(services.url, { cookie }).delete(`/users/@me/projects/${project.id}`, undefined, remove.headers);

type Wanted = (span: CollectedSpan) => boolean;

const named =
  (name: string, more: Record<string, unknown> = {}): Wanted =>
  (span) =>
    span.name === name && Object.entries(more).every(([key, value]) => span.attributes[key] === value);
const ofMongo: Wanted = ({ attributes }) => attributes['db.system.name'] === 'mongodb';

/** The span of this trace that is wanted, once it has been exported (every 5 s). */
async function find({ traceId }: Caller, what: string, wanted: Wanted): Promise<CollectedSpan> {
  return await until(() => collector.of(traceId).find(wanted), {
    within: 15_000,
    what: `${what} in ${collector.of(traceId).map(({ name }) => name)}`,
  });
}

/** True when `span` hangs below `above`, at any depth. */
function isBelow(span: CollectedSpan, above: CollectedSpan): boolean {
  const byId = new Map(collector.of(span.traceId).map((one) => [one.spanId, one]));
  for (let at: CollectedSpan | undefined = span; at; at = byId.get(at.parentSpanId ?? '')) if (at.spanId === above.spanId) return true;
  return false;
}

test('the calls were answered', () => {
  assert.equal(
    [sent.status, sentHeavy.status, tracked.status, unknown.status],
    [200, 200, 200, 404],
    `${sent.text} ${sentHeavy.text} ${tracked.text} ${unknown.text}`,
  );
  assert.ok(removed.status < 300, removed.text);
  assert.is(stranger, 200);
  assert.ok(started.status < 300, started.text);
});

test("an HTTP request is one span, of the caller's trace", async () => {
  const route = await find(send, 'the route', named('POST /v1/send'));
  assert.equal([route.parentSpanId, route.service, route.kind], [send.spanId, 'gateway', 2]);
  assert.is(route.attributes['http.response.status_code'], 200);
  assert.is(route.attributes['posthorn.request_id'], sent.headers.get('x-request-id'));
  assert.is(route.attributes['posthorn.project_id'], project.id);
  assert.is(collector.of(send.traceId).filter(({ service }) => service === 'gateway').length, 1);
});

test("a stranger's trace is pointed to, and not continued", async () => {
  const linked = await until(() => collector.spans.find(({ links }) => links.includes(strange.traceId)), {
    within: 15_000,
    what: 'the link',
  });
  assert.is(linked.name, 'GET /contacts/:id');
  assert.is(linked.parentSpanId, undefined);
  assert.not.equal(linked.traceId, strange.traceId);
  assert.equal(collector.of(strange.traceId), []);
});

test("a campaign's pages are of its trace, and what is claimed of them points to its page", async () => {
  const route = await find(campaign, 'the route', named('POST /campaigns/:id/send'));
  const page = await find(campaign, 'the page', named('delivery.sendPage'));
  // The spans between them are sent by other processes, some later.
  await until(() => isBelow(page, route), { within: 15_000, what: 'the spans between the page and the route' });
  const slots = await until(
    () => collector.spans.find(({ name, links }) => name === 'delivery.slots' && links.includes(campaign.traceId)),
    { within: 15_000, what: "the campaign's slots" },
  );
  assert.is(slots.parentSpanId, undefined);
  assert.not.equal(slots.traceId, campaign.traceId);
});

test("the server's connections and the time of a campaign's mails are measured", async () => {
  const exposition = await (await fetch(`${services.processes['delivery']!.adminUrl}/metrics`)).text();
  const server = new URL(sink.url).host;
  assert.match(exposition, new RegExp(`^posthorn_delivery_smtp_connections\\{server="${server}",state="open"\\} [1-9]`, 'm'));
  assert.match(exposition, new RegExp(`^posthorn_delivery_smtp_connections\\{server="${server}",state="busy"\\} 0`, 'm'));
  assert.match(exposition, new RegExp(`^posthorn_delivery_smtp_waiting\\{server="${server}"\\} 0`, 'm'));
  assert.match(exposition, /^posthorn_delivery_page_to_accepted_seconds_count [1-9]/m);
  assert.match(exposition, /^posthorn_delivery_provider_seconds_count\{reply="2xx"\} [1-9]/m);
});

test('authentication and the work itself cross the bus below it, down to Mongo', async () => {
  const route = await find(send, 'the route', named('POST /v1/send'));
  const bus = await find(send, 'delivery', named('delivery.send', { 'rpc.system': 'bus' }));
  assert.equal([bus.parentSpanId, bus.service], [route.spanId, 'delivery']);
  const upsert = await find(send, 'contacts', named('contacts.upsertMany', { 'rpc.system': 'bus' }));
  assert.equal([upsert.parentSpanId, upsert.service], [bus.spanId, 'contacts']);
  const insert = await find(send, 'the ledger', (span) => ofMongo(span) && span.name === 'insert emails');
  assert.ok(isBelow(insert, bus));
  const found = await find(send, 'contacts in Mongo', (span) => ofMongo(span) && span.service === 'contacts');
  assert.ok(isBelow(found, upsert));
});

test("a mail's attempt and the facts it causes stay in the trace", async () => {
  const bus = await find(send, 'delivery', named('delivery.send'));
  const attempt = await find(send, 'the attempt', named('delivery.attempt'));
  assert.is(attempt.parentSpanId, bus.spanId);
  const consumed = await find(send, 'the consumer', named('events-timeline consume'));
  assert.equal([consumed.parentSpanId, consumed.service, consumed.kind], [attempt.spanId, 'events', 5]);
  assert.ok(isBelow(await find(send, 'the timeline', (span) => ofMongo(span) && span.service === 'events'), consumed));
});

test("the trace ends with the MTA's own words, below the attempt that handed the mail over", async () => {
  const [route, bus, attempt] = [
    await find(send, 'the route', named('POST /v1/send')),
    await find(send, 'delivery', named('delivery.send')),
    await find(send, 'the attempt', named('delivery.attempt')),
  ];
  const handed = await find(send, 'SMTP', named('smtp send'));
  assert.equal([handed.parentSpanId, handed.service, handed.kind], [attempt.spanId, 'delivery', 3]);
  assert.match(String(handed.attributes['posthorn.reply']), /^250 2\.0\.0 taken as \d/);
  assert.is(handed.attributes['posthorn.email_id'], sent.body.data.emails[0].email);
  // The whole way: request → bus → ledger → attempt → SMTP.
  assert.equal([bus.parentSpanId, attempt.parentSpanId], [route.spanId, bus.spanId]);
  assert.ok(isBelow(handed, route));
  assert.is(sink.takenFor('one@example.com').length, 1);
});

test('what is too heavy for the bus is a gRPC call of the same trace', async () => {
  const route = await find(heavy, 'the route', named('POST /v1/send'));
  const call = await find(heavy, 'gRPC', named('delivery.send', { 'rpc.system': 'grpc' }));
  assert.equal([call.parentSpanId, call.service], [route.spanId, 'delivery']);
});

test('a tracked event reaches Mongo in its trace', async () => {
  const call = await find(track, 'events', (span) => span.service === 'events' && span.attributes['rpc.system'] === 'bus');
  assert.ok(isBelow(await find(track, 'the timeline', (span) => ofMongo(span) && span.service === 'events'), call));
});

test('a refusal is no error of the span', async () => {
  assert.is((await find(refused, 'the route', named('GET /contacts/:id', { 'http.response.status_code': 404 }))).status, 0);
  assert.is((await find(refused, 'contacts', named('contacts.get'))).status, 0);
});

test("a workflow's start and its activities, in every service, belong to the call that caused it", async () => {
  const route = await find(remove, 'the route', named('DELETE /users/@me/projects/:id'));
  const start = await find(remove, 'the start', named('start purgeProject'));
  assert.ok(isBelow(start, route));
  // Activities are named after their task queue; delivery's long ones have a queue of their own.
  for (const queue of ['contacts', 'events', 'templating', 'delivery-bulk']) {
    const service = queue.replace('-bulk', '');
    const activity = await find(remove, `the activity of ${service}`, named(`${queue}.purgeProject`));
    assert.equal(
      [activity.parentSpanId, activity.service, activity.attributes['temporal.activity_type']],
      [start.spanId, service, 'purgeProject'],
    );
    assert.ok(
      isBelow(
        await find(remove, `Mongo of ${service}`, (span) => ofMongo(span) && span.service === service && isBelow(span, activity)),
        activity,
      ),
    );
  }
});

test('a purge that the clock starts, after a crash or before the request does, belongs to that call too', async () => {
  const starts = () => collector.of(remove.traceId).filter(named('start purgeProject'));
  const before = starts().length;
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  try {
    const projects = mongo.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('projects');
    await projects.updateOne({ _id: project.id }, { $set: { purgeDueAt: new Date(0) } });
  } finally {
    await mongo.close();
  }
  const route = await find(remove, 'the route', named('DELETE /users/@me/projects/:id'));
  // A sweeper looks every 5 s, and spans are exported as often.
  const again = await until(() => starts()[before], { within: 30_000, what: 'the second start' });
  assert.ok(isBelow(again, route));
});

test('every span that a trace names as parent is there', async () => {
  for (const { traceId, spanId } of [send, heavy, track, refused]) {
    const spans = collector.of(traceId);
    const known = new Set([spanId, ...spans.map((span) => span.spanId)]);
    assert.equal(
      spans.filter(({ parentSpanId }) => !known.has(parentSpanId ?? '')).map(({ name }) => name),
      [],
    );
  }
});

test("the request's line in the log names trace, request and project", () => {
  const lines = readFileSync(services.processes['gateway']!.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const line = lines.find(({ trace_id, msg }) => trace_id === send.traceId && msg === 'request');
  assert.ok(line, `no line of trace ${send.traceId}`);
  assert.equal([line.requestId, line.projectId, line.status], [sent.headers.get('x-request-id'), project.id, 200]);
});

test.after(async () => {
  await own.stop();
  await collector.stop();
  await sink.stop();
});

test.run();
