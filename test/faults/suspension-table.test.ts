/**
 * The table of contract "Security and suspension: Reputation" from end to end, below, at and above each number: mail is sent, reports of it
 * arrive signed, and the project goes on, is warned of, or is disabled. Where one must be thirty days old, its row says so; mails that
 * nobody reports are in the counts from the beginning.
 */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import type { TestAccount } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';

const test = suite('suspension table');
const own = await ownStack({ env: { EMAIL_RATE_LIMIT_PER_SECOND: '5000', API_RATE_LIMIT_PER_MINUTE: '1000000' } });
let services = await own.startServices('one');
const { url } = services;
const report = webhook(api(url), own.env['DELIVERY_WEBHOOK_SECRET']!);
const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
const accounts = mongo.useDb(`${own.env['MONGODB_PREFIX']}accounts`);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Many rows look at the same time. */
const LOOK_MS = 200;

type End = 'healthy' | 'warning' | 'disabled';

interface Row {
  /** Age of the project. */
  days: number;
  /** Mails of the last seven days, and of before. */
  mails: number;
  older?: number;
  kind: 'bounce' | 'complaint';
  /** When they happened. */
  hoursAgo?: number;
  /** How the project stands once so many are reported. */
  stands: Readonly<Record<number, End>>;
}

const [NEW, OLD] = [0, 30];
/** Of 100 mails: what is reached by the least numbers and by the rates alike. */
const BOUNCES = { 4: 'healthy', 5: 'warning', 9: 'warning', 10: 'disabled' } as const;
const BOUNCES_OF_MORE = { 5: 'healthy', 10: 'warning', 11: 'disabled' } as const;
const COMPLAINTS = { 2: 'healthy', 3: 'warning', 4: 'warning', 5: 'disabled' } as const;

const TABLE: readonly (readonly [what: string, row: Row])[] = [
  [
    'new, bounces in 24 hours: 10 and 25',
    { days: NEW, mails: 30, kind: 'bounce', stands: { 9: 'healthy', 10: 'warning', 24: 'warning', 25: 'disabled' } },
  ],
  [
    'new, bounces in 7 days: 25 and 50',
    { days: NEW, mails: 60, kind: 'bounce', hoursAgo: 48, stands: { 24: 'healthy', 25: 'warning', 49: 'warning', 50: 'disabled' } },
  ],
  [
    'new, complaints in 24 hours: 3 and 7',
    { days: NEW, mails: 10, kind: 'complaint', stands: { 2: 'healthy', 3: 'warning', 6: 'warning', 7: 'disabled' } },
  ],
  [
    'new, complaints in 7 days: 10 and 20',
    { days: NEW, mails: 30, kind: 'complaint', hoursAgo: 48, stands: { 9: 'healthy', 10: 'warning', 19: 'warning', 20: 'disabled' } },
  ],
  ['new, a minute short of 30 days', { days: 30 - 1 / 1_440, mails: 30, kind: 'bounce', stands: { 24: 'warning', 25: 'disabled' } }],
  [
    'established: bounces do not count where there are fewer than 100 mails',
    { days: OLD, mails: 99, kind: 'bounce', stands: { 9: 'healthy', 25: 'healthy', 99: 'healthy' } },
  ],
  ['established: nor do complaints', { days: OLD, mails: 99, kind: 'complaint', stands: { 7: 'healthy', 20: 'healthy', 99: 'healthy' } }],
  ['established, bounce rate of 7 days: 5 % and 10 %', { days: OLD, mails: 100, older: 100, kind: 'bounce', stands: BOUNCES }],
  [
    'established, bounce rate of 7 days, a mail more: below 10 %',
    { days: OLD, mails: 101, older: 100, kind: 'bounce', stands: BOUNCES_OF_MORE },
  ],
  ['established, bounce rate of all time: 4 % and 8 %', { days: OLD, mails: 125, kind: 'bounce', stands: BOUNCES }],
  ['established, bounce rate of all time, a mail more: below 8 %', { days: OLD, mails: 126, kind: 'bounce', stands: BOUNCES_OF_MORE }],
  ['established: 9 bounces of 100 mails are too few to disable, 4 to warn of', { days: OLD, mails: 100, kind: 'bounce', stands: BOUNCES }],
  [
    'established: 4 complaints of 100 mails are too few to disable, 2 to warn of',
    { days: OLD, mails: 100, kind: 'complaint', stands: COMPLAINTS },
  ],
  ['established, complaint rate of 7 days: 0.15 %', { days: OLD, mails: 3_333, older: 834, kind: 'complaint', stands: COMPLAINTS }],
  [
    'established, a mail more: below 0.15 % of 7 days and 0.12 % of all time',
    { days: OLD, mails: 3_334, older: 834, kind: 'complaint', stands: { 5: 'warning', 6: 'disabled' } },
  ],
  [
    'established, complaint rate of all time: 0.12 %',
    { days: OLD, mails: 4_166, kind: 'complaint', stands: { 4: 'warning', 5: 'disabled' } },
  ],
];

const session = ({ cookie, project }: TestAccount) => api(url, { cookie, 'x-project-id': project.id });
const security = async (who: TestAccount) => (await session(who).get(`/users/@me/projects/${who.project.id}/security`)).body;
const record = async (who: TestAccount) => (await session(who).get(`/projects/${who.project.id}`)).body.data;

/** As if mails of the last seven days, and of before, had left and been counted. */
async function countUnreported({ project }: TestAccount, mails: number, older: number): Promise<void> {
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * DAY_MS);
  for (const [_id, one, total] of [
    [`${project.id}:${hour.toISOString()}`, hour, mails],
    [`${project.id}:all`, null, mails + older],
  ] as const) {
    const row = { projectId: project.id, hour: one, total, bounces: 0, complaints: 0 };
    await accounts.collection<{ _id: string }>('mail_counts').insertOne({ _id, ...row });
  }
}

/** Ids of mails that left and are counted, with those that were before. */
async function send(who: TestAccount, mails: number, before: number): Promise<string[]> {
  const to = Array.from({ length: mails }, () => `${crypto.randomUUID()}@rcpt.test`);
  const answer = await api(url, who.project.secret).post('/v1/send', { to, from: `hello@${who.domain}`, subject: 's', body: 'b' });
  assert.is(answer.status, 200, answer.text);
  await until(async () => (await security(who)).status.allTime.total === before + mails, {
    within: 60_000,
    every: LOOK_MS,
    what: `${mails} mails counted`,
  });
  return answer.body.data.emails.map(({ email }: { email: string }) => email);
}

async function reportEach(ids: readonly string[], { kind, hoursAgo }: Pick<Row, 'kind' | 'hoursAgo'>): Promise<void> {
  const timestamp = new Date(Date.now() - (hoursAgo ?? 0) * HOUR_MS).toISOString();
  const notices = ids.map((emailId) => ({
    id: crypto.randomUUID(),
    type: kind,
    emailId,
    timestamp,
    ...(kind === 'bounce' && { bounceType: 'Permanent' }),
  }));
  const answer = await report(notices);
  assert.is(answer.status, 200, answer.text);
}

/** How it stands, once that many are counted. */
async function endAt(who: TestAccount, kind: Row['kind'], count: number): Promise<End> {
  const counted = async () => (await security(who)).status.allTime[kind === 'bounce' ? 'bounces' : 'complaints'] === count;
  await until(counted, { within: 30_000, every: LOOK_MS, what: `${count} counted` });
  // Counting and disabling are one write: who asks behind it sees both.
  const { disabled, disabledReason } = await record(who);
  const { status, isDisabled } = await security(who);
  assert.equal([disabled, disabledReason, status.shouldDisable], disabled ? [true, 'EMAIL_REPUTATION', true] : [false, null, false]);
  assert.is(isDisabled, disabled);
  assert.equal([status.warnings.length > 0, status.violations.length > 0].includes(true), !status.isHealthy);
  return disabled ? 'disabled' : status.isHealthy ? 'healthy' : 'warning';
}

async function aged(days: number): Promise<TestAccount> {
  const who = await account(url);
  const made = { $set: { createdAt: new Date(Date.now() - days * DAY_MS) } };
  if (days > 0) await accounts.collection<{ _id: string }>('projects').updateOne({ _id: who.project.id }, made);
  return who;
}

/** How the project stood after each number of reports. */
async function played({ days, mails, older = 0, stands, ...of }: Row): Promise<Record<string, End>> {
  const who = await aged(days);
  const numbers = Object.keys(stands).map(Number);
  const reported = Math.max(...numbers);
  if (older + mails > reported) await countUnreported(who, mails - reported, older);
  const ids = await send(who, reported, older + mails - reported);
  const found: Record<string, End> = {};
  for (const [index, number] of numbers.entries()) {
    await reportEach(ids.slice(numbers[index - 1] ?? 0, number), of);
    found[number] = await endAt(who, of.kind, number);
  }
  return found;
}

const plays = TABLE.map(([, row]) => played(row).catch((error: Error) => error));
TABLE.forEach(([what, { stands }], index) =>
  test(what, async () => {
    const found = await plays[index];
    if (found instanceof Error) throw found;
    assert.equal(found, stands);
  }),
);

test('with AUTO_PROJECT_DISABLE off it is only shown', async () => {
  await services.stop();
  own.env['AUTO_PROJECT_DISABLE'] = 'false';
  services = await own.startServices('one');
  const [at, to] = [api(services.url), services.url];
  const who = await account(to);
  const answer = await api(to, who.project.secret).post('/v1/send', {
    to: Array.from({ length: 25 }, () => `${crypto.randomUUID()}@rcpt.test`),
    from: `hello@${who.domain}`,
    subject: 's',
    body: 'b',
  });
  const notices = answer.body.data.emails.map(({ email: emailId }: { email: string }) => ({
    id: crypto.randomUUID(),
    type: 'complaint',
    emailId,
  }));
  assert.is((await webhook(at, own.env['DELIVERY_WEBHOOK_SECRET']!)(notices)).status, 200);
  const member = api(to, { cookie: who.cookie, 'x-project-id': who.project.id });
  const { status, isDisabled } = await until(
    async () => {
      const { body } = await member.get(`/users/@me/projects/${who.project.id}/security`);
      return body.status.allTime.complaints === 25 && body;
    },
    { within: 30_000, what: '25 complaints' },
  );
  assert.equal([status.shouldDisable, status.violations.length, isDisabled], [true, 1, false]);
  assert.is((await api(to, who.project.secret).get('/contacts')).status, 200);
});

test.after(async () => {
  await mongo.close();
  await own.stop();
});
test.run();
