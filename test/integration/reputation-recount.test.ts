/** The recount of reputation: nothing to find after mail of every kind; what was written around the service is found and repaired. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { factsDrained } from '#test/facts-drained.ts';
import { recount } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { is } from './answers.ts';
import { address, anonymous, sender } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const test = suite('reputation recount');
const report = webhook(anonymous, process.env['DELIVERY_WEBHOOK_SECRET']!);
const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const collection = (name: string) =>
  connection.useDb(`${process.env['MONGODB_PREFIX']}accounts`, { useCache: true }).collection<{ _id: string }>(name);
test.after(() => connection.close());

const HOUR_MS = 3_600_000;
const hourOf = (at: Date): string => new Date(at.getTime() - (at.getTime() % HOUR_MS)).toISOString();

async function send({ api, from }: Tenant & { from: string }, to: readonly string[]): Promise<string[]> {
  const { data } = is(await api.post('/v1/send', { to, from, subject: 's', body: 'b' }), 200);
  return data.emails.map(({ email }: { email: string }) => email);
}

const reportEach = async (ids: readonly string[], what: object): Promise<void> =>
  void is(await report(ids.map((emailId) => ({ id: randomUUID(), emailId, ...what }))), 200);
const bounce = (ids: readonly string[], bounceType?: string, timestamp?: string) =>
  reportEach(ids, { type: 'bounce', bounceType, ...(timestamp && { timestamp }) });

const delivered = async ({ api }: Tenant, count: number): Promise<void> =>
  void (await until(async () => is(await api.get('/emails?status=DELIVERED&pageSize=1'), 200).total === count, {
    within: 40_000,
    what: `${count} delivered`,
  }));

async function allTime({ owner, project }: Tenant): Promise<{ total: number; bounces: number; complaints: number }> {
  const { total, bounces, complaints } = is(await owner.session.get(`/users/@me/projects/${project.id}/security`), 200).status.allTime;
  return { total, bounces, complaints };
}

/** Twelve mails and a campaign of three, mail to the simulator, bounces of each kind, complaints. */
async function mailed() {
  const mine = await sender();
  const { api, from } = mine;
  const ids = await send(
    mine,
    Array.from({ length: 12 }, () => address()),
  );
  const simulated = await send(
    mine,
    ['bounce', 'complaint'].map((one) => `${one}-${randomUUID()}@simulator.amazonses.com`),
  );
  await delivered(mine, 14);
  await reportEach(simulated, { type: 'complaint' });
  await bounce(simulated, 'Permanent');
  const tag = randomUUID();
  for (let n = 0; n < 3; n += 1) is(await api.post('/contacts', { email: address(), data: { tag } }), 201);
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.tag', operator: 'equals', value: tag }] }] };
  const campaign = { name: 'c', subject: 's', body: '<p>b</p>', from, audienceType: 'FILTERED', audienceCondition: condition };
  const { id } = is(await api.post('/campaigns', campaign), 201).data;
  is(await api.post(`/campaigns/${id}/send`, {}), 200);
  await until(async () => is(await api.get(`/campaigns/${id}`), 200).status === 'SENT', { within: 40_000, what: 'the campaign' });
  const [ofCampaign] = is(await api.get(`/emails?campaignId=${id}`), 200).data.map((one: { id: string }) => one.id);
  // A day ago, and in an hour: nothing has happened later than it was reported.
  await bounce([ids[0]!, ofCampaign], 'Permanent');
  await bounce([ids[1]!], 'Permanent', new Date(Date.now() - 24 * HOUR_MS).toISOString());
  await bounce([ids[2]!], 'Permanent', new Date(Date.now() + HOUR_MS).toISOString());
  await bounce([ids[3]!], 'Transient');
  await bounce([ids[4]!, ids[5]!], undefined, new Date(Date.now() - 3 * HOUR_MS).toISOString());
  await bounce([ids[5]!], 'Permanent');
  await bounce([ids[0]!], 'Permanent');
  await reportEach([ids[6]!, ids[0]!], { type: 'complaint' });
  await factsDrained();
  return mine;
}

const [mine, busy] = await Promise.all([mailed(), sender()]);

/** Recounts of a project whose mail leaves and bounces meanwhile. */
async function recountsUnderway(): Promise<object[]> {
  let isOver = false;
  const sending = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const [id] = await send(busy, [address(), address(), address()]);
      // Below what suspends it.
      if (n < 20) await bounce([id!], 'Permanent').catch(() => undefined);
    }
  })();
  const found: object[] = [];
  try {
    for (let n = 0; n < 3; n += 1) found.push(await recount('accounts', [busy.project.id]));
    return found;
  } finally {
    isOver = true;
    await sending;
  }
}

test('nothing to find after mail of every kind', async () => {
  assert.equal(await recount('accounts', [mine.project.id]), { code: 0, lines: [] });
  assert.equal(await allTime(mine), { total: 15, bounces: 5, complaints: 2 });
});

test('nothing to find while mail leaves and bounces; what was written around the service is found and repaired', async () => {
  const { project } = mine;
  const counts = collection('mail_counts');
  const now = await counts.findOne({ projectId: project.id, total: { $gt: 0 }, hour: { $ne: null } } as object);
  const hour = (now as unknown as { hour: Date }).hour.toISOString();
  const yesterday = hourOf(new Date(Date.now() - 24 * HOUR_MS));
  const { total } = now as unknown as { total: number };
  await counts.updateOne({ _id: now!._id }, { $inc: { total: 7 } } as object);
  await counts.updateOne({ _id: `${project.id}:all` }, { $inc: { bounces: -2, complaints: 1 } } as object);
  await counts.deleteOne({ projectId: project.id, hour: new Date(yesterday) } as object);
  const lines = [
    { service: 'accounts', hour: null, what: 'bounces', kept: 3, counted: 5 },
    { service: 'accounts', hour: null, what: 'complaints', kept: 3, counted: 2 },
    { service: 'accounts', hour: yesterday, what: 'bounces', kept: 0, counted: 1 },
    { service: 'accounts', hour, what: 'total', kept: total + 7, counted: total },
  ];
  const [underway, found] = await Promise.all([recountsUnderway(), recount('accounts', [project.id])]);
  const nothing = { code: 0, lines: [] };
  assert.equal(underway, [nothing, nothing, nothing]);
  assert.equal(found, { code: 1, lines });
  assert.equal(await recount('accounts', [project.id, '--repair']), { code: 0, lines });
  assert.equal(
    [await recount('accounts', [project.id]), await allTime(mine)],
    [
      { code: 0, lines: [] },
      { total: 15, bounces: 5, complaints: 2 },
    ],
  );
});

test('the ledger of a project that was reset begins anew, its reputation does not', async () => {
  const { owner, project } = mine;
  is(await owner.session.post(`/users/@me/projects/${project.id}/reset`), 200);
  await until(async () => is(await owner.session.get(`/users/@me/projects/${project.id}/reset`), 200).state === 'completed', {
    within: 30_000,
    what: 'the reset',
  });
  assert.equal(await recount('accounts', [project.id, '--repair']), { code: 0, lines: [] });
  assert.is((await allTime(mine)).total, 15);
});

test.run();
