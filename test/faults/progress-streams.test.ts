/** Progress streams do not outlive their key, nor the time they have; a project has a number of places for them, which come free again. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const CHECK_EVERY_MS = stretched(500);
const MAX_AGE_MS = stretched(4_000);
const own = await ownStack({ env: { STREAM_CHECK_EVERY: `${CHECK_EVERY_MS}ms`, STREAM_MAX_AGE: `${MAX_AGE_MS}ms` } });
const { url } = await own.startServices('one');

interface Stream {
  status: number;
  /** Undefined while it lasts. */
  endedAfterMs: number | undefined;
  events: number;
  close(): void;
}

/** A project with a campaign that is scheduled: its progress lasts. */
async function scheduled() {
  const user = await account(url);
  const client = api(url, user.project.secret);
  await client.post('/contacts', { email: `a-${crypto.randomUUID()}@example.com` });
  const made = await client.post('/campaigns', {
    name: 'n',
    subject: 's',
    body: '<p>b</p>',
    from: `a@${user.domain}`,
    audienceType: 'ALL',
  });
  const { id } = made.body.data;
  const sent = await client.post(`/campaigns/${id}/send`, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() });
  assert.is(sent.status, 200, sent.text);
  return { ...user, id: id as string, session: api(url, { cookie: user.cookie }) };
}

async function follow(id: string, credentials: Record<string, string>): Promise<Stream> {
  const closing = new AbortController();
  const response = await fetch(`${url}/campaigns/${id}/progress`, {
    headers: { ...credentials, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  const begun = performance.now();
  const stream: Stream = { status: response.status, endedAfterMs: undefined, events: 0, close: () => closing.abort() };
  void (async () => {
    for await (const piece of response.body!) stream.events += Buffer.from(piece).toString().split('event: progress').length - 1;
  })()
    .catch(() => undefined)
    .finally(() => (stream.endedAfterMs = performance.now() - begun));
  return stream;
}

const test = suite('progress streams');

test('the contract has 30 s and an hour', () => {
  const { checkEveryMs, maxAgeMs } = readConfig({ JWT_SECRET: 'x'.repeat(32) }).http.streams;
  assert.equal([checkEveryMs, maxAgeMs], [30_000, 3_600_000]);
});

test('a stream ends when its key does, and one of a session goes on until its time is over', async () => {
  const { id, project, cookie, session } = await scheduled();
  const [keyed, watched] = await Promise.all([
    follow(id, { authorization: `Bearer ${project.secret}` }),
    follow(id, { cookie, 'x-project-id': project.id }),
  ]);
  assert.equal([keyed.status, watched.status], [200, 200]);
  await until(() => keyed.events >= 1 && watched.events >= 1, { what: 'events on both' });
  assert.is((await session.post(`/users/@me/projects/${project.id}/regenerate-keys`)).status, 200);
  await until(() => keyed.endedAfterMs !== undefined, {
    within: 3_000,
    what: 'the end of the stream with the old key',
  });
  assert.ok(keyed.endedAfterMs! < MAX_AGE_MS, 'before its time was over');
  assert.is(watched.endedAfterMs, undefined);
  await until(() => watched.endedAfterMs !== undefined, { within: 10_000, what: 'the end of the other stream' });
  assert.ok(watched.endedAfterMs! >= MAX_AGE_MS);
});

test('a member who is removed sees no more of it', async () => {
  const { id, project, session } = await scheduled();
  const guest = await account(url);
  assert.is((await session.post(`/projects/${project.id}/members`, { email: guest.email })).status, 200);
  const stream = await follow(id, { cookie: guest.cookie, 'x-project-id': project.id });
  assert.is(stream.status, 200);
  const { body } = await session.get(`/projects/${project.id}/members`);
  const { userId } = body.data.find((one: { email: string }) => one.email === guest.email);
  assert.is((await session.delete(`/projects/${project.id}/members/${userId}`)).status, 200);
  await until(() => stream.endedAfterMs !== undefined, { within: 3_000, what: 'the end of the stream' });
  assert.ok(stream.endedAfterMs! < MAX_AGE_MS);
});

test('a place that was left is free again, whoever left it', async () => {
  const { id, project } = await scheduled();
  const open = () => follow(id, { authorization: `Bearer ${project.secret}` });
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  assert.equal([...new Set(streams.map(({ status }) => status))], [200]);
  assert.is((await open()).status, 429);
  streams[0]!.close();
  await until(
    async () => {
      const one = await open();
      streams.push(one);
      return one.status === 200;
    },
    { every: 500, what: 'a free place' },
  );
  for (const stream of streams) stream.close();
});

test.after(() => own.stop());
test.run();
