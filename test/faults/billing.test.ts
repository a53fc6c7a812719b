/** Billing on, against Stripe's own mock server: checkout, caps on every path, webhooks, meter events (contract "Billing"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { api } from '#test/client.ts';
import type { TestAccount } from '#test/client.ts';
import { cookieOf, linkOf, mailsTo, platformStack, provenAccount, tokenOf } from '#test/platform.ts';
import { smtpClient } from '#test/smtp-client.ts';
import { startStripe, stripeWebhook } from '#test/stripe.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';

const test = suite('billing');
const stripe = await startStripe();
const notices: string[] = [];
const ntfy = createServer(async (request, response) => {
  notices.push(`${request.headers['title'] as string}: ${await text(request)}`);
  response.end();
}).listen(0, '127.0.0.1');
await once(ntfy, 'listening');
const SECRET = 'whsec_test_secret';
const { own, services } = await platformStack({
  STRIPE_SK: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICE_ONBOARDING: 'price_onboarding',
  STRIPE_PRICE_EMAIL_USAGE: 'price_usage',
  STRIPE_API_BASE: stripe.url,
  NTFY_URL: `http://127.0.0.1:${(ntfy.address() as AddressInfo).port}`,
  ...(await relaySettings(join(LOCAL, 'certificate'))),
});
const { url } = services;
const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
const collection = (service: string, name: string) =>
  mongo.useDb(`${own.env['MONGODB_PREFIX']}${service}`, { useCache: true }).collection(name);
const anonymous = api(url);
const post = stripeWebhook(anonymous, SECRET);
const code = (answer: { body: any }) => answer.body?.error?.code;
const session = ({ cookie, project }: TestAccount) => api(url, { cookie, 'x-project-id': project.id });
const path = ({ project }: TestAccount, rest: string) => `/users/@me/projects/${project.id}/${rest}`;
const limits = async (who: TestAccount) => (await session(who).get(path(who, 'billing-limits'))).body;
const send = (who: TestAccount, to: unknown, more: object = {}) =>
  api(url, who.project.secret).post('/v1/send', { to, from: `hello@${who.domain}`, subject: 's', body: 'b', ...more });
const people = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@rcpt.test`);

/** Subscribed, by the webhook. */
async function subscribe() {
  const who = await provenAccount(url);
  const ids = { customer: `cus_${crypto.randomUUID()}`, subscription: `sub_${crypto.randomUUID()}` };
  const object = { id: 'cs_1', object: 'checkout.session', client_reference_id: who.project.id, currency: 'eur', ...ids };
  assert.is((await post({ type: 'checkout.session.completed', object })).status, 200);
  return { who, ...ids, object };
}

// Made while the first tests run.
const subscribers = Array.from({ length: 12 }, subscribe);
const subscriber = () => subscribers.shift() ?? subscribe();

async function record(who: TestAccount) {
  return (await session(who).get(`/projects/${who.project.id}`)).body.data;
}

async function setCaps(who: TestAccount, caps: object): Promise<void> {
  const answer = await session(who).send('PUT', path(who, 'billing-limits'), {
    workflows: null,
    campaigns: null,
    transactional: null,
    inbound: null,
    ...caps,
  });
  assert.is(answer.status, 200, answer.text);
  // Delivery may go on for half a second with what it knew.
  await sleep(700);
}

test('config says so', async () => {
  assert.is((await anonymous.get('/config')).body.features.billing.enabled, true);
});

test('checkout asks Stripe for a subscription of the project; the portal needs a customer', async () => {
  const who = await provenAccount(url);
  const answer = await session(who).post(`${path(who, 'checkout')}?currency=gbp`);
  assert.is(answer.status, 200, answer.text);
  assert.equal(Object.keys(answer.body), ['url']);
  const asked = stripe.asked.findLast((one) => one.path === '/v1/checkout/sessions')!;
  assert.is(asked.status, 200);
  assert.equal(
    ['mode', 'client_reference_id', 'currency', 'line_items[0][price]', 'line_items[1][price]'].map((name) => asked.form.get(name)),
    ['subscription', who.project.id, 'gbp', 'price_onboarding', 'price_usage'],
  );
  assert.is(code(await session(who).post(path(who, 'billing-portal'))), 'BAD_REQUEST');

  const paying = await subscriber();
  assert.equal([(await session(paying.who).post(path(paying.who, 'checkout'))).status], [400]);
  const portal = await session(paying.who).post(path(paying.who, 'billing-portal'));
  assert.equal([portal.status, typeof portal.body.url], [200, 'string'], portal.text);
  assert.is((await record(paying.who)).customer, paying.customer);
});

test('members look, admins act; strangers and keys see nothing', async () => {
  const { who } = await subscriber();
  const email = `member-${crypto.randomUUID()}@example.com`;
  const member = await anonymous.post('/auth/signup', { email, password: 'correct horse' });
  const cookie = cookieOf(member);
  await anonymous.post('/auth/verify-email', { token: tokenOf(linkOf((await mailsTo(url, email))[0]!, url)) });
  assert.is((await session(who).post(`/projects/${who.project.id}/members`, { email, role: 'MEMBER' })).status, 200);
  const stranger = await provenAccount(url);
  const routes = [
    ['POST', 'checkout'],
    ['POST', 'billing-portal'],
    ['GET', 'billing-limits'],
    ['PUT', 'billing-limits'],
    ['GET', 'billing-consumption'],
    ['GET', 'billing-invoices'],
  ] as const;
  for (const [method, rest] of routes) {
    const body = method === 'GET' ? undefined : {};
    const asMember = await api(url, { cookie }).send(method, path(who, rest), body);
    assert.is(method === 'GET' ? asMember.status : code(asMember), method === 'GET' ? 200 : 'FORBIDDEN', rest);
    assert.is((await api(url, who.project.secret).send(method, path(who, rest), body)).status, 401, rest);
    assert.is((await session(stranger).send(method, path(who, rest), body)).status, 404, rest);
  }
});

test('free tier: a thousand mails a month over all categories', async () => {
  const who = await provenAccount(url);
  assert.equal((await limits(who)).freeTier, { limit: 1_000, usage: 0, percentage: 0, isWarning: false, isBlocked: false });
  assert.is((await send(who, people(799))).status, 200);
  assert.is((await limits(who)).freeTier.isWarning, false);
  assert.is((await send(who, people(1))).status, 200);
  assert.equal((await limits(who)).freeTier, { limit: 1_000, usage: 800, percentage: 80, isWarning: true, isBlocked: false });
  const over = await send(who, people(201));
  assert.equal([over.status, code(over)], [429, 'BILLING_LIMIT_EXCEEDED']);
  assert.is((await send(who, people(200))).status, 200);
  const { freeTier, transactional } = await limits(who);
  assert.equal(
    [freeTier.percentage, freeTier.isBlocked, transactional],
    [100, true, { limit: null, usage: 1_000, percentage: 0, isWarning: false, isBlocked: false }],
  );
  assert.is((await send(who, people(1))).status, 429);
});

test('caps need a subscription, all four of them, positive or null', async () => {
  const free = await provenAccount(url);
  const all = { workflows: 5, campaigns: null, transactional: 5, inbound: 5 };
  assert.is((await session(free).send('PUT', path(free, 'billing-limits'), all)).status, 400);
  const { who } = await subscriber();
  for (const wrong of [
    { ...all, workflows: 0 },
    { ...all, inbound: 1.5 },
    { ...all, campaigns: 'x' },
    { workflows: 1 },
    { ...all, workflows: -1 },
  ])
    assert.is((await session(who).send('PUT', path(who, 'billing-limits'), wrong)).status, 422, JSON.stringify(wrong));
  assert.is((await session(who).send('PUT', path(who, 'billing-limits'), all)).status, 200);
  const now = await limits(who);
  assert.equal([now.workflows.limit, now.campaigns.limit, now.currency, now.freeTier], [5, null, 'eur', null]);
  assert.is((await record(who)).billingLimitWorkflows, 5);
});

test('64 sends at once: exactly the cap is accepted; attachments count twice; what is refused costs nothing', async () => {
  const { who } = await subscriber();
  await setCaps(who, { transactional: 40 });
  const answers = await Promise.all(people(64).map((to) => send(who, to)));
  assert.is(answers.filter(({ status }) => status === 200).length, 40);
  assert.is(answers.filter((one) => code(one) === 'BILLING_LIMIT_EXCEEDED').length, 24);
  assert.is((await session(who).get('/emails?pageSize=1')).body.total, 40);
  await setCaps(who, { transactional: 42 });
  const attachments = [{ filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }];
  assert.is((await send(who, people(2), { attachments })).status, 429);
  assert.is((await send(who, people(1), { attachments })).status, 200);
  assert.is((await limits(who)).transactional.usage, 42);
  const client = await smtpClient(Number(own.env['PORT_SUBMISSION']));
  await client.say('EHLO client.example');
  await client.startTls();
  assert.match(await client.login(who.project.secret), /^235 /);
  await client.say(`MAIL FROM:<hello@${who.domain}>`);
  await client.say(`RCPT TO:<${people(1)[0]}>`);
  await client.say('DATA');
  assert.match(await client.say('Subject: s\r\n\r\nb\r\n.'), /^451 .*Failed to send email: Billing limit exceeded/, 'at the relay too');
  client.close();
});

test('64 sends at once while the process is killed: exactly the cap is accepted', async () => {
  const { who } = await subscriber();
  const CAP = 60;
  await setCaps(who, { transactional: CAP });
  const [process_] = Object.values(services.processes);
  /** 200, 429, or 0 where a process took the answer with it. */
  const ask = async (to: string): Promise<number> => {
    const mail = { to, from: `hello@${who.domain}`, subject: 's', body: 'b' };
    const { status, body } = await api(url, who.project.secret).post('/v1/send', mail, { 'idempotency-key': to });
    const before = code({ body }) === 'IDEMPOTENCY_KEY_REUSED' && body.error.details?.originalStatusCode;
    return before || (code({ body }) === 'BILLING_LIMIT_EXCEEDED' ? 429 : status);
  };
  const accepted: string[] = [];
  for (let kill = 0; kill < 2; kill += 1) {
    const asked = people(64);
    const answers = Promise.all(asked.map((to) => ask(to).catch(() => 0)));
    await sleep(50 + 150 * kill);
    await process_!.kill();
    await process_!.start();
    (await answers).forEach((status, index) => status === 200 && accepted.push(asked[index]!));
    assert.ok((await session(who).get('/emails?pageSize=1')).body.total <= CAP);
  }
  // What killed processes counted and never wrote is given back a minute later, which is now.
  await collection('delivery', 'usage').updateMany({ projectId: who.project.id }, { $set: { 'open.$[].at': new Date(0) } } as object);
  await until(
    async () => {
      for (const to of people(8)) if ((await ask(to)) === 200) accepted.push(to);
      return (await session(who).get('/emails?pageSize=1')).body.total >= CAP;
    },
    { within: 60_000, every: 250, what: 'the cap' },
  );
  const statuses = await Promise.all(people(64).map(ask));
  assert.equal([...new Set(statuses)], [429], 'nothing beyond it');
  const mails = (await session(who).get('/emails?pageSize=100')).body;
  assert.equal([mails.total, (await limits(who)).transactional.usage], [CAP, CAP]);
  for (const to of accepted)
    assert.is((await session(who).get(`/emails?to=${to}`)).body.total, 1, 'what was answered with success is there');
});

test('campaigns over the cap are refused, sent or scheduled; a cancelled one gives back', async () => {
  const { who } = await subscriber();
  const client = api(url, who.project.secret);
  for (const email of people(3)) assert.is((await client.post('/contacts', { email })).status, 201);
  await setCaps(who, { campaigns: 5 });
  const content = { name: 'c', subject: 's', body: '<p>b</p>', from: `hello@${who.domain}`, type: 'TRANSACTIONAL', audienceType: 'ALL' };
  const [first, second] = await Promise.all([0, 1].map(async () => (await client.post('/campaigns', content)).body.data.id));
  const later = new Date(Date.now() + 60_000).toISOString();
  assert.is((await client.post(`/campaigns/${first}/send`, { scheduledFor: later })).status, 200);
  for (const body of [{}, { scheduledFor: later }]) {
    const refused = await client.post(`/campaigns/${second}/send`, body);
    assert.equal([refused.status, code(refused)], [403, 'BILLING_LIMIT_EXCEEDED'], refused.text);
    assert.match(refused.body.error.message, /exceed billing limit/);
  }
  assert.is((await client.post(`/campaigns/${first}/cancel`)).status, 200);
  assert.is((await limits(who)).campaigns.usage, 0);
  assert.is((await client.post(`/campaigns/${second}/send`, {})).status, 200);
  await until(async () => (await client.get(`/campaigns/${second}`)).body.status === 'SENT', { within: 60_000, what: 'the send' });
  assert.is((await limits(who)).campaigns.usage, 3);
});

test('a workflow’s mail over the cap is FAILED and the workflow goes on; inbound mail is dropped', async () => {
  const { who } = await subscriber();
  const client = api(url, who.project.secret);
  await setCaps(who, { workflows: 1, inbound: 1 });
  const template = (
    await client.post('/templates', { name: 't', subject: 's', body: 'b', from: `hello@${who.domain}`, type: 'TRANSACTIONAL' })
  ).body;
  const { id } = (await client.post('/workflows', { name: 'w', eventName: 'go' })).body;
  const at = { x: 0, y: 0 };
  const mail = { type: 'SEND_EMAIL', name: 'm', position: at, config: { recipient: { type: 'CONTACT' } }, templateId: template.id };
  assert.is((await client.post(`/workflows/${id}/steps`, mail)).status, 201);
  await client.post(`/workflows/${id}/steps`, { type: 'EXIT', name: 'e', position: at, config: {} });
  await client.patch(`/workflows/${id}`, { enabled: true });
  for (const email of people(2)) await api(url, who.project.public).post('/v1/track', { email, event: 'go' });
  await until(async () => (await client.get(`/workflows/${id}/executions?status=COMPLETED`)).body.total === 2, {
    within: 40_000,
    what: 'both executions',
  });
  const mails = (await client.get('/emails?sourceType=WORKFLOW')).body.data;
  assert.equal(mails.map(({ status }: { status: string }) => status === 'FAILED').sort(), [false, true]);
  assert.is(mails.find(({ status }: { status: string }) => status === 'FAILED').error, 'Billing limit exceeded');

  const report = webhook(anonymous, own.env['DELIVERY_WEBHOOK_SECRET']!);
  for (let n = 0; n < 3; n += 1) {
    const received = {
      id: crypto.randomUUID(),
      type: 'received',
      from: 'ada@sender.test',
      to: [`in@${who.domain}`],
      subject: 's',
      text: 't',
      messageId: `<${n}@x>`,
    };
    assert.is((await report(received)).status, 200);
  }
  assert.is((await client.get('/emails?sourceType=INBOUND')).body.total, 1);
  const now = await limits(who);
  assert.equal([now.workflows.usage, now.inbound.usage, now.inbound.isBlocked], [1, 1, true]);
});

test('webhooks: signed, fresh, known', async () => {
  const object = { id: 'in_x', object: 'invoice', customer: 'cus_nobody' };
  assert.is((await anonymous.post('/webhooks/incoming/billing', '{}')).status, 400);
  assert.is((await anonymous.post('/webhooks/incoming/stripe', '{}', { 'stripe-signature': 't=1,v1=00' })).status, 400);
  assert.is((await post({ type: 'invoice.paid', object }, Math.floor(Date.now() / 1_000) - 400)).status, 400);
  assert.is((await stripeWebhook(anonymous, 'whsec_other')({ type: 'invoice.paid', object })).status, 400);
  const known = await post({ type: 'invoice.paid', object });
  assert.equal([known.status, known.body], [200, { received: true }]);
  assert.equal((await post({ type: 'product.created', object: { id: 'prod_1' } })).body, { received: true });
});

test('a failed payment disables, a paid invoice enables; the owner hears of it, checkout and portal stay open', async () => {
  const { who, customer } = await subscriber();
  const failed = {
    type: 'invoice.payment_failed',
    object: { id: `in_${customer}`, object: 'invoice', customer, billing_reason: 'subscription_cycle' },
  };
  assert.is((await post({ ...failed, object: { ...failed.object, id: 'in_first', billing_reason: 'subscription_create' } })).status, 200);
  assert.is((await record(who)).disabled, false, 'not on the first subscription');
  assert.equal(
    (await Promise.all([post(failed), post(failed), post(failed)])).map(({ status }) => status),
    [200, 200, 200],
  );
  assert.is((await record(who)).disabledReason, 'PAYMENT_FAILED');
  await sleep(600);
  assert.is(code(await send(who, people(1))), 'PROJECT_DISABLED');
  assert.is((await session(who).post(path(who, 'billing-portal'))).status, 200);
  assert.is((await session(who).post(path(who, 'checkout'))).status, 400, 'asked, not stopped at the door');
  assert.is((await session(who).send('PUT', path(who, 'billing-limits'), {})).status, 403);
  const subjects = (await mailsTo(url, who.email, 3)).map(({ subject }) => subject);
  assert.is(subjects.filter((one) => one.startsWith('Payment failed')).length, 1);
  const received = () =>
    new Set(notices.flatMap((one) => ([who.project.id, failed.object.id].some((id) => one.includes(id)) ? [one.split(': ')[1]] : [])));
  await until(() => received().has('payment failed') && received().has('project suspended'), { what: 'the notices to operators' });
  assert.is((await post({ type: 'invoice.paid', object: { id: `in_${customer}`, object: 'invoice', customer } })).status, 200);
  assert.equal([(await record(who)).disabled, (await send(who, people(1))).status], [false, 200]);
  await post({ ...failed, id: 'evt_late_' + customer });
  assert.is((await record(who)).disabled, false, 'a failure that was overtaken by its payment');
});

test('subscriptions that end, in any order; a fraud warning', async () => {
  const { who, subscription, object } = await subscriber();
  const over = { id: subscription, object: 'subscription', status: 'active' };
  await post({ type: 'customer.subscription.updated', object: over });
  assert.is((await record(who)).subscription, subscription);
  await post({ type: 'customer.subscription.deleted', object: { ...over, status: 'canceled' } });
  assert.is((await record(who)).subscription, null);
  await post({ type: 'checkout.session.completed', object });
  assert.is((await record(who)).subscription, null, 'over before its beginning was reported');

  const other = await subscriber();
  const at = stripe.asked.length;
  assert.is((await post({ type: 'radar.early_fraud_warning.created', object: { id: 'issfr_1', charge: 'ch_1' } })).status, 200);
  assert.ok(stripe.asked.slice(at).some((one) => one.path === '/v1/charges/ch_1' && one.status === 200));
  assert.is((await record(other.who)).disabled, false, 'the mock server’s charge is nobody’s');
});

test('each counted mail is one meter event, whatever happens on the way', async () => {
  const { who, customer } = await subscriber();
  stripe.setDown(true);
  const ids = (await send(who, people(20))).body.data.emails.map(({ email }: { email: string }) => email as string);
  const attachments = [{ filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }];
  const twice = (await send(who, people(1), { attachments })).body.data.emails[0].email as string;
  const events = collection('accounts', 'meter_events');
  const waiting = { projectId: who.project.id, dueAt: { $gt: new Date() } };
  // Each was tried once, and is to be tried again in a minute: it is over at once.
  await until(async () => (await events.countDocuments(waiting)) === 21, { within: 60_000, what: '21 meter events that wait' });
  stripe.setDown(false);
  await events.updateMany(waiting, { $set: { dueAt: new Date() } });
  const reported = () =>
    stripe.asked.filter((one) => one.path === '/v1/billing/meter_events' && one.form.get('payload[stripe_customer_id]') === customer);
  await until(() => reported().length >= 21, { within: 120_000, every: 250, what: '21 meter events' });
  // What Stripe has taken is due no more, so nothing is reported later.
  await until(async () => (await events.countDocuments({ projectId: who.project.id, dueAt: { $exists: true } })) === 0, {
    within: 60_000,
    what: 'the last answer',
  });
  assert.ok(
    reported().every(({ status }) => status === 200),
    'taken by Stripe’s own schema',
  );
  const values = new Map(reported().map(({ form }) => [form.get('identifier')!, form.get('payload[value]')]));
  assert.equal([...values.keys()].sort(), [...ids, twice].sort());
  assert.equal([values.get(twice), values.get(ids[0]!), reported()[0]!.form.get('event_name')], ['2', '1', 'emails']);
});

test('consumption and invoices', async () => {
  const free = await provenAccount(url);
  const none = (await session(free).get(path(free, 'billing-consumption'))).body;
  assert.equal([none.usage, none.credits, none.upcomingInvoice], [{ total: 0, records: [] }, 0, null]);
  assert.equal((await session(free).get(path(free, 'billing-invoices'))).body, {
    invoices: [],
    hasUnpaidInvoices: false,
    unpaidInvoices: [],
  });
  const { who } = await subscriber();
  const consumption = await session(who).get(path(who, 'billing-consumption'));
  assert.is(consumption.status, 200, consumption.text);
  assert.equal(Object.keys(consumption.body.upcomingInvoice), ['amountDue', 'currency', 'periodStart', 'periodEnd', 'subtotal', 'total']);
  const { status, body } = await session(who).get(path(who, 'billing-invoices'));
  assert.equal([status, Object.keys(body)], [200, ['invoices', 'hasUnpaidInvoices', 'unpaidInvoices']]);
  assert.equal(Object.keys(body.invoices[0]).length, 14);
});

test.after(async () => {
  await mongo.close();
  await own.stop();
  stripe.stop();
  ntfy.close();
});
test.run();
