/** docs/rotate-keys.md, step by step: while a key is replaced, sessions last, links of mails sent before work, and mail is signed. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { account, api } from '#test/client.ts';
import { verdictsOf } from '#test/signatures.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

const test = suite('rotation of keys');
const fresh = (): string => randomBytes(32).toString('hex');
const SETTINGS = ['JWT_SECRET', 'TRACKING_SECRET', 'ENCRYPTION_KEY'] as const;
type Setting = (typeof SETTINGS)[number];

/** The values of the page's steps, as it writes them. */
const steps = [...readFileSync('docs/rotate-keys.md', 'utf8').matchAll(/^ +KEY=(.+)$/gm)].map(([, values]) => values!);

const sink = await startSink();
const given = Object.fromEntries(SETTINGS.map((name) => [name, fresh()])) as Record<Setting, string>;
const own = await ownStack({
  env: { ...given, MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, UNSUBSCRIBE_REQUIRE_TOKEN: 'true' },
});
let services = await own.startServices('one');
const { project, domain, cookie, email, password } = await account(services.url);
const database = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();

async function rollOut(setting: Setting, values: string): Promise<void> {
  await services.stop();
  own.env[setting] = values;
  services = await own.startServices('one');
}

interface Mail {
  raw: Buffer;
  /** Path and query of its tracked link, of its unsubscribe page. */
  click: string;
  page: string;
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  return pathname + search;
};

async function send(): Promise<Mail> {
  const to = `${crypto.randomUUID()}@example.com`;
  const body = '<a href="https://target.example/offer">offer</a> <a href="{{unsubscribeUrl}}">stop</a>';
  ok(await api(services.url, project.secret).post('/v1/send', { to, from: `hello@${domain}`, subject: 's', body }));
  const { raw } = await until(() => sink.takenFor(to)[0], { what: 'the mail' });
  const text = raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const [, click] = /href="([^"]+\/t\/c\/[^"]+)"/.exec(text)!;
  const [, page] = /href="([^"]+\/unsubscribe\/[^"]+)"/.exec(text)!;
  return { raw: Buffer.from(raw, 'latin1'), click: pathOf(click!), page: pathOf(page!) };
}

async function signatureOf({ raw }: Mail): Promise<Record<string, string>> {
  const domains = ok(await api(services.url, project.secret).get(`/domains/project/${project.id}`)) as {
    domain: string;
    records: { name: string; value: string }[];
  }[];
  const { records } = domains.find((one) => one.domain === domain)!;
  return await verdictsOf(raw, Object.fromEntries(records.map(({ name, value }) => [name, value])));
}

const follow = async ({ click }: Mail) => {
  const answer = await api(services.url).get(click);
  return [answer.status, answer.headers.get('location')];
};
const opens = async ({ page }: Mail): Promise<number> => (await api(services.url).get(page)).status;
const isUser = async (session: string): Promise<boolean> => (await api(services.url, { cookie: session }).get('/users/@me')).status === 200;

async function login(): Promise<string> {
  const answer = await api(services.url).post('/auth/login', { email, password });
  assert.is(ok(answer).success, true);
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Signing keys that `key` has not sealed. */
const foreign = (key: string): Promise<number> =>
  database
    .useDb(`${own.env['MONGODB_PREFIX']}delivery`)
    .collection('domains')
    .countDocuments({ privateKey: { $not: new RegExp(`^${key}-`) } });

async function works(before: Mail, sessions: readonly string[]): Promise<void> {
  const now = await send();
  assert.equal(await signatureOf(now), { 'rsa-sha256': 'pass' }, 'mail is signed with the domain’s key');
  for (const mail of [before, now]) {
    assert.equal(await follow(mail), [302, 'https://target.example/offer']);
    assert.is(await opens(mail), 200);
  }
  for (const session of sessions) assert.ok(await isUser(session), 'a session lasts');
  assert.ok(await isUser(await login()));
}

test('the page has three roll-outs: read, write, drop', () => assert.equal(steps, ['<old>,<new>', '<new>,<old>', '<new>']));

const first = await send();

test('before: everything works', () => works(first, [cookie]));

for (const setting of SETTINGS) {
  test(`${setting}: nothing breaks until the old value goes, and then only what it wrote`, async () => {
    const [old, next] = [own.env[setting]!, fresh()];
    const [mail, session] = [await send(), await login()];
    const valuesOf = (step: string): string => step.replace('<old>', old).replace('<new>', next);
    for (const step of steps.slice(0, 2)) {
      await rollOut(setting, valuesOf(step));
      await works(mail, [session]);
    }
    const [later, newer] = [await send(), await login()];
    if (setting === 'ENCRYPTION_KEY') {
      const { id } = keyRing([createHash('sha256').update(next).digest('base64')])[0]!;
      await until(async () => (await foreign(id)) === 0 || undefined, { what: 'keys sealed anew' });
    }
    await rollOut(setting, valuesOf(steps[2]!));
    await works(later, [newer]);
    assert.equal(await follow(mail), setting === 'TRACKING_SECRET' ? [404, null] : [302, 'https://target.example/offer']);
    assert.is(await opens(mail), setting === 'TRACKING_SECRET' ? 403 : 200);
    assert.is(await isUser(session), setting !== 'JWT_SECRET');
  });
}

test('a key that is taken away too early is said, and no key is lost', async () => {
  const good = own.env['ENCRYPTION_KEY']!;
  await rollOut('ENCRYPTION_KEY', fresh());
  await until(() => readFileSync(services.processes['posthorn']!.logFile, 'utf8').includes('a signing key cannot be opened') || undefined, {
    what: 'the complaint',
  });
  await rollOut('ENCRYPTION_KEY', good);
  await works(await send(), [await login()]);
});

test.after(async () => {
  await services.stop();
  await database.close();
  await sink.stop();
  await own.stop();
});

test.run();
