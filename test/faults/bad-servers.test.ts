/**
 * MTAs that misbehave, six ways: nothing is lost, nothing that was accepted is sent again, mail that does not meet the fault keeps its
 * pace (measured against the same machine before), and the pool is as good as before afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import type { Script } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';
import { createSentMails } from './sent-mails.ts';
import type { Sent } from './sent-mails.ts';

const CONNECTIONS = 20;
const GOOD = 40;
const BAD = 10;
const TIME_LIMIT_MS = stretched(750);
/** What a mail that met no fault may take beyond three times the usual; those that wait behind a fault take longer. */
const SLACK_MS = stretched(500);

const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `${sink.url}?greetingTimeout=${TIME_LIMIT_MS}&socketTimeout=${TIME_LIMIT_MS}&dataTimeout=6500`,
    SEND_UNKNOWN_RETRY_AFTER: '1s',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    EMAIL_WORKER_CONCURRENCY: String(CONNECTIONS),
    API_RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  },
});
const { url } = await own.startServices('one');
const { project, domain } = await account(url);
const client = api(url, project.secret);
const { send, row, ended, steps } = createSentMails(client, `hello@${domain}`);
const marketing = ok(
  await client.post('/templates', { name: 'News', subject: 'News', body: '<p>News</p>', from: `hello@${domain}`, type: 'MARKETING' }),
).id;
const asMarketing = { template: marketing, subject: undefined, body: undefined, from: undefined, subscribed: true };

let serial = 0;
const address = (kind: string): string => `${kind}-${(serial += 1)}@example.com`;

/** Sends good mails at an even pace, and as many bad ones between them as are given. */
async function traffic(bad: string[] = [], more: object = {}): Promise<{ good: Sent[]; bad: Sent[] }> {
  const [good, spoiled]: [Promise<Sent>[], Promise<Sent>[]] = [[], []];
  for (let n = 0; n < GOOD; n += 1) {
    good.push(send(address('good')));
    if (n % Math.floor(GOOD / BAD) === 0 && bad.length > 0) spoiled.push(send(bad.shift()!, more));
    await sleep(20);
  }
  return { good: await Promise.all(good), bad: await Promise.all(spoiled) };
}

interface Pace {
  /** Milliseconds from acceptance to the MTA's yes, ascending, of mails that were taken at the first attempt. */
  waits: number[];
  /** How many needed more than one. */
  again: number;
}

/** All of them at their end, DELIVERED, once each. */
async function paceOf(mails: Sent[]): Promise<Pace> {
  const waits: number[] = [];
  for (const mail of mails) {
    const { status, sentAt, createdAt } = await ended(mail);
    assert.equal([status, sink.takenFor(mail.to).length], ['DELIVERED', 1], mail.to);
    const attempts = (await steps(mail)).filter((to) => to === 'SENDING').length;
    if (attempts === 1) waits.push(Date.parse(sentAt) - Date.parse(createdAt));
  }
  return { waits: waits.sort((a, b) => a - b), again: mails.length - waits.length };
}

const p95 = (sorted: number[]): number => sorted[Math.floor(sorted.length * 0.95)]!;
/** The same traffic when nothing is wrong. */
async function usual(): Promise<Pace> {
  return paceOf((await traffic()).good);
}
// A process answers its first requests slower than all others.
await usual();
let before = await usual();

/** During the fault at most `met` good mails met it and no other was slower than before or after it; afterwards nothing meets anything. */
async function judge(what: string, ...during: { pace: Pace; met: number }[]): Promise<void> {
  const after = await usual();
  assert.is(after.again, 0, `after ${what}`);
  const most = 3 * Math.max(p95(before.waits), p95(after.waits)) + SLACK_MS;
  for (const {
    pace: { waits, again },
    met,
  } of during) {
    assert.ok(again <= met, `${what}: ${again} good mails needed another attempt`);
    assert.ok(p95(waits) < most, `${what}: p95 ${p95(waits)} ms, at most ${most} ms`);
  }
  before = after;
}

const scripted = (script: Script): string[] =>
  Array.from({ length: BAD }, () => {
    const to = address('bad');
    sink.script(to, script);
    return to;
  });

const test = suite('bad servers');

test('accepts connections and never answers', async () => {
  await sink.stop(true);
  sink.spoil(BAD, 'silence');
  const { good } = await traffic();
  await judge('silent', { pace: await paceOf(good), met: BAD });
});

test('never answers a command', async () => {
  const { good, bad } = await traffic(scripted({ recipient: ['silence', '250 2.1.5 ok'] }));
  const pace = await paceOf(good);
  await paceOf(bad);
  // By another connection or at another attempt: a kept connection's silence says little about the mail.
  for (const mail of bad) assert.is(sink.attempts(mail.to), 2);
  await judge('silent command', { pace, met: 0 });
});

test('421 to everything: first on some connections, then on all of them, the open ones as well', async () => {
  await sink.stop(true);
  sink.spoil(BAD, '421 4.3.2 not now');
  const some = await paceOf((await traffic()).good);
  sink.manner = { greeting: '421 4.3.2 shutting down' };
  await sink.stop(true);
  const taken = sink.taken.length;
  const { good } = await traffic();
  await until(async () => (await row(good.at(-1)!)).error?.includes('421'), { within: 30_000, what: 'the last one to be refused' });
  assert.is(sink.taken.length, taken);
  sink.manner = {};
  assert.is((await paceOf(good)).again, GOOD, 'each was tried again, and taken once');
  await judge('421', { pace: some, met: BAD });
});

test('421 in the middle of a dialogue', async () => {
  const { good, bad } = await traffic(scripted({ recipient: ['421 4.3.2 going away', '250 2.1.5 ok'] }));
  const pace = await paceOf(good);
  await paceOf(bad);
  await judge('421 to RCPT', { pace, met: 0 });
});

test(
  'drops the connection after DATA: before the end the mail is tried again, after it a transactional one once and a marketing ' +
    'one never',
  async () => {
    const during = await traffic(scripted({ data: ['cut', '354 go on'] }));
    const after = await traffic(scripted({ message: ['hang up', '250 2.0.0 taken'] }));
    const bulk = await traffic(scripted({ message: ['hang up', '250 2.0.0 taken'] }), asMarketing);
    const paces = [await paceOf(during.good), await paceOf(after.good), await paceOf(bulk.good)];
    await paceOf(during.bad);
    assert.is((await paceOf(after.bad)).again, BAD);
    for (const mail of after.bad) assert.is(sink.attempts(mail.to), 2);
    await judge('drops after DATA', ...paces.map((pace) => ({ pace, met: 0 })));
    for (const mail of bulk.bad)
      assert.equal([(await row(mail)).status, sink.attempts(mail.to), sink.takenFor(mail.to).length], ['UNKNOWN', 1, 0]);
  },
);

test('slow by 5 s: waited for, taken once; silent after the message: asked once more', async () => {
  const to = address('bad-silent');
  sink.script(to, { slow: [3_600_000, 0] });
  const silent = await send(to);
  const { good, bad } = await traffic(scripted({ slow: [5_000] }));
  const pace = await paceOf(good);
  const { waits, again } = await paceOf(bad);
  assert.is(again, 0);
  assert.ok(waits[0]! >= 5_000);
  for (const mail of bad) assert.is(sink.attempts(mail.to), 1);
  assert.is((await paceOf([silent])).again, 1);
  await judge('slow', { pace, met: 0 });
});

test('refuses every second recipient, for good or for now', async () => {
  const never = await traffic(scripted({ recipient: ['550 5.1.1 nobody'] }));
  const later = await traffic(scripted({ recipient: ['452 4.2.2 full', '250 2.1.5 ok'] }));
  const paces = [await paceOf(never.good), await paceOf(later.good)];
  for (const mail of never.bad)
    assert.equal([(await ended(mail)).status, sink.attempts(mail.to), sink.takenFor(mail.to).length], ['BOUNCED', 1, 0]);
  assert.is((await paceOf(later.bad)).again, BAD);
  await judge('refusals', ...paces.map((pace) => ({ pace, met: 0 })));
});

test('closes in the middle of the dialogue', async () => {
  const { good, bad } = await traffic(scripted({ recipient: ['hang up', 'hang up', '250 2.1.5 ok'] }));
  const pace = await paceOf(good);
  await paceOf(bad);
  await judge('closed', { pace, met: 0 });
});

test('what the MTA has taken, it has once', () => {
  const times = Map.groupBy(sink.taken, ({ to }) => to);
  assert.equal(
    [...times].filter(([, taken]) => taken.length > 1).map(([to]) => to),
    [],
  );
});

test.after(async () => {
  await own.stop();
  await sink.stop();
});
test.run();
