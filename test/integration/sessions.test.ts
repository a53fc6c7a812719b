/** A user's own sessions: where they are used from, and their end in every process (contract 5 "Cookie", "Token"). */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys, TIMESTAMP, UUID } from './answers.ts';
import { anonymous, client, person } from './tenant.ts';
import type { Person } from './tenant.ts';

const test = suite('sessions');
const PATH = '/users/@me/sessions';
const WEEK_MS = 7 * 86_400_000;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { directConnection: false }).asPromise();
const rows = connection.useDb(`${process.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('sessions');

const cookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0]!.split(';')[0]!;

/** Another browser of somebody. */
async function browser({ email, password }: Person, agent = 'curl/8') {
  const answer = await anonymous.post('/auth/login', { email, password }, { 'user-agent': agent });
  assert.is(is(answer, 200).success, true);
  const cookie = cookieOf(answer);
  return { cookie, session: client({ cookie, 'user-agent': agent }) };
}

const list = async ({ session }: Pick<Person, 'session'>): Promise<any[]> => is(await session.get(PATH), 200);

test('each login is listed with where it came from, the one that asks is marked, and none of it is a token', async () => {
  const who = await person();
  const phone = await browser(who, `phone ${'x'.repeat(1_000)}`);
  const found = await list(phone);
  assert.is(found.length, 2);
  for (const one of found) {
    keys(one, 'id', 'current', 'ip', 'agent', 'createdAt', 'lastUsedAt', 'expiresAt');
    assert.match(one.id, UUID);
    for (const time of [one.createdAt, one.lastUsedAt, one.expiresAt]) assert.match(time, TIMESTAMP);
    assert.is(Date.parse(one.expiresAt) - Date.parse(one.createdAt), WEEK_MS);
    assert.match(one.ip, /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  }
  const [current] = found.filter((one) => one.current);
  assert.is(current.agent, `phone ${'x'.repeat(1_000)}`.slice(0, 256));
  assert.equal(
    (await list(who)).map(({ id, current: mine }) => [id === current.id, mine]),
    found.map(({ id }) => [id === current.id, id !== current.id]),
    'to the other one it is the other way round',
  );
  const stored = await rows.find({ _id: current.id }).toArray();
  assert.not(JSON.stringify(stored).includes(phone.cookie.split('.').at(-1)!), 'the token is not kept');
});

test('a session is ended when the answer is there, and nobody ends one of others', async () => {
  const [who, stranger] = [await person(), await person()];
  const phone = await browser(who);
  const { id } = (await list(phone)).find(({ current }) => current);
  envelope(await stranger.session.delete(`${PATH}/${id}`), 404, 'RESOURCE_NOT_FOUND');
  envelope(await who.session.delete(`${PATH}/${randomUUID()}`), 404, 'RESOURCE_NOT_FOUND');
  envelope(await anonymous.delete(`${PATH}/${id}`), 401, 'UNAUTHORIZED');
  is(await phone.session.get('/users/@me'), 200);

  const answer = await who.session.delete(`${PATH}/${id}`);
  is(answer, 204);
  assert.equal(answer.headers.getSetCookie(), []);
  envelope(await phone.session.get('/users/@me'), 401, 'UNAUTHORIZED');
  assert.equal(
    (await list(who)).map(({ current }) => current),
    [true],
  );
  envelope(await who.session.delete(`${PATH}/${id}`), 404, 'RESOURCE_NOT_FOUND');

  const [own] = await list(who);
  const last = await who.session.delete(`${PATH}/${own.id}`);
  is(last, 204);
  assert.match(last.headers.getSetCookie()[0]!, /^next_token=;/);
  envelope(await who.session.get('/users/@me'), 401, 'UNAUTHORIZED');
});

test('logins of one moment are sessions of their own', async () => {
  const who = await person();
  const many = await Promise.all(Array.from({ length: 8 }, () => browser(who)));
  assert.is(new Set(many.map(({ cookie }) => cookie)).size, 8);
  assert.is((await list(who)).length, 9);
});

test('all others end, the one that asks goes on, and so do later ones', async () => {
  const [who, stranger] = [await person(), await person()];
  const others = await Promise.all(['a', 'b', 'c'].map((agent) => browser(who, agent)));
  for (const other of others) is(await other.session.get('/users/@me'), 200);
  assert.equal(is(await who.session.delete(PATH), 200), { ended: 3 });
  for (const other of others) envelope(await other.session.get('/users/@me'), 401, 'UNAUTHORIZED');
  assert.is((await list(who)).length, 1);
  assert.equal(is(await who.session.delete(PATH), 200), { ended: 0 });
  is(await (await browser(who)).session.get('/users/@me'), 200);
  is(await stranger.session.get('/users/@me'), 200);
});

test('a token of a release that noted none is good, is noted when it is used, and ends with all others', async () => {
  const who = await person();
  const [used, unused] = [await browser(who, 'old'), await browser(who, 'old and idle')];
  await rows.deleteMany({ userId: (await who.session.get('/users/@me')).body.id, agent: /^old/ } as never);
  is(await used.session.get('/users/@me'), 200);
  assert.is((await list(who)).length, 2);
  assert.equal(is(await who.session.delete(PATH), 200), { ended: 1 });
  for (const { session } of [used, unused]) envelope(await session.get('/users/@me'), 401, 'UNAUTHORIZED');
  is(await who.session.get('/users/@me'), 200);
});

test('logging out ends the session, not the cookie alone', async () => {
  const who = await person();
  is(await who.session.get('/auth/logout'), 200);
  await until(async () => (await who.session.get('/users/@me')).status === 401, { within: 1_000, what: 'the end of the session' });
  is(await anonymous.get('/auth/logout'), 200);
  is(await client({ cookie: 'next_token=nonsense' }).get('/auth/logout'), 200);
});

test('what it was last used with is written once a minute', async () => {
  const who = await person();
  const [before] = await list(who);
  await rows.updateOne({ _id: before.id }, { $set: { lastUsedAt: new Date(Date.now() - 61_000) } });
  const elsewhere = client({ cookie: who.cookie, 'user-agent': 'elsewhere' });
  const after = await until(
    async () => {
      const [one] = await list({ session: elsewhere });
      return one.agent === 'elsewhere' && one;
    },
    { what: 'the use' },
  );
  assert.ok(after.lastUsedAt >= before.lastUsedAt);
  await list({ session: client({ cookie: who.cookie, 'user-agent': 'soon after' }) });
  assert.is((await list(who))[0].agent, 'elsewhere');
});

test.after(() => connection.close());
test.run();
