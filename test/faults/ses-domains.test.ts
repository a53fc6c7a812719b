/** Sender domains that Amazon signs for: proved by the identity's status there, not by our own look at DNS (contract 4.9 "ses"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAmazon } from '#test/amazon.ts';
import type { Refusal } from '#test/amazon.ts';
import { api } from '#test/client.ts';
import { startNameServer } from '#test/name-server.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

const DOMAIN = 'signed-there.org';
const [amazon, dns] = await Promise.all([startAmazon(), startNameServer()]);
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'ses',
    AWS_SES_REGION: 'eu-west-1',
    AWS_SES_ACCESS_KEY_ID: 'key',
    AWS_SES_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: amazon.url,
    SES_CONFIGURATION_SET: 'followed',
    SES_CONFIGURATION_SET_NO_TRACKING: 'unfollowed',
    DNS_SERVERS: dns.address,
    DOMAIN_AUTO_VERIFY: 'false',
  },
});
const services = await own.startServices('one');
const signup = await api(services.url).post('/auth/signup', { email: 'ada@company.org', password: 'correct horse' });
const cookie = signup.headers.getSetCookie()[0]!.split(';')[0]!;
const { body: project } = await api(services.url, { cookie }).post('/users/@me/projects', { name: 'Ada' });
const client = api(services.url, project.secret);
const { body: domain } = await client.post('/domains', { domain: DOMAIN });
const test = suite('sender domains at Amazon');

const send = (to: string) => client.post('/v1/send', { to, from: `ada@${DOMAIN}`, subject: 'Hello', body: '<p>Hi</p>' });

/** What is answered about the domain, once Amazon says this of it. */
async function verified(status: string | Refusal): Promise<{ status: string; verified: boolean; tokens: string[] }> {
  amazon.identity(DOMAIN, status);
  return ok(await client.get(`/domains/${domain.id}/verify`));
}

test('a new domain is made known to Amazon; its records are the three keys there, and it is not proved yet', async () => {
  assert.is(domain.verified, false);
  assert.ok(amazon.calls.includes('POST /v2/email/identities'));
  const keys = domain.records.filter(({ name }: { name: string }) => name.endsWith(`._domainkey.${DOMAIN}`));
  assert.equal(
    keys.map(({ type }: { type: string }) => type),
    ['CNAME', 'CNAME', 'CNAME'],
  );
  const answer = await verified('PENDING');
  assert.equal([answer.status, answer.verified, answer.tokens.length], ['Pending', false, 3]);
  assert.is((await send('bob@example.com')).status, 403);
});

test('a key that is in DNS does not prove it while Amazon waits', async () => {
  for (const { type, name, value } of domain.records) if (type === 'CNAME') dns.add(name, 'CNAME', value, 0);
  const answer = await verified('PENDING');
  assert.equal([answer.status, answer.verified], ['Pending', false]);
});

test('SUCCESS proves it, and mail leaves by Amazon', async () => {
  const answer = await verified('SUCCESS');
  assert.equal([answer.status, answer.verified], ['Success', true]);
  ok(await send('proved@example.com'));
  await until(async () => amazon.taken.some(({ to }) => to === 'proved@example.com'), { what: 'the mail at Amazon' });
});

for (const [what, status, said] of [
  ['TEMPORARY_FAILURE', 'TEMPORARY_FAILURE', 'TemporaryFailure'],
  ['a throttled call', { status: 429, name: 'TooManyRequestsException' }, 'TemporaryFailure'],
  ['a call without an answer', 'cut', 'TemporaryFailure'],
  ['an identity that is gone', { status: 404, name: 'NotFoundException' }, 'NotStarted'],
] as const) {
  test(`${what} leaves a domain verified`, async () => {
    const answer = await verified(status);
    assert.equal([answer.status, answer.verified], [said, true]);
    ok(await send('still@example.com'));
  });
}

test('FAILED ends the verification: 403 names the domain', async () => {
  const answer = await verified('FAILED');
  assert.equal([answer.status, answer.verified], ['Failed', false]);
  let refused = await send('late@example.com');
  await until(async () => (refused = await send('late@example.com')).status === 403, { what: 'the refusal' });
  assert.match(refused.body.error.message, new RegExp(DOMAIN));
});

test.after(async () => {
  await services.stop();
  await own.stop();
  await Promise.all([amazon.stop(), dns.stop()]);
});
test.run();
