/**
 * Every event of Stripe that is handled, posted as Stripe posts it: twice, in every order, many at once (contract "Provider notifications:
 * Billing notices"). What a project is in the end is the same each time, and each act is done once.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { startStripe, stripeWebhook } from '#test/stripe.ts';
import type { StripeEvent } from '#test/stripe.ts';

const test = suite('billing events');
const SECRET = 'whsec_of_events';
const stripe = await startStripe();
const own = await ownStack({ env: { STRIPE_SK: 'sk_test_1', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_BASE: stripe.url } });
const { url } = await own.startServices('one');
const anonymous = api(url);
const post = stripeWebhook(anonymous, SECRET);
const { cookie } = await account(url);
const session = api(url, { cookie });
const now = Math.floor(Date.now() / 1_000);

interface Names {
  project: string;
  customer: string;
  /** Subscriptions, invoices, a charge. */
  first: string;
  second: string;
  charge: string;
}

type Event = Omit<StripeEvent, 'id'>;
type Make = (names: Names) => Event;

const checkout =
  (which: 'first' | 'second', created = now): Make =>
  ({ project, customer, ...ids }) => ({
    type: 'checkout.session.completed',
    created,
    object: {
      id: `cs_${ids[which]}`,
      object: 'checkout.session',
      client_reference_id: project,
      currency: 'eur',
      customer,
      subscription: ids[which],
    },
  });
const subscription =
  (type: 'updated' | 'deleted', status: string): Make =>
  ({ first }) => ({ type: `customer.subscription.${type}`, object: { id: first, object: 'subscription', status } });
const invoice =
  (type: string, reason = 'subscription_cycle', id = 'in_1'): Make =>
  ({ customer }) => ({
    type: `invoice.${type}`,
    object: { id: `${id}_${customer}`, object: 'invoice', customer, billing_reason: reason },
  });
const fraud: Make = ({ charge }) => ({
  type: 'radar.early_fraud_warning.created',
  object: { id: `issfr_${charge}`, object: 'radar.early_fraud_warning', charge },
});

interface State {
  subscription: 'first' | 'second' | null;
  reason: 'PAYMENT_FAILED' | 'CARD_VERIFICATION_FAILED' | null;
}

/** Events; which of them came before; how the project is in the end, whatever their order was. */
const TABLE: readonly { what: string; before?: Make[]; events: Make[]; end: State; acts: string[] }[] = [
  { what: 'checkout completed', events: [checkout('first')], end: { subscription: 'first', reason: null }, acts: ['billing.subscribed'] },
  {
    what: 'checkout completed, subscription updated',
    events: [checkout('first'), subscription('updated', 'active')],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed'],
  },
  {
    what: 'checkout completed, subscription past due',
    events: [checkout('first'), subscription('updated', 'past_due')],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed'],
  },
  {
    what: 'subscription updated to its end, after an update that it overtakes',
    before: [checkout('first')],
    events: [subscription('updated', 'canceled'), subscription('updated', 'active')],
    end: { subscription: null, reason: null },
    acts: ['billing.subscribed', 'billing.ended'],
  },
  {
    what: 'subscription deleted',
    before: [checkout('first')],
    events: [subscription('deleted', 'canceled')],
    end: { subscription: null, reason: null },
    acts: ['billing.subscribed', 'billing.ended'],
  },
  {
    what: 'checkout completed and its subscription deleted',
    events: [checkout('first'), subscription('deleted', 'canceled')],
    end: { subscription: null, reason: null },
    acts: ['billing.subscribed', 'billing.ended'],
  },
  {
    what: 'a subscription, its end, and the next one',
    events: [checkout('first', now - 60), subscription('deleted', 'canceled'), checkout('second')],
    end: { subscription: 'second', reason: null },
    acts: ['billing.subscribed', 'billing.ended', 'billing.subscribed'],
  },
  {
    what: 'invoice paid',
    before: [checkout('first')],
    events: [invoice('paid')],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed'],
  },
  {
    what: 'payment failed',
    before: [checkout('first')],
    events: [invoice('payment_failed')],
    end: { subscription: 'first', reason: 'PAYMENT_FAILED' },
    acts: ['billing.subscribed', 'project.suspended'],
  },
  {
    what: 'first payment failed',
    before: [checkout('first')],
    events: [invoice('payment_failed', 'subscription_create')],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed'],
  },
  {
    what: 'payment failed and made good',
    before: [checkout('first')],
    events: [invoice('payment_failed'), invoice('paid')],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed', 'project.suspended', 'project.enabled'],
  },
  {
    what: 'fraud warning, and an invoice that is paid',
    before: [checkout('first')],
    events: [fraud, invoice('paid')],
    end: { subscription: 'first', reason: 'CARD_VERIFICATION_FAILED' },
    acts: ['billing.subscribed', 'project.suspended'],
  },
  {
    what: 'a stranger’s payment, and events nobody acts on',
    before: [checkout('first')],
    events: [
      () => ({ type: 'invoice.payment_failed', object: { id: 'in_x', object: 'invoice', customer: 'cus_of_nobody' } }),
      invoice('finalized'),
      invoice('payment_action_required'),
      () => ({ type: 'product.created', object: { id: 'prod_1', object: 'product' } }),
      () => ({ type: 'of.tomorrow', object: {} }),
    ],
    end: { subscription: 'first', reason: null },
    acts: ['billing.subscribed'],
  },
];

/** A project that may come to any of these states. Those of one table are made before any is disabled: its members begin no other. */
async function names(): Promise<Names> {
  const { status, text, body } = await session.post('/users/@me/projects', { name: 'Paying' });
  assert.is(status, 201, text);
  const id = () => crypto.randomUUID();
  const own_ = { project: body.id as string, customer: `cus_${id()}`, first: `sub_${id()}`, second: `sub_${id()}`, charge: `ch_${id()}` };
  stripe.customers.set(own_.charge, own_.customer);
  return own_;
}

async function deliver(event: StripeEvent): Promise<void> {
  const { status, body, text } = await post(event);
  assert.equal([status, body], [200, { received: true }], `${event.type}: ${text}`);
}

function orders<T>(some: readonly T[]): T[][] {
  if (some.length < 2) return [[...some]];
  // Of many all that matters is forth and back.
  if (some.length > 3) return [[...some], some.toReversed()];
  return some.flatMap((one, index) => orders(some.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

const withId = (event: Event): StripeEvent => ({ id: `evt_${crypto.randomUUID()}`, ...event });

async function expectEnd({ project, ...ids }: Names, { subscription: which, reason }: State, acts: readonly string[]): Promise<void> {
  const record = (await session.get(`/projects/${project}`)).body.data;
  const end = [record.customer, record.subscription, record.disabled, record.disabledReason];
  assert.equal(end, [ids.customer, which && ids[which], reason !== null, reason]);
  const done = (await session.get(`/users/@me/projects/${project}/audit`)).body.data.map(({ action }: { action: string }) => action);
  // What was overtaken is not done; nothing is done twice.
  for (const act of ['billing.subscribed', 'billing.ended', 'project.suspended', 'project.enabled']) {
    const [times, most] = [done, acts].map((of) => of.filter((one: string) => one === act).length) as [number, number];
    assert.ok(times <= most, `${act}: ${times} times`);
  }
}

const plans = TABLE.flatMap((row) => [
  ...orders(row.events).map((events, n) => ({ ...row, events, what: `${row.what}: twice each, order ${n + 1}`, atOnce: false })),
  { ...row, what: `${row.what}: at once, four of each`, atOnce: true },
]);
const projects = await Promise.all(plans.map(names));

plans.forEach(({ what, before = [], events, end, acts, atOnce }, index) =>
  test(what, async () => {
    const own_ = projects[index]!;
    for (const event of before) await deliver(withId(event(own_)));
    const made = events.map((event) => withId(event(own_)));
    if (atOnce) await Promise.all([...made, ...made, ...made, ...made].map(deliver));
    else {
      for (const event of made) for (const _ of [1, 2]) await deliver(event);
      // And all of them once more, long after.
      for (const event of made) await deliver(event);
    }
    await expectEnd(own_, end, acts);
    if (events.length === 1) {
      const done = (await session.get(`/users/@me/projects/${own_.project}/audit`)).body.data.map(({ action }: any) => action).toReversed();
      assert.equal(
        done.filter((one: string) => acts.includes(one)),
        acts,
        'each act once',
      );
    }
  }),
);

test('what is not signed, not fresh, or of another day changes nothing', async () => {
  const { project, ...ids } = projects[0]!;
  const before = (await session.get(`/projects/${project}`)).body.data;
  const event = withId(checkout('second')({ project, ...ids }));
  for (const at of [now - 600, now - 305, Math.floor(Date.now() / 1_000) + 310])
    assert.is((await post(event, at)).status, 400, String(at - now));
  assert.is((await stripeWebhook(anonymous, 'whsec_other')(event)).status, 400);
  assert.equal((await session.get(`/projects/${project}`)).body.data, before);
  // Refused is not noted: the same event is taken when it is signed.
  for (const at of [-290, 280])
    await post({ ...event, id: `${event.id}${at}` }, Math.floor(Date.now() / 1_000) + at).then(({ status }) => assert.is(status, 200));
  assert.is((await session.get(`/projects/${project}`)).body.data.subscription, ids.second);
});

test.after(async () => {
  await own.stop();
  stripe.stop();
});
test.run();
