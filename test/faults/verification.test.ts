/** Sender domains and addresses proved by DNS, over HTTP, beside a real name server with faults (contract 2.6, 4.9 "Domains"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { startNameServer } from '#test/name-server.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { freePort } from '#local/ports.ts';
import { serviceProcess } from '#local/services.ts';

const dns = await startNameServer();
const own = await ownStack({ env: { DNS_SERVERS: dns.address, DOMAIN_AUTO_VERIFY: 'false', VERIFY_EMAIL_ON_SIGNUP: 'true' } });
const { url, stop } = await own.startServices('one');
const test = suite('verification');

interface DomainRecord {
  type: string;
  name: string;
  value: string;
  verified: boolean;
  problem: string | null;
}

dns.add('company.org', 'NS', 'ns.test');
dns.add('company.org', 'MX', '10 mx.company.org');

async function signUp(name: string): Promise<{ client: Api; key: Record<string, string> }> {
  const signup = await api(url).post('/auth/signup', { email: `${name}@company.org`, password: 'correct horse' });
  const cookie = signup.headers.getSetCookie()[0]!.split(';')[0]!;
  const { body: project } = await api(url, { cookie }).post('/users/@me/projects', { name });
  return { client: api(url, project.secret), key: project };
}

const { client, key } = await signUp('ada');

async function addDomain(domain: string): Promise<{ id: string; records: DomainRecord[] }> {
  const { status, body } = await client.post('/domains', { domain });
  assert.is(status, 201);
  assert.is(body.verified, false);
  return body;
}

const send = (domain: string) =>
  client.post('/v1/send', { to: 'bob@example.com', from: `ada@${domain}`, subject: 'Hello', body: '<p>Hi</p>' });
/** Answers are kept a second at least: asks until what is waited for is there. */
async function eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  await until(async () => isThere((answer = await ask())), { within: 20_000, every: 250, what: 'what DNS says by now' });
  return answer;
}

const verify = async (id: string) => (await client.get(`/domains/${id}/verify`)).body;

test('a domain is proved by its DKIM record, sends from then on, and loses its verification with the record', async () => {
  const { id, records } = await addDomain('proved.org');
  assert.is((await send('proved.org')).status, 403);
  const pending = await verify(id);
  assert.equal([pending.domain, pending.status, pending.verified], ['proved.org', 'Pending', false]);
  assert.match(pending.records[0].problem, /No TXT record at .*\._domainkey\.proved\.org/);

  const dkim = records[0]!;
  dns.add('proved.org', 'NS', 'ns.test', 0);
  dns.add(dkim.name, 'TXT', [dkim.value.slice(0, 200), dkim.value.slice(200)], 0);
  // The negative answer is kept for the zone's minimum at most; a name of its own was asked for before.
  const proved = await eventually(
    () => verify(id),
    (body) => body.verified,
  );
  assert.equal([proved.status, proved.tokens.length], ['Success', 1]);
  assert.is(proved.records[0].problem, null);
  const [listed] = (await client.get(`/domains/project/${key['id']}`)).body;
  assert.equal([listed.verified, listed.records[0].verified], [true, true]);
  assert.is((await send('proved.org')).status, 200);

  dns.fault(dkim.name, 'servfail');
  const unsure = await eventually(
    () => verify(id),
    (body) => body.status === 'TemporaryFailure',
  );
  assert.is(unsure.verified, true);
  dns.fault(dkim.name, null);

  dns.remove(dkim.name);
  const lost = await eventually(
    () => verify(id),
    (body) => !body.verified,
  );
  assert.is(lost.status, 'Pending');
  const refused = await eventually(
    () => send('proved.org'),
    ({ status }) => status === 403,
  );
  assert.match(refused.body.error.message, /^Domain "proved\.org" is not verified/);
});

test('what is wrong is said: another key, a doubled name', async () => {
  const wrong = await addDomain('wrong.org');
  dns.add(wrong.records[0]!.name, 'TXT', 'v=DKIM1; p=AAAA', 0);
  const other = await verify(wrong.id);
  assert.equal([other.status, other.verified], ['Failed', false]);
  assert.match(other.records[0].problem, /Another key is published here/);

  const doubled = await addDomain('doubled.org');
  const { name, value } = doubled.records[0]!;
  dns.add(`${name}.doubled.org`, 'TXT', value, 0);
  assert.match((await verify(doubled.id)).records[0].problem, /without the domain/);
});

test('a domain of another project, or of none, is not found', async () => {
  const { id } = await addDomain('mine.org');
  const { client: stranger } = await signUp('eve');
  assert.is((await stranger.get(`/domains/${id}/verify`)).status, 404);
  assert.is((await client.get('/domains/nonsense/verify')).status, 404);
});

test('disposable, plus-addressed and undeliverable addresses cannot sign up', async () => {
  dns.add('mailinator.com', 'NS', 'ns.test');
  dns.add('mailinator.com', 'MX', '10 mx.test');
  for (const email of ['x@mailinator.com', 'a+b@company.org', 'x@missing.org']) {
    const { status, body } = await api(url).post('/auth/signup', { email, password: 'correct horse' });
    assert.equal([status, body], [200, { success: false, data: 'This email address cannot be used for signup' }]);
  }
});

test('where signups are disabled nobody signs up; where clients are counted, one that guessed at many addresses waits', async () => {
  const port = await freePort();
  const env = { ...own.env, PORT: String(port), DISABLE_SIGNUPS: 'true', LOGIN_RATE_LIMIT_PER_IP: '3' };
  const other = await serviceProcess('gateway,accounts', env, { env: own.env, mode: 'one', dir: own.dir });
  await other.start();
  const closed = api(`http://127.0.0.1:${port}`);
  const post = (path: string, email: string, to = closed) => to.post(path, { email, password: 'correct horse' });
  assert.equal((await post('/auth/signup', 'late@company.org')).body, { success: false, data: 'New user signups are currently disabled' });
  assert.is((await closed.get('/config')).body.features.signup.signupsDisabled, true);
  const guess = async (n: number): Promise<boolean> => (await post('/auth/login', `guess-${n}@company.org`)).body.success;
  assert.equal([await guess(1), await guess(2), (await post('/auth/login', 'ada@company.org')).body.success], [false, false, true]);
  assert.is(await guess(3), false, 'a login of one’s own buys no guesses at others');
  const refused = await post('/auth/login', 'guess-4@company.org');
  assert.equal([refused.status, refused.body.error.code], [429, 'RATE_LIMIT_EXCEEDED']);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.is((await post('/auth/login', 'ada@company.org', api(url))).body.success, true, 'where they are not counted');
  await other.stop();
});

test('addresses are judged, one and many, in order', async () => {
  dns.add('good.org', 'NS', 'ns.test');
  dns.add('good.org', 'MX', '10 mx.good.org');
  const one = await client.post('/v1/verify', { email: 'Ada@good.org' });
  assert.is(one.status, 200);
  assert.equal([one.body.success, one.body.data.valid, one.body.data.hasMxRecords], [true, true, true]);
  const many = await client.post('/v1/verify/batch', { emails: ['b@missing.org', 'a@good.org'] });
  assert.equal(
    many.body.data.map(({ valid }: { valid: boolean }) => valid),
    [false, true],
  );
  for (const body of [{}, { email: 'nonsense' }, { email: 7 }]) assert.is((await client.post('/v1/verify', body)).status, 422);
  assert.is((await client.post('/v1/verify/batch', { emails: Array(501).fill('a@good.org') })).status, 422);
  assert.is((await api(url, key['public']!).post('/v1/verify', { email: 'a@good.org' })).status, 401);
});

const REFUSED = [
  { row: 3, email: 'b@gone.org', reason: 'undeliverable' },
  { row: 4, email: 'nobody', reason: 'invalid_email' },
  { row: 5, email: 'c@null.org', reason: 'undeliverable' },
];

/** Imports five addresses; the form's fields stand before or behind the file. */
async function importFive(importer: Api, before: [string, string][], behind: [string, string][]): Promise<any> {
  const form = new FormData();
  for (const [name, value] of before) form.append(name, value);
  form.append('file', new Blob(['email\na@taken.org\nb@gone.org\nnobody\nc@null.org\nd@unsure.org\n'], { type: 'text/csv' }), 'five.csv');
  for (const [name, value] of behind) form.append(name, value);
  const { status, body } = await importer.post('/contacts/import', form);
  assert.is(status, 202);
  const ended = await eventually(
    () => importer.get(`/contacts/import/${body.jobId}`),
    (answer) => answer.body.status !== 'queued',
  );
  return ended.body;
}

test('an import that asks for it skips what cannot take mail', async () => {
  dns.add('taken.org', 'NS', 'ns.test');
  dns.add('taken.org', 'MX', '10 mx.taken.org');
  dns.add('null.org', 'NS', 'ns.test');
  dns.add('null.org', 'MX', '0 .');
  dns.fault('unsure.org', 'servfail');

  const { client: grace } = await signUp('grace');
  const first = await importFive(grace, [], [['verify', 'true']]);
  assert.equal([first.status, first.totalRows, first.imported, first.updated, first.skipped], ['completed', 5, 2, 0, 3]);
  assert.equal(first.errors, REFUSED);
  const { body: contacts } = await grace.get('/contacts');
  assert.equal(contacts.data.map(({ email }: { email: string }) => email).toSorted(), ['a@taken.org', 'd@unsure.org']);
  const again = await importFive(grace, [['verify', 'true']], []);
  assert.equal([again.imported, again.updated, again.skipped, again.errors], [0, 2, 3, REFUSED]);

  const { client: alan } = await signUp('alan');
  const other = await importFive(alan, [], [['verify', 'yes']]);
  assert.equal([other.imported, other.updated, other.skipped], [4, 0, 1]);
  const { updated, skipped, errors } = await importFive(alan, [], []);
  assert.equal([updated, skipped, errors], [4, 1, [REFUSED[1]]]);
});

test.after(async () => {
  await stop();
  await own.stop();
  await dns.stop();
});

test.run();
