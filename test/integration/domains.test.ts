/** Sender domains (contract 4.9 "Domains", 2.8 "Domain"). The stack runs with DOMAIN_AUTO_VERIFY=true. */
import { createPublicKey, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, refused, short, TIMESTAMP, UUID } from './answers.ts';
import { address, person, sender, tenant } from './tenant.ts';

const test = suite('domains');
const fresh = () => `${randomUUID()}.example.org`;

test('POST answers the domain and the records to add', async () => {
  const { api, project } = await tenant();
  const domain = fresh();
  const answer = await api.post('/domains', { domain: `  ${domain.toUpperCase()}. ` });
  const made = is(answer, 201);
  keys(made, 'id', 'domain', 'verified', 'dkimTokens', 'projectId', 'createdAt', 'updatedAt', 'records');
  assert.match(made.id, UUID);
  assert.match(made.createdAt, TIMESTAMP);
  assert.equal([made.domain, made.verified, made.projectId, made.dkimTokens.length], [domain, true, project.id, 1]);
  assert.not.match(answer.text, /PRIVATE/);

  const [selector] = made.dkimTokens;
  const find = (type: string, name: string) => made.records.find((one: any) => one.type === type && one.name === name);
  for (const one of made.records) {
    keys(one, 'type', 'name', 'value', 'verified', 'problem', ...(one.type === 'MX' ? ['priority'] : []));
    assert.type(one.verified, 'boolean');
  }
  const [, key] = /^v=DKIM1; k=rsa; p=([A-Za-z0-9+/=]+)$/.exec(find('TXT', `${selector}._domainkey.${domain}`).value)!;
  assert.is(createPublicKey({ key: Buffer.from(key!, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails!.modulusLength, 2048);
  assert.is(find('MX', `posthorn.${domain}`).priority, 10);
  assert.match(find('TXT', `posthorn.${domain}`).value, /^v=spf1 include:\S+ ~all$/);
  assert.is(find('TXT', `_dmarc.${domain}`).value, 'v=DMARC1; p=none;');
});

test('every domain has a key and a selector of its own', async () => {
  const { api } = await tenant();
  const [one, two] = [is(await api.post('/domains', { domain: fresh() }), 201), is(await api.post('/domains', { domain: fresh() }), 201)];
  assert.is.not(one.dkimTokens[0], two.dkimTokens[0]);
  const value = (made: any) => made.records.find((record: any) => record.name.includes('_domainkey')).value;
  assert.is.not(value(one), value(two));
});

for (const domain of [
  '',
  'x',
  'no dots',
  '-a.example.org',
  'a..example.org',
  'a@example.org',
  'http://example.org',
  `${'a'.repeat(64)}.example.org`,
  `${'a.'.repeat(130)}org`,
  'exa\u0000mple.org',
  '127.0.0.1',
]) {
  test(`${JSON.stringify(domain).slice(0, 30)} is no domain`, async () => {
    const error = envelope(await (await tenant()).api.post('/domains', { domain }), 422, 'VALIDATION_ERROR');
    assert.ok(error.errors.some((one: any) => one.field === 'domain'));
  });
}

test('a domain has to be a text', async () => {
  const { api } = await tenant();
  refused(await api.post('/domains', {}), 'domain', 'invalid_type');
  refused(await api.post('/domains', { domain: { $gt: '' } }), 'domain', 'invalid_type');
});

test('a domain is taken once', async () => {
  const owner = await person();
  const [here, mine, foreign] = [await tenant(owner), await tenant(owner), await tenant(await person())];
  const named = { 'x-project-id': mine.project.id };
  const domain = fresh();
  is(await here.api.post('/domains', { domain }), 201);
  short(await here.api.post('/domains', { domain: domain.toUpperCase() }), 400);
  envelope(await owner.session.post('/domains', { domain, projectId: mine.project.id }, named), 400, 'BAD_REQUEST');
  envelope(await mine.api.post('/domains', { domain }), 400, 'BAD_REQUEST');
  envelope(await foreign.api.post('/domains', { domain }), 403, 'FORBIDDEN');
  const race = fresh();
  const answers = await Promise.all([here, mine, foreign, here].map((one) => one.api.post('/domains', { domain: race })));
  assert.is(answers.filter((one) => one.status === 201).length, 1, answers.map((one) => one.status).join());
});

test('with a key the project is the key’s, whatever the body says', async () => {
  const [here, other] = [await tenant(), await tenant()];
  const made = is(await here.api.post('/domains', { domain: fresh(), projectId: other.project.id }), 201);
  assert.is(made.projectId, here.project.id);
});

test('the list is newest first and of the key’s project alone', async () => {
  const [here, other] = [await tenant(), await tenant()];
  const names = [fresh(), fresh()];
  for (const domain of names) is(await here.api.post('/domains', { domain }), 201);
  const list = is(await here.api.get(`/domains/project/${here.project.id}`), 200);
  assert.equal(
    list.map((one: any) => one.domain),
    [...names].reverse(),
  );
  assert.equal(is(await here.api.get('/domains/project/@me'), 200), list, 'the key says which project');
  const { owner, project } = here;
  assert.equal(is(await owner.session.get('/domains/project/@me', { 'x-project-id': project.id }), 200), list, 'or the session');
  assert.equal(is(await other.api.get(`/domains/project/${other.project.id}`), 200), []);
  for (const id of [other.project.id, randomUUID(), 'x']) envelope(await here.api.get(`/domains/project/${id}`), 404, 'RESOURCE_NOT_FOUND');
});

test('DELETE, and nothing is sent from it any more', async () => {
  const { api, from, domain, project } = await sender();
  const [{ id }] = is(await api.get(`/domains/project/${project.id}`), 200);
  const mail = { to: address(), from, subject: 's', body: 'b' };
  is(await api.post('/v1/send', mail), 200);
  assert.equal(is(await api.delete(`/domains/${id}`), 200), { success: true });
  envelope(await api.post('/v1/send', mail), 403, 'INTERNAL_SERVER_ERROR', `Domain "${domain}" is not verified`);
  for (const unknown of [id, randomUUID(), 'x']) envelope(await api.delete(`/domains/${unknown}`), 404, 'RESOURCE_NOT_FOUND');
  is(await (await tenant()).api.post('/domains', { domain }), 201);
});

test('a domain that a template sends from stays', async () => {
  const { api, from, project } = await sender();
  const [{ id }] = is(await api.get(`/domains/project/${project.id}`), 200);
  const template = is(await api.post('/templates', { name: 'n', subject: 's', body: 'b', from }), 201);
  envelope(await api.delete(`/domains/${id}`), 409, 'CONFLICT');
  is(await api.delete(`/templates/${template.id}`), 204);
  is(await api.delete(`/domains/${id}`), 200);
});

test('a domain that a campaign sends from stays until the campaign is over', async () => {
  const { api, from, project } = await sender();
  const [{ id }] = is(await api.get(`/domains/project/${project.id}`), 200);
  is(await api.post('/contacts', { email: address() }), 201);
  const campaign = is(await api.post('/campaigns', { name: 'n', subject: 's', body: 'b', from, audienceType: 'ALL' }), 201).data;
  envelope(await api.delete(`/domains/${id}`), 409, 'CONFLICT', 'Domain is in use by a campaign');
  is(await api.post(`/campaigns/${campaign.id}/send`, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }), 200);
  envelope(await api.delete(`/domains/${id}`), 409, 'CONFLICT');
  is(await api.post(`/campaigns/${campaign.id}/cancel`), 200);
  is(await api.delete(`/campaigns/${campaign.id}`), 200);
  is(await api.delete(`/domains/${id}`), 200);
});

test.run();
