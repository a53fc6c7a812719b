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
const { project, domain, email, password } = await account(services.url);
const database = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();

async function rollOut(values: Partial<Record<Setting, string>>): Promise<void> {
  await services.stop();
  Object.assign(own.env, values);
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

/** What was made after one roll-out, with the values that were written then. */
interface Made {
  mail: Mail;
  session: string;
}

/** By roll-out, the state before the first one included. */
const made: Made[] = [];

/** Sends and logs in. */
async function make(): Promise<void> {
  const mail = await send();
  assert.equal(await signatureOf(mail), { 'rsa-sha256': 'pass' }, 'mail is signed with the domain’s key');
  made.push({ mail, session: await login() });
}

/** Each setting goes through the page's three steps, a roll-out behind the one before it: what goes with its old value is seen alone. */
const stepOf = (setting: Setting, rollOuts: number): number => rollOuts - SETTINGS.indexOf(setting);
/** What was written after so many roll-outs is no good any more: it was the old value that wrote it, and that value is dropped. */
const isGone = (setting: Setting, after: number, now: number): boolean => stepOf(setting, after) < 2 && stepOf(setting, now) >= 3;

test('the page has three roll-outs: read, write, drop', () => assert.equal(steps, ['<old>,<new>', '<new>,<old>', '<new>']));

const next = Object.fromEntries(SETTINGS.map((name) => [name, fresh()])) as Record<Setting, string>;
const LAST = SETTINGS.length + steps.length - 1;

function valuesOf(rollOuts: number): Partial<Record<Setting, string>> {
  const changing = SETTINGS.map((name) => [name, steps[stepOf(name, rollOuts) - 1]] as const).filter(([, step]) => step !== undefined);
  return Object.fromEntries(changing.map(([name, step]) => [name, step!.replace('<old>', given[name]).replace('<new>', next[name])]));
}

for (let now = 0; now <= LAST; now += 1) {
  const values = valuesOf(now);
  const changed = now === 0 ? 'before' : Object.keys(values).join(', ');
  test(`${changed}: nothing breaks until an old value goes, and then only what it wrote`, async () => {
    if (stepOf('ENCRYPTION_KEY', now) === 3) {
      const { id } = keyRing([createHash('sha256').update(next.ENCRYPTION_KEY).digest('base64')])[0]!;
      await until(async () => (await foreign(id)) === 0 || undefined, { what: 'keys sealed anew' });
    }
    if (now > 0) await rollOut(values);
    await make();
    for (const [then, { mail, session }] of made.entries()) {
      const isLost = isGone('TRACKING_SECRET', then, now);
      const what = `made after ${then} roll-outs, asked after ${now}`;
      assert.equal(await follow(mail), isLost ? [404, null] : [302, 'https://target.example/offer'], what);
      assert.is(await opens(mail), isLost ? 403 : 200, what);
      assert.is(await isUser(session), !isGone('JWT_SECRET', then, now), what);
    }
  });
}

test('a key that is taken away too early is said, and no key is lost', async () => {
  const good = own.env['ENCRYPTION_KEY']!;
  await rollOut({ ENCRYPTION_KEY: fresh() });
  await until(() => readFileSync(services.processes['posthorn']!.logFile, 'utf8').includes('a signing key cannot be opened') || undefined, {
    what: 'the complaint',
  });
  await rollOut({ ENCRYPTION_KEY: good });
  await make();
});

test.after(async () => {
  await services.stop();
  await database.close();
  await sink.stop();
  await own.stop();
});

test.run();
