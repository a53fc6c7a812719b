/**
 * Idempotency keys when something dies or time passes (contract 4.3): 5xx keeps a key, a death neither loses a mail nor blocks a key, an
 * expired key is free.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import type { Failpoint } from '#services/failpoints.ts';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

const LEASE_MS = 2_000;
const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    IDEMPOTENCY_LEASE: `${LEASE_MS}ms`,
    SEND_LEASE: '4s',
    SEND_UNKNOWN_RETRY_AFTER: '1s',
    LOG_LEVEL: 'error',
  },
});
const killFile = join(own.dir, 'kill-at');
own.env['FAILPOINT_FILE'] = killFile;
const services = await own.startServices('each');
const { project, domain } = await account(services.url);
const from = `hello@${domain}`;
const client = api(services.url, project.secret);
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
const claims = connection.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('idempotency_claims');
const contacts = connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`).collection('contacts');

const send = (key: string, to: string, more: object = {}): Promise<Answer> =>
  client.post('/v1/send', { to, from, subject: 's', body: 'b', ...more }, { 'idempotency-key': key });
const mailsTo = async (to: string): Promise<number> => ok(await client.get(`/emails?to=${to}`)).total;
const fresh = () => ({ key: crypto.randomUUID(), to: `${crypto.randomUUID()}@example.com` });
/** All that is there, answers again. */
const allWork = () =>
  until(
    async () => {
      const { key, to } = fresh();
      return (await send(key, to)).status === 200;
    },
    { within: 20_000, every: 100, what: 'a send' },
  );

/** The 409 of a taken key: what it says of the first request. */
function taken({ status, body, text }: Answer, key: string): { originalStatusCode: number | null; originalRequestAt: string } {
  assert.equal(
    [status, body.error?.code, body.error?.details?.key, body.error?.details?.originalRequest],
    [409, 'IDEMPOTENCY_KEY_REUSED', key, 'POST /v1/send'],
    text,
  );
  return body.error.details;
}

const test = suite('idempotency, faults');

test('503 keeps the key, and says so', async () => {
  const { key, to } = fresh();
  await services.processes['delivery']!.kill();
  assert.is((await send(key, to)).status, 503);
  await services.processes['delivery']!.start();
  await allWork();
  assert.is(taken(await send(key, to), key).originalStatusCode, 503);
  assert.is(await mailsTo(to), 0);
});

/** From the claim to the answer, in the order a request comes by; `npm run drill -- sending` meets all others. */
const POINTS: Failpoint[] = ['gateway claimed', 'accounts claimed', 'delivery inserted', 'gateway handled', 'gateway settled'];
for (const point of POINTS) {
  test(`killed at "${point}": the key ends with one mail, soon after the lease`, async () => {
    const { key, to } = fresh();
    const victim = services.processes[point.split(' ')[0]!]!;
    await allWork();
    writeFileSync(killFile, `${point} 1`);
    await sleep(stretched(100));
    const first = await send(key, to).catch(() => null);
    await until(() => !victim.alive(), { what: `${point} to be reached` });
    writeFileSync(killFile, '');
    await victim.start();
    // The same request, repeated as a careful client does, until it is told that it was done.
    const answers: Answer[] = [];
    const settled = await until(
      async () => {
        const answer = await send(key, to).catch(() => null);
        if (!answer) return false;
        answers.push(answer);
        return answer.status === 200 || (answer.status === 409 && taken(answer, key).originalStatusCode !== null);
      },
      { within: LEASE_MS + 20_000, every: 100, what: 'an end of the key' },
    );
    assert.ok(settled);
    await allWork();
    for (const answer of answers.filter(({ status }) => status === 409)) taken(answer, key);
    const last = answers.at(-1)!;
    const original = last.status === 200 ? 200 : taken(last, key).originalStatusCode!;
    // A death that was answered with 5xx keeps the key; every other one ends in one mail.
    if (original === 200) {
      await until(() => sink.takenFor(to).length === 1, { what: 'the mail' });
      assert.is(await mailsTo(to), 1);
      assert.is(await contacts.countDocuments({ email: to }), 1);
    } else {
      assert.ok(original >= 500 && (first?.status ?? 0) >= 500, `${original} ${first?.status}`);
      assert.ok((await mailsTo(to)) <= 1);
    }
    assert.is(taken(await send(key, to), key).originalStatusCode, original, 'and stays taken');
    assert.ok(sink.takenFor(to).length <= 1, 'one mail at most');
  });
}

test('a claim whose holder died is resumed by one of many', async () => {
  const { key, to } = fresh();
  writeFileSync(killFile, 'gateway handled 1');
  await sleep(stretched(100));
  await send(key, to).catch(() => undefined);
  await until(() => !services.processes['gateway']!.alive());
  writeFileSync(killFile, '');
  await services.processes['gateway']!.start();
  await until(
    () =>
      claims
        .countDocuments({ _id: `${project.id}:${key}`, leaseUntil: { $lte: new Date() }, statusCode: null })
        .then((count) => count === 1),
    { within: 10_000, what: 'the lease to end' },
  );
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(key, to)));
  assert.equal(answers.map(({ status }) => status).sort(), [200, ...Array<number>(49).fill(409)]);
  for (const answer of answers.filter(({ status }) => status === 409))
    assert.ok([null, 200].includes(taken(answer, key).originalStatusCode));
  await until(() => sink.takenFor(to).length === 1);
  assert.is(await mailsTo(to), 1, 'the mail of the request that died');
});

test('an expired key is free before anything has swept it, for one of many', async () => {
  await connection.db!.admin().command({ setParameter: 1, ttlMonitorEnabled: false });
  const { key, to } = fresh();
  ok(await send(key, to));
  const _id = `${project.id}:${key}`;
  const expire = (by: number) => claims.updateOne({ _id }, { $set: { expiresAt: new Date(Date.now() + by) } });
  await expire(60_000);
  taken(await send(key, to), key);
  await expire(-1);
  assert.is(await claims.countDocuments({ _id }), 1, 'it is still there');
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(key, to)));
  assert.equal(answers.map(({ status }) => status).sort(), [200, ...Array<number>(49).fill(409)]);
  assert.is(await mailsTo(to), 2);
  const { expiresAt } = (await claims.findOne({ _id })) as unknown as { expiresAt: Date };
  assert.ok(Math.abs(expiresAt.getTime() - Date.now() - 24 * 3_600_000) < 60_000, 'for a whole day again');
});

test('an expired key whose request never ended is free as well, with an operation of its own', async () => {
  const { key, to } = fresh();
  ok(await send(key, to));
  const _id = `${project.id}:${key}`;
  await claims.updateOne({ _id }, { $set: { expiresAt: new Date(Date.now() - 1), statusCode: null } } as never);
  ok(await send(key, to));
  assert.is(await mailsTo(to), 2);
});

test.after(async () => {
  await connection.close();
  await own.stop();
  await sink.stop();
});
test.run();
