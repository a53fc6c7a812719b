/** Services that stop, die or freeze, each in a process of its own; one that stops under load; Redis, NATS and MongoDB away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { check } from '#test/checker.ts';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { freeze, thaw } from '#test/freeze.ts';
import { startLoad } from '#test/load.ts';
import { ownStack } from '#test/stack.ts';
import { median } from '#test/quantile.ts';
import { until } from '#test/until.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { ok } from './answers.ts';

/** Longer than any request waits for the processor while processes start beside it; shorter than the bus waits for a heartbeat (12 s). */
const BUS_TIMEOUT_MS = Math.min(stretched(1_500), 6_000);
/** What a request may take beyond the time that the contract gives it, on a busy machine. */
const SLACK_MS = stretched(1_000);

const own = await ownStack({
  env: {
    BUS_REQUEST_TIMEOUT_MS: String(BUS_TIMEOUT_MS),
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    LOGIN_RATE_LIMIT_PER_EMAIL: '1000',
  },
});
const services = await own.startServices('each');
const user = await account(services.url);
const { project, domain } = user;
const from = `hello@${domain}`;
const [client, tracker, anonymous] = [api(services.url, project.secret), api(services.url, project.public), api(services.url)];
const gateway = services.processes['gateway']!.pid;

const contactId = ok(await client.post('/contacts', { email: 'ada@example.com' })).id;
const send = (more: object = {}): Promise<Answer> =>
  client.post('/v1/send', { to: 'ada@example.com', from, subject: 's', body: '<p>{{a}}</p>', ...more });
const login = (): Promise<Answer> => anonymous.post('/auth/login', { email: user.email, password: user.password });

/** Service → a request that cannot do without it. */
const NEEDS: Record<string, () => Promise<Answer>> = {
  accounts: login,
  contacts: () => client.get(`/contacts/${contactId}`),
  events: () => tracker.post('/v1/track', { email: 'ada@example.com', event: 'tried' }),
  templating: () => client.get('/templates'),
  delivery: () => send(),
};
const NAMES = Object.keys(NEEDS);

async function timed(request: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const started = performance.now();
  const answer = await request();
  return { answer, ms: performance.now() - started };
}

function refusedWith({ status, body, text }: Answer, expected: number, what: string): void {
  assert.is(status, expected, `${what}: ${status} ${text}`);
  assert.equal([body.success, body.error.code, body.error.statusCode], [false, 'EXTERNAL_SERVICE_ERROR', expected], what);
}

/** What goes on while a service is away: whatever does not ask it. A request without accounts cannot tell who asks. */
async function othersWork(away: string): Promise<void> {
  ok(await anonymous.get('/health'));
  if (away === 'accounts') return;
  const asks: Record<string, readonly string[]> = { events: ['events', 'contacts'], delivery: ['delivery', 'contacts', 'templating'] };
  for (const name of NAMES) if (!(asks[name] ?? [name]).includes(away)) ok(await NEEDS[name]!());
}

const test = suite('services that fail');

/** Every process has noticed that everybody is there. */
const allWork = (): Promise<boolean> =>
  until(async () => (await Promise.all(NAMES.map((name) => NEEDS[name]!()))).every(({ status }) => status === 200), {
    within: 10_000,
    what: 'an answer of all',
  });

const ENDS = { accounts: 'stop', contacts: 'kill', events: 'stop', templating: 'stop', delivery: 'kill' } as const;
for (const [name, end] of Object.entries(ENDS)) {
  const service = services.processes[name]!;
  test(`${name} ${end === 'stop' ? 'stopped' : 'killed'}: 503 at once, the others work, it comes back by itself`, async () => {
    await service[end]();
    try {
      const { answer, ms } = await timed(NEEDS[name]!);
      refusedWith(answer, 503, name);
      assert.ok(ms < stretched(500), `${name}: ${ms.toFixed(0)} ms`);
      await othersWork(name);
    } finally {
      await service.start();
    }
    await allWork();
  });
}

test('delivery killed: a recipient who opens or clicks notices nothing, and is counted again when it is back', async () => {
  const target = 'https://shop.example/a';
  const to = `${crypto.randomUUID()}@example.com`;
  const id = ok(await send({ to, body: `<a href="${target}">a</a>` })).data.emails[0].email;
  // What became of it is written a moment after it left: killed before, delivery would first have to find out.
  await until(async () => ok(await client.get(`/emails/${id}`)).status === 'DELIVERED');
  const [item] = ok(await anonymous.get(`/dev/inbox?to=${to}`)).data;
  const { html } = ok(await anonymous.get(`/dev/inbox/${item.id}`));
  const [pixel, link] = ['o', 'c'].map((kind) => new RegExp(`/t/${kind}/[\\w-]+`).exec(html)![0]) as [string, string];
  const delivery = services.processes['delivery']!;
  await delivery.kill();
  try {
    const [seen, followed] = [await timed(() => anonymous.get(pixel)), await timed(() => anonymous.get(link))];
    assert.equal([seen.answer.status, followed.answer.status, followed.answer.headers.get('location')], [200, 302, target]);
    for (const { ms } of [seen, followed]) assert.ok(ms < stretched(5_000), `${ms.toFixed(0)} ms`);
  } finally {
    await delivery.start();
  }
  await until(async () => {
    await anonymous.get(link);
    const { clicks, status } = ok(await client.get(`/emails/${id}`));
    return clicks >= 1 && status === 'CLICKED';
  });
  await allWork();
});

for (const name of ['accounts', 'contacts', 'templating']) {
  test(`${name} frozen: 504 when the time is up, whoever asks on whose behalf`, async () => {
    const { pid } = services.processes[name]!;
    await freeze(pid);
    try {
      const asked = [NEEDS[name]!, ...(name === 'accounts' ? [] : [NEEDS['delivery']!])];
      for (const { answer, ms } of await Promise.all(asked.map(timed))) {
        refusedWith(answer, 504, name);
        assert.ok(ms >= BUS_TIMEOUT_MS - 50 && ms < BUS_TIMEOUT_MS + SLACK_MS, `${name}: ${ms.toFixed(0)} ms`);
      }
      await othersWork(name);
    } finally {
      thaw(pid);
    }
    await allWork();
  });
}

test('delivery stops under load within 25 s, and no accepted mail is lost', async () => {
  const { MONGODB_URI, NATS_URL } = own.stack.urls;
  const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
  const load = startLoad(services.url, project, from, 4);
  await until(() => load.promised.emails.length > 100);
  const started = performance.now();
  await services.processes['delivery']!.stop();
  const stopped = performance.now() - started;
  await services.processes['delivery']!.start();
  const before = load.promised.emails.length;
  await until(() => load.promised.emails.length > before + 50);
  const promised = await load.stop();
  const { broken } = await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted);
  await counter.stop();
  assert.equal(broken.slice(0, 10), []);
  assert.equal(
    [...promised.refused.keys()].filter((status) => status !== 503),
    [],
    'requests in flight were answered, others refused',
  );
  assert.ok(stopped < 25_000, `${stopped.toFixed(0)} ms`);
});

const redis = own.stack.servers.redis!;
for (const [how, away, back] of [
  ['stopped', () => redis.stop(), () => redis.start()],
  ['frozen', () => freeze(redis.pid), async () => thaw(redis.pid)],
] as const) {
  test(`Redis ${how}: requests, mails and logins pass, hardly later`, async () => {
    const usual = (await timed(NEEDS['contacts']!)).ms;
    await away();
    try {
      const took: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        const { answer, ms } = await timed(NEEDS['contacts']!);
        ok(answer);
        took.push(Math.round(ms));
      }
      // Whoever waits for Redis does so each time; a busy machine makes one wait.
      assert.ok(median(took) < usual + stretched(300), `${took.join(', ')} ms instead of ${usual.toFixed(0)}`);
      const sent = ok(await send()).data.emails[0].email;
      await until(async () => ok(await client.get(`/emails/${sent}`)).status === 'DELIVERED', { within: 5_000 });
      const entered = await timed(login);
      assert.is(ok(entered.answer).success, true);
      assert.ok(entered.ms < stretched(3_000), `login: ${entered.ms.toFixed(0)} ms`);
    } finally {
      await back();
    }
    await until(async () => Number((await NEEDS['contacts']!()).headers.get('ratelimit-remaining')) > 0, {
      within: 5_000,
      what: 'a counted request',
    });
  });
}

for (const name of ['nats', 'mongodb'] as const) {
  test(`${name} away under load: what was under way and what comes is refused at once, and all flows again`, async () => {
    const load = startLoad(services.url, project, from, 4);
    const flows = (): Promise<boolean> => {
      const before = load.promised.emails.length;
      return until(() => load.promised.emails.length > before + 10, { within: 5_000, what: `sends with ${name}` });
    };
    await flows();
    await own.stack.servers[name]!.stop();
    // Longer than a request waits for the database.
    await sleep(name === 'nats' ? 500 : 3_500);
    await own.stack.servers[name]!.start();
    await flows();
    const { refused, strange } = await load.stop();
    // Here the bus is less patient than the driver of MongoDB.
    const expected = name === 'nats' ? [503] : [503, 504];
    assert.equal([strange, [...refused.keys()].filter((status) => !expected.includes(status))], [[], []]);
    assert.ok(refused.size > 0);
  });
}

test('the gateway is the same process all along', () => {
  assert.equal([services.processes['gateway']!.alive(), services.processes['gateway']!.pid], [true, gateway]);
});

test.after(() => own.stop());

test.run();
