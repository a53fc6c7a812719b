/**
 * 64 clients send at once against a cap while gateway, accounts and deliveries are killed: the ledger never holds more than the cap,
 * nothing that was answered with success is missing, in the end exactly the cap was accepted, each of it arrived, and each is one meter
 * event.
 * DRILL_KILLS rounds (12), DRILL_MAILS of cap a round (150).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { serviceProcess } from '#local/services.ts';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { startStripe, stripeWebhook } from '#test/stripe.ts';
import { until } from '#test/until.ts';

const [KILLS, STEP] = [Number(process.env['DRILL_KILLS'] ?? 12), Number(process.env['DRILL_MAILS'] ?? 150)];
const AT_ONCE = 64;
const SECRET = 'whsec_drill';
const WITHIN_MS = 300_000;

/** taken: in the ledger, says the answer; capped: over the cap; broken: a 5xx that keeps its key, so nobody will ever say. */
type Answered = 'taken' | 'capped' | 'broken';

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'billing',
  title: 'A cap under 64 clients and kills',
  about:
    `${AT_ONCE} clients at once, each round ${STEP} mails of cap and more than that asked for, while one process is killed (kill -9): ` +
    `gateway, accounts, either of two deliveries (SEED=${random.seed}).`,
});
const [stripe, sink] = [await startStripe(), await startSink()];
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    EMAIL_RATE_LIMIT_PER_SECOND: '2000',
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    LOG_LEVEL: 'error',
    SEND_LEASE: '4s',
    SEND_UNKNOWN_RETRY_AFTER: '1s',
    IDEMPOTENCY_LEASE: '3s',
    BUS_REQUEST_TIMEOUT_MS: '3000',
    STRIPE_SK: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_PRICE_ONBOARDING: 'price_onboarding',
    STRIPE_PRICE_EMAIL_USAGE: 'price_usage',
    STRIPE_API_BASE: stripe.url,
  },
});
const second = await serviceProcess('delivery', { ...own.env, PORT: '0' }, { env: own.env, mode: 'each', dir: `${own.dir}/second` });
try {
  const services = await own.startServices('each');
  await second.start();
  const victims = [...['delivery', 'accounts', 'gateway'].map((name) => services.processes[name]!), second];
  const who = await account(services.url);
  const projectId = who.project.id;
  const session = api(services.url, { cookie: who.cookie, 'x-project-id': projectId });
  const ids = { customer: 'cus_drill', subscription: 'sub_drill' };
  const subscribed = { id: 'cs_1', object: 'checkout.session', client_reference_id: projectId, currency: 'eur', ...ids };
  await stripeWebhook(api(services.url), SECRET)({ type: 'checkout.session.completed', object: subscribed });
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const delivery = mongo.useDb(`${own.env['MONGODB_PREFIX']}delivery`);
  const emails = delivery.collection<{ _id: string; to: string; status: string }>('emails');
  const accepted = () => emails.countDocuments({ projectId } as never);
  const headers = { authorization: `Bearer ${who.project.secret}`, 'content-type': 'application/json' };

  /** One mail, asked for under its key until somebody says what became of it. */
  async function send(to: string): Promise<Answered> {
    const body = JSON.stringify({ to, from: `drill@${who.domain}`, subject: 'Drill', body: 'b' });
    for (const end = Date.now() + stretched(60_000); Date.now() < end; await sleep(50)) {
      try {
        const options = {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': to },
          body,
          signal: AbortSignal.timeout(stretched(20_000)),
        };
        const answer = await fetch(`${services.url}/v1/send`, options);
        const { error } = (await answer.json()) as { error?: { code: string; details?: { originalStatusCode?: number | null } } };
        if (answer.status === 200) return 'taken';
        if (error?.code === 'BILLING_LIMIT_EXCEEDED') return 'capped';
        const before = error?.code === 'IDEMPOTENCY_KEY_REUSED' && error.details?.originalStatusCode;
        if (before) return before === 200 ? 'taken' : 'broken';
      } catch {
        // The connection broke: nobody knows what became of it.
      }
    }
    throw new Error(`${to}: no answer in a minute`);
  }

  let asked = 0;
  const answers = new Map<string, Answered>();
  /** Sends until a row of answers says that the cap is reached. */
  async function fill(): Promise<void> {
    let capped = 0;
    const client = async (): Promise<void> => {
      while (capped < AT_ONCE) {
        const to = `drill-${(asked += 1)}@example.com`;
        const answered = await send(to);
        answers.set(to, answered);
        capped = answered === 'capped' ? capped + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
  }

  async function setCap(transactional: number): Promise<void> {
    const caps = { workflows: null, campaigns: null, inbound: null, transactional };
    const set = async () => (await session.send('PUT', `/users/@me/projects/${projectId}/billing-limits`, caps)).status === 200;
    await until(set, { within: 60_000, every: 200, what: 'the cap' });
    // Deliveries may go on for half a second with what they knew, which was less.
    await sleep(stretched(600));
  }

  let cap = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    cap += STEP;
    await setCap(cap);
    const victim = victims[(round - 1) % victims.length]!;
    const before = await accepted();
    const filling = fill();
    // Somewhere between the first mail and the last one there is room for.
    const at = Math.min(cap, before + Math.floor(random.share() * STEP * 1.1));
    await until(async () => (await accepted()) >= at, { within: 20_000, every: 5 }).catch(() => undefined);
    await victim.kill();
    const killedAt = await accepted();
    await victim.start();
    await filling;
    const now = await accepted();
    findings.row('Rounds', {
      round,
      killed: victim === second ? 'delivery 2' : victim.name,
      cap,
      'in the ledger at the kill': killedAt,
      'after the round': now,
    });
    findings.holds(`round ${round}: at most the cap`, now, now <= cap);
  }

  const open = () => delivery.collection('usage').countDocuments({ projectId, 'open.0': { $exists: true } });
  await until(async () => (await open()) === 0, { within: 150_000, every: 500, what: 'counts that killed processes left open' });
  await fill();
  findings.expect('accepted in the end, and the cap', [await accepted(), cap], [cap, cap]);
  const rows = await emails.find({ projectId } as never, { projection: { to: 1 } }).toArray();
  const inLedger = new Set(rows.map(({ to }) => to));
  const of = (wanted: Answered) => [...answers].filter(([, answered]) => answered === wanted).map(([to]) => to);
  findings.expect('answered with success and not in the ledger', of('taken').filter((to) => !inLedger.has(to)).length, 0);
  findings.expect('answered as over the cap and in the ledger', of('capped').filter((to) => inLedger.has(to)).length, 0);
  findings.expect('one row an address', inLedger.size, rows.length);
  await until(async () => (await emails.countDocuments({ projectId, status: { $ne: 'DELIVERED' } } as never)) === 0, {
    within: WITHIN_MS,
    every: 500,
    what: 'all of it delivered',
  });
  const arrived = new Set(sink.taken.map(({ to }) => to));
  findings.expect('in the ledger and not arrived', [...inLedger].filter((to) => !arrived.has(to)).length, 0);
  findings.expect('arrived and not in the ledger', [...arrived].filter((to) => !inLedger.has(to)).length, 0);
  const metered = () =>
    new Set(stripe.asked.flatMap(({ path, form }) => (path === '/v1/billing/meter_events' ? [form.get('identifier')!] : [])));
  await until(() => metered().size >= cap, { within: WITHIN_MS, every: 500, what: 'a meter event for each' });
  const [mails, events] = [new Set(rows.map(({ _id }) => _id)), metered()];
  findings.expect('mails without a meter event', [...mails].filter((one) => !events.has(one)).length, 0);
  findings.expect('meter events without a mail', [...events].filter((one) => !mails.has(one)).length, 0);
  findings.note(
    `${asked} mails asked for: ${of('taken').length} taken, ${of('capped').length} over the cap, ${of('broken').length} broken off.`,
  );
  await mongo.close();
  findings.close();
} finally {
  await second.kill();
  await own.stop();
  await sink.stop();
  stripe.stop();
}
