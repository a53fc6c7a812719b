/** `DKIM_ED25519` switched on and off over a domain that was there before: its key, its record, the second signature (RFC 8463). */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { verdictsOf } from '#test/signatures.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

interface TxtRecord {
  type: string;
  name: string;
  value: string;
  verified: boolean;
}

const test = suite('second signature');
const sink = await startSink();
const own = await ownStack({ env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url } });
let services = await own.startServices('one');
const { project, domain } = await account(services.url);

async function restart(setting: string): Promise<void> {
  await services.stop();
  own.env['DKIM_ED25519'] = setting;
  services = await own.startServices('one');
}

/** The domain's DKIM records, as the API shows them. */
async function records(): Promise<TxtRecord[]> {
  const shown = ok(await api(services.url, project.secret).get(`/domains/project/${project.id}`)).find(
    (one: { domain: string }) => one.domain === domain,
  );
  assert.is(shown.dkimTokens.length, 1);
  return shown.records.filter(({ name }: TxtRecord) => name.endsWith(`._domainkey.${domain}`));
}

/** Sends a mail; answers what a receiver finds of its signatures, by the records that are shown now. */
async function verdicts(): Promise<Record<string, string>> {
  const to = `${crypto.randomUUID()}@example.com`;
  ok(await api(services.url, project.secret).post('/v1/send', { to, from: `hello@${domain}`, subject: 'Grüße', body: '<p>Zoë</p>' }));
  const taken = await until(() => sink.takenFor(to)[0], { what: 'the mail' });
  return verdictsOf(Buffer.from(taken.raw, 'latin1'), Object.fromEntries((await records()).map(({ name, value }) => [name, value])));
}

test('without it: one key, one record, one signature', async () => {
  assert.equal(
    (await records()).map(({ value }) => value.slice(0, 16)),
    ['v=DKIM1; k=rsa; '],
  );
  assert.equal(await verdicts(), { 'rsa-sha256': 'pass' });
});

test('switched on: the domain gets a key of its own, once, and mail two signatures that hold', async () => {
  await restart('true');
  const looks = await Promise.all(Array.from({ length: 20 }, records));
  for (const look of looks) assert.equal(look, looks[0]);
  const [first, second] = looks[0]!;
  assert.match(first!.value, /^v=DKIM1; k=rsa; p=/);
  const [, key] = /^v=DKIM1; k=ed25519; p=(\S+)$/.exec(second!.value)!;
  assert.is(Buffer.from(key!, 'base64').length, 32);
  assert.equal([second!.type, second!.verified, second!.name === first!.name], ['TXT', false, false]);
  assert.equal(await verdicts(), { 'rsa-sha256': 'pass', 'ed25519-sha256': 'pass' });
});

test('a domain added now shows both records at once', async () => {
  const made = ok(await api(services.url, project.secret).post('/domains', { domain: 'second.example' }));
  assert.equal(made.records.map(({ type, name }: TxtRecord) => `${type} ${name.replace(/^ph\w+/, 'ph')}`).slice(0, 2), [
    'TXT ph._domainkey.second.example',
    'TXT ph._domainkey.second.example',
  ]);
  assert.equal(made.dkimTokens, [made.records[0].name.split('.')[0]]);
});

test('the key is sealed where it lies, and fits no other place', async () => {
  const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
  const row = await connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection('domains').findOne({ domain });
  await connection.close();
  const { privateKey, selector, publicKey } = row!['ed25519'];
  assert.not.match(Buffer.from(privateKey, 'base64').toString('latin1'), /PRIVATE KEY/);
  assert.equal((await records())[1]!.value, `v=DKIM1; k=ed25519; p=${publicKey}`);
  assert.ok((await records())[1]!.name.startsWith(`${selector}.`));
});

test('switched off: as before; on again: the same key', async () => {
  const [, before] = await records();
  await restart('false');
  assert.is((await records()).length, 1);
  assert.equal(await verdicts(), { 'rsa-sha256': 'pass' });
  await restart('true');
  assert.equal((await records())[1], before);
});

test.after(async () => {
  await own.stop();
  await sink.stop();
});
test.run();
