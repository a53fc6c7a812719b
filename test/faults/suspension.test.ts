/** A project whose bounces are critical is stopped everywhere within a second (contract "Security and suspension: Suspension"). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api } from '#test/client.ts';
import type { TestAccount } from '#test/client.ts';
import { mailsTo, platformStack, provenAccount } from '#test/platform.ts';
import { posthorn } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { freePort } from '#local/ports.ts';
import { serviceProcess } from '#local/services.ts';

const test = suite('suspension');
const notices: { title: string | undefined; text: string }[] = [];
const ntfy = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  notices.push({ title: request.headers['title'] as string | undefined, text });
  response.end();
}).listen(0, '127.0.0.1');
await new Promise((resolve) => ntfy.once('listening', resolve));

const RATE = 40;
const { own, services, platform } = await platformStack({
  NTFY_URL: `http://127.0.0.1:${(ntfy.address() as AddressInfo).port}/operators`,
  EMAIL_RATE_LIMIT_PER_SECOND: String(RATE),
});
const port = await freePort();
const second = await serviceProcess(
  'gateway,delivery',
  { ...own.env, PORT: String(port), API_URI: services.url },
  { env: own.env, mode: 'one', dir: own.dir },
);
await second.start();
const gateways = [services.url, `http://127.0.0.1:${port}`];
const report = webhook(api(services.url), own.env['DELIVERY_WEBHOOK_SECRET']!);
const code = (answer: { body: any }) => answer.body?.error?.code;

const secret = ({ project }: TestAccount, url = services.url) => api(url, project.secret);
const session = ({ cookie, project }: TestAccount, url = services.url) => api(url, { cookie, 'x-project-id': project.id });

async function send(who: TestAccount, count: number, host = 'rcpt.test'): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 100) {
    const to = Array.from({ length: Math.min(left, 100) }, () => `${crypto.randomUUID()}@${host}`);
    const answer = await secret(who).post('/v1/send', { to, from: `hello@${who.domain}`, subject: 's', body: 'b' });
    assert.is(answer.status, 200, answer.text);
    ids.push(...answer.body.data.emails.map(({ email }: { email: string }) => email));
  }
  return ids;
}

async function total(who: TestAccount, query: string): Promise<number> {
  return (await session(who).get(`/emails?pageSize=1&${query}`)).body.total;
}

const left = (who: TestAccount) => total(who, 'status=DELIVERED');

async function reportEach(type: string, ids: readonly string[], more: object = {}): Promise<void> {
  const answer = await report(ids.map((emailId) => ({ id: crypto.randomUUID(), type, emailId, ...more })));
  assert.is(answer.status, 200, answer.text);
}

const bounce = (ids: readonly string[], bounceType = 'Permanent') => reportEach('bounce', ids, { bounceType });

async function isDisabled(who: TestAccount): Promise<boolean> {
  return (await session(who).get(`/projects/${who.project.id}`)).body.data.disabled;
}

const operator = (command: string, id: string) => posthorn(['project', command, id, '--json'], own.testEnv(services, 'one'));

test('24 bounces of a new project are a warning, the 25th ends it; transient ones and the simulator’s do not count', async () => {
  const who = await provenAccount(services.url);
  const ids = await send(who, 30);
  const simulated = await send(who, 30, 'simulator.amazonses.com');
  await until(async () => (await left(who)) === 60, { within: 60_000 });
  await bounce(simulated);
  await reportEach('complaint', simulated.slice(0, 20));
  await bounce(ids.slice(0, 29), 'Transient');
  await bounce(ids.slice(0, 24));
  await bounce(ids.slice(0, 5));
  const state = await until(
    async () => {
      const { body } = await session(who).get(`/users/@me/projects/${who.project.id}/security`);
      const { bounces, total: mails } = body.status.sevenDay;
      return bounces === 24 && mails === 30 && body;
    },
    { what: '24 bounces of 30 mails' },
  );
  assert.equal(state.status.sevenDay, { total: 30, bounces: 24, complaints: 0, bounceRate: 80, complaintRate: 0 });
  assert.equal(state.status.allTime, state.status.sevenDay);
  assert.equal(state.status.twentyFourHour, { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 });
  assert.equal(
    [state.status.isHealthy, state.status.shouldDisable, state.status.isNewProject, state.isDisabled],
    [false, false, false, false],
  );
  assert.equal([state.status.warnings.length, state.status.violations.length], [1, 0]);
  assert.not.match(state.status.warnings[0], /\d/, 'no thresholds');
  assert.equal((await session(who).get(`/projects/${who.project.id}/security`)).body, { success: true, data: state });
  // A recount of the ledger says the same.
  assert.is(await total(who, 'status=BOUNCED'), 24 + 10);
  assert.is(await isDisabled(who), false);

  await bounce([ids[24]!]);
  await until(() => isDisabled(who), { what: 'the suspension' });
  const record = (await session(who).get(`/projects/${who.project.id}`)).body.data;
  assert.is(record.disabledReason, 'EMAIL_REPUTATION');
  for (const url of gateways) {
    await until(async () => code(await secret(who, url).get('/contacts')) === 'PROJECT_DISABLED', {
      within: 1_000,
      what: 'a refusal of the key',
    });
    assert.is((await session(who, url).get('/contacts')).status, 200);
    const write = () => session(who, url).post('/contacts', { email: 'a@b.co' });
    await until(async () => code(await write()) === 'PROJECT_DISABLED', { within: 1_000, what: 'a refusal of the session' });
  }
  const [, mail] = await mailsTo(services.url, who.email, 2);
  assert.ok(mail!.subject.includes('has been suspended') && mail!.subject.includes(record.name), mail!.subject);
  await until(() => notices.some(({ text }) => text.includes(who.project.id) && text.includes('EMAIL_REPUTATION')), {
    what: 'the operators’ notice',
  });
  assert.is((await session(who).post('/users/@me/projects', { name: 'Another' })).status, 403, 'nor may its members begin anew');

  const enabled = await operator('enable', who.project.id);
  assert.is(enabled.code, 0, enabled.stderr);
  for (const url of gateways) assert.is((await secret(who, url).get('/contacts')).status, 200);
  assert.is((await session(who).get(`/projects/${who.project.id}`)).body.data.disabledReason, null);
});

test('while mail waits, executions wait and a campaign is sent: all of it stops', async () => {
  const who = await provenAccount(services.url);
  const client = secret(who);
  const { body: made } = await client.post('/workflows', { name: 'w', eventName: 'go' });
  await client.post(`/workflows/${made.id}/steps`, {
    type: 'DELAY',
    name: 'd',
    position: { x: 0, y: 0 },
    config: { amount: 1, unit: 'days' },
  });
  await client.post(`/workflows/${made.id}/steps`, { type: 'EXIT', name: 'e', position: { x: 0, y: 0 }, config: {} });
  await client.patch(`/workflows/${made.id}`, { enabled: true });
  await api(services.url, who.project.public).post('/v1/track', { email: 'waits@rcpt.test', event: 'go' });
  const executions = async () => (await session(who).get(`/workflows/${made.id}/executions`)).body.data;
  await until(async () => (await executions())[0]?.status === 'WAITING', { within: 30_000 });

  const ids = await send(who, 400);
  const content = { name: 'c', subject: 's', body: '<p>b</p>', from: `hello@${who.domain}`, type: 'TRANSACTIONAL', audienceType: 'ALL' };
  const campaigns = await Promise.all([client.post('/campaigns', content), client.post('/campaigns', content)]);
  const [now, later] = campaigns.map(({ body }) => body.data.id as string);
  assert.is((await client.post(`/campaigns/${now}/send`, {})).status, 200);
  const scheduled = await client.post(`/campaigns/${later}/send`, { scheduledFor: new Date(Date.now() + 86_400_000).toISOString() });
  assert.is(scheduled.status, 200, scheduled.text);
  await until(async () => (await left(who)) >= 25, { within: 60_000 });
  const gone = (await session(who).get('/emails?status=DELIVERED&sourceType=TRANSACTIONAL&pageSize=25')).body.data;
  await bounce(gone.map(({ id }: { id: string }) => id));
  await until(() => isDisabled(who), { every: 10, what: 'the suspension' });
  // Processes may go on for a second with what they knew.
  await sleep(1_000);
  const after = (await left(who)) + (await total(who, 'status=SENT')) + (await total(who, 'status=BOUNCED'));
  assert.ok(after < 400, `${after} left`);
  await until(async () => (await total(who, 'status=PENDING&sourceType=TRANSACTIONAL')) === 0, {
    within: 30_000,
    what: 'the end of what waited',
  });
  assert.is((await left(who)) + (await total(who, 'status=SENT')) + (await total(who, 'status=BOUNCED')), after, 'nothing left any more');
  const failed = (await session(who).get('/emails?status=FAILED&sourceType=TRANSACTIONAL&pageSize=1')).body;
  assert.ok(failed.total > 0);
  assert.is((await session(who).get(`/emails/${failed.data[0].id}`)).body.error, 'Project is disabled');
  const [execution] = await until(async () => (await executions())[0].status === 'CANCELLED' && (await executions()), {
    what: 'the cancelled execution',
  });
  assert.is(execution.exitReason, 'Project disabled');
  await until(async () => (await session(who).get(`/campaigns/${later}`)).body.status === 'DRAFT', { what: 'the draft' });
  await until(async () => (await session(who).get(`/campaigns/${now}/progress`)).body.paused === true, { what: 'the pause' });
  assert.is(await total(who, `status=FAILED&campaignId=${now}`), 0, 'what the campaign had not tried waits with it');
  assert.is(ids.length, 400);
});

test('operators stop a project and let it go on', async () => {
  const who = await provenAccount(services.url);
  assert.is((await operator('disable', who.project.id)).code, 0);
  for (const url of gateways) assert.is(code(await secret(who, url).get('/contacts')), 'PROJECT_DISABLED', 'when the command has ended');
  const shown = JSON.parse((await operator('show', who.project.id)).stdout);
  assert.equal([shown.project.disabledReason, shown.security.isDisabled, shown.security.isNewProject], ['MANUAL', true, true]);
  assert.is((await operator('enable', who.project.id)).code, 0);
  for (const url of gateways) assert.is((await secret(who, url).get('/contacts')).status, 200);
  const trail = JSON.parse((await operator('audit', who.project.id)).stdout);
  assert.equal(
    trail.filter(({ actor }: any) => actor.type === 'operator').map(({ action }: any) => action),
    ['project.enabled', 'project.suspended'],
  );
  assert.is((await operator('disable', crypto.randomUUID())).code, 1);
  assert.is((await operator('frobnicate', who.project.id)).code, 2);
});

test('setup-state, and who may see it', async () => {
  const who = await provenAccount(services.url);
  const path = `/projects/${who.project.id}/setup-state`;
  const data = { hasSubscription: false, hasVerifiedDomain: true, contactCount: 0, lastCampaignSentAt: null, hasEnabledWorkflow: false };
  assert.equal((await session(who).get(path)).body, { success: true, data });
  await secret(who).post('/contacts', { email: 'one@rcpt.test' });
  assert.is((await session(who).get(path)).body.data.contactCount, 1);
  for (const one of [path, `/projects/${who.project.id}/security`, `/users/@me/projects/${who.project.id}/security`]) {
    assert.is((await session(platform).get(one)).status, 404, 'a stranger');
    assert.is((await api(services.url).get(one)).status, 401);
    assert.is((await secret(who).get(one)).status, 401, 'a key');
  }
});

test.after(async () => {
  await second.stop();
  await own.stop();
  ntfy.close();
});
test.run();
