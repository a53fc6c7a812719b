/** Limits of the edge, each case one that harmed a process or a neighbour once. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';
import { envelope, is, refused } from './answers.ts';
import { address, anonymous, base, client, person, tenant, withKey } from './tenant.ts';

const test = suite('limits of the edge');
const { api, project, owner } = await tenant();
const alive = async (): Promise<void> => assert.is((await fetch(`${base}/health`)).status, 200);

test('without a key a body has 64 KB', async () => {
  const large = JSON.stringify({ email: address(), password: 'x'.repeat(70_000) });
  envelope(await anonymous.post('/auth/login', large), 413, 'INVALID_REQUEST_BODY', 'Request body is larger than 64 KB');
  envelope(await anonymous.post('/auth/signup', `{"a":[${'[],'.repeat(1_000_000)}[]]}`), 413, 'INVALID_REQUEST_BODY');
  await alive();
});

test('with a key, 45 MB of empty arrays are refused before they are parsed', async () => {
  envelope(await api.post('/contacts', `{"a":[${'[],'.repeat(15_000_000)}[]]}`), 413, 'INVALID_REQUEST_BODY');
  await alive();
});

test('1,000 recipients a call; a million zeros are one fault', async () => {
  const zeros = await api.post('/v1/send', `{"to":[${'0,'.repeat(500_000)}0],"subject":"s","body":"b"}`);
  refused(zeros, 'to', 'too_big');
  const many = Array.from({ length: 1_001 }, (_, n) => `a${n}@example.com`);
  refused(await api.post('/v1/send', { to: many, subject: 's', body: 'b' }), 'to', 'too_big');
  await alive();
});

test('an answer shows 100 faults and counts the others', async () => {
  const headers = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`X-${n}`, 'a\nb']));
  const error = envelope(await api.post('/v1/send', { to: 'a@example.com', subject: 's', body: 'b', headers }), 422, 'VALIDATION_ERROR');
  assert.is(error.errors.length, 100);
  assert.equal(error.details, { more: 50 });
});

test('a NUL in a search finds nothing', async () => {
  for (const path of ['/campaigns', '/templates', '/contacts', '/emails']) {
    const { data } = is(await api.get(`${path}?search=%00`), 200);
    assert.equal(data, [], path);
  }
});

test('unknown methods and routes are named; one trailing slash is ignored', async () => {
  const named = (answer: Answer, text: string) => envelope(answer, 404, 'RESOURCE_NOT_FOUND', `Unknown route ${text}`);
  named(await api.send('PROPFIND', '/contacts?x=1'), 'PROPFIND /contacts');
  named(await api.get('/nowhere'), 'GET /nowhere');
  named(await api.get('/config//'), 'GET /config//');
  is(await api.get('/contacts/'), 200);
  is(await anonymous.get('/health/'), 200);
});

test('addresses of internationalised domains are stored in lower case as sent', async () => {
  const local = address().split('@')[0]!;
  assert.is(is(await api.post('/contacts', { email: `${local}@Bücher.Example` }), 201).email, `${local}@bücher.example`);
});

test('a project takes languages that we know', async () => {
  const at = `/users/@me/projects/${project.id}`;
  assert.is(is(await owner.session.patch(at, { language: 'ar' }), 200).language, 'ar');
  refused(await owner.session.patch(at, { language: 'xx' }), 'language', 'invalid_enum_value');
  is(await owner.session.patch(at, { language: 'en' }), 200);
});

test('a template of brackets 2,500 deep is sent as text', async () => {
  const deep = `{{ a${'['.repeat(2_500)}${']'.repeat(2_500)} }}`;
  envelope(await api.post('/templates', { name: 'n', subject: 's', body: deep, from: 'a@example.org' }), 400, 'BAD_REQUEST');
});

test('old keys are dead when the answer with the new ones arrives', async () => {
  const own = await tenant(owner);
  let stop = false;
  const users = Array.from({ length: 4 }, async () => {
    while (!stop) await own.api.get('/contacts?limit=1');
  });
  is(await own.api.get('/contacts'), 200);
  const fresh = is(await owner.session.post(`/users/@me/projects/${own.project.id}/regenerate-keys`), 200);
  const answers = await Promise.all(Array.from({ length: 8 }, () => own.api.get('/contacts')));
  stop = true;
  await Promise.all(users);
  for (const answer of answers) envelope(answer, 401, 'INVALID_API_KEY');
  is(await withKey(fresh.secret).get('/contacts'), 200);
});

test('a removed member is out when the answer arrives', async () => {
  const own = await tenant(owner);
  const guest = await person();
  is(await owner.session.post(`/projects/${own.project.id}/members`, { email: guest.email }), 200);
  const speaks = client({ cookie: guest.cookie, 'x-project-id': own.project.id });
  is(await speaks.get('/contacts'), 200);
  is(await owner.session.delete(`/projects/${own.project.id}/members/${guest.id}`), 200);
  envelope(await speaks.get('/contacts'), 403, 'PROJECT_ACCESS_DENIED');
});

test('20 progress streams a project', async () => {
  const own = await tenant(owner);
  const domain = `${address().split('@')[0]}.example.org`;
  is(await own.api.post('/domains', { domain }), 201);
  is(await own.api.post('/contacts', { email: address() }), 201);
  const campaign = { name: 'n', subject: 's', body: '<p>b</p>', from: `a@${domain}`, audienceType: 'ALL' };
  const { id } = is(await own.api.post('/campaigns', campaign), 201).data;
  is(await own.api.post(`/campaigns/${id}/send`, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }), 200);
  const closing = new AbortController();
  const open = () =>
    fetch(`${base}/campaigns/${id}/progress`, {
      headers: { authorization: `Bearer ${own.project.secret}`, accept: 'text/event-stream' },
      signal: closing.signal,
    });
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  assert.equal([...new Set(streams.map(({ status }) => status))], [200]);
  const refusal = await open();
  assert.is(refusal.status, 429);
  assert.ok(Number(refusal.headers.get('retry-after')) >= 1);
  closing.abort();
});

test.run();
