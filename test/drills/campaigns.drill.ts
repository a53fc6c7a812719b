/**
 * One campaign to many recipients while campaigns, delivery, contacts, the workflows' worker, Temporal, MongoDB and NATS are killed twenty
 * times, in turn and at random: nobody lost, nobody mailed twice, rows = frozen audience = counters = stats. Then a campaign paused and one
 * cancelled in the middle: how many mails left after the answer. The sink's own record judges.
 * DRILL_RECIPIENTS (20,000), DRILL_KILLS (20) and DRILL_RATE (mails a second, 250) set the size.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { expect } from '#test/expect.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`DRILL_${name}`] ?? otherwise);
const [RECIPIENTS, KILLS, RATE] = [size('RECIPIENTS', 20_000), size('KILLS', 20), size('RATE', 250)];
/** Of the campaigns that are paused and cancelled. */
const FEW = Math.min(2_000, RECIPIENTS);
const WITHIN_MS = 400_000;
/** Share of the audience in which the kills fall. */
const SPREAD = 0.85;
const VICTIMS = ['campaigns', 'delivery', 'contacts', 'worker', 'temporal', 'mongodb', 'nats'] as const;
type Victim = (typeof VICTIMS)[number];

/** Every victim in turn, then at random. */
const order = Array.from({ length: KILLS }, (_, n): Victim => VICTIMS[n < VICTIMS.length ? n : Math.floor(Math.random() * VICTIMS.length)]!);
const show = (count: number): string => count.toLocaleString('en');

interface Row {
  _id: string;
  to: string;
  status: string;
  sentAt: Date | null;
}

const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: '2000', API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error',
    SEND_LEASE: '4s', BUS_REQUEST_TIMEOUT_MS: '3000', IMPORT_MAX_SIZE_MB: '200',
  },
});
try {
  const services = await own.startServices('each');
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const emails = mongo.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection<Row>('emails');

  /** Asked again until it is answered: a service may be down. */
  const asked = async (method: string, path: string, body?: object, accepts: readonly number[] = [200, 201]): Promise<any> => until(async () => {
    const answer = await client.send(method, path, body);
    return accepts.includes(answer.status) && answer;
  }, { within: 60_000, every: 200, what: `${method} ${path}` }).then((answer) => (answer as Answer).body);
  const campaign = async (audience: object): Promise<string> =>
    (await asked('POST', '/campaigns', { name: 'Drill', subject: 'Drill {{n}}', body: '<p>Hello {{n}}</p>', from: `drill@${domain}`, ...audience })).data.id;
  const few = { audienceType: 'FILTERED', audienceCondition: { logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'lessThan', value: FEW }] }] } };
  const rate = (id: string, perSecond: number | null) => asked('POST', `/campaigns/${id}/rate`, { perSecond });
  const ended = (id: string) => until(async () => (await asked('GET', `/campaigns/${id}`)).status === 'SENT', { within: WITHIN_MS, every: 300, what: 'the end' });
  /** Mails that were taken since a moment, once no more come. */
  async function settled(since: number): Promise<number> {
    for (let before = -1; before !== sink.taken.length; await sleep(2_000)) before = sink.taken.length;
    return sink.taken.length - since;
  }

  const form = new FormData();
  form.append('file', new Blob([`email,n\n${Array.from({ length: RECIPIENTS }, (_, n) => `r${n}@example.org,${n}`).join('\n')}\n`], { type: 'text/csv' }), 'people.csv');
  const { body: { jobId } } = await client.post('/contacts/import', form);
  await until(async () => (await asked('GET', `/contacts/import/${jobId}`)).status === 'completed', { within: WITHIN_MS, every: 200, what: 'the import' });

  const victims = {
    campaigns: services.processes['campaigns']!, delivery: services.processes['delivery']!, contacts: services.processes['contacts']!, worker: services.processes['accounts']!,
    temporal: own.stack.servers.temporal!, mongodb: own.stack.servers.mongodb!, nats: own.stack.servers.nats!,
  };
  const id = await campaign({ audienceType: 'ALL' });
  await rate(id, RATE);
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  await asked('POST', `/campaigns/${id}/send`);
  console.log(`\n${show(RECIPIENTS)} recipients, at most ${show(RATE)} a second\n\n| killed | after mails | after s | back after s |\n| --- | --- | --- | --- |`);
  for (const [kill, name] of order.entries()) {
    // The first ones fall into the freezing.
    const at = kill < 2 ? 0 : Math.floor(((kill + Math.random()) * RECIPIENTS * SPREAD) / KILLS);
    await until(() => sink.taken.length >= at, { within: WITHIN_MS, every: 10, what: `mail ${at}` });
    const [mails, after, killed] = [sink.taken.length, seconds(), performance.now()];
    await victims[name].kill();
    await sleep(100 + Math.random() * 900);
    await until(() => victims[name].start().then(() => true), { within: 120_000, every: 200, what: `${name} again` });
    console.log(`| ${name} | ${show(mails)} | ${after} | ${((performance.now() - killed) / 1_000).toFixed(1)} |`);
  }
  await ended(id);
  console.log(`\nSENT after ${seconds()} s, ${KILLS} kills included`);
  await settled(0);

  const got = new Map<string, number>();
  for (const { to } of sink.taken) got.set(to, (got.get(to) ?? 0) + 1);
  const rows = await emails.find({ projectId: project.id, campaignId: id } as never, { projection: { to: 1, status: 1, sentAt: 1 } }).toArray();
  const unknown = rows.filter(({ status }) => status === 'UNKNOWN');
  const lost = rows.filter(({ to, status }) => !got.has(to) && status !== 'UNKNOWN');
  const repeated = [...got].filter(([, times]) => times > 1);
  console.log(`unknown: ${unknown.length}, of which ${unknown.filter(({ to }) => got.has(to)).length} had arrived${unknown.slice(0, 20).map(({ to }) => `\n  ${to}${got.has(to) ? ' arrived' : ''}`).join('')}`);
  expect('lost, repeated, strangers', [lost.length, repeated.length, [...got.keys()].filter((to) => !/^r\d+@example\.org$/.test(to)).length], [0, 0, 0]);
  expect('rows, and addresses among them', [rows.length, new Set(rows.map(({ to }) => to)).size], [RECIPIENTS, RECIPIENTS]);
  const sent = rows.filter(({ sentAt }) => sentAt).length;
  const now = await asked('GET', `/campaigns/${id}/progress`);
  const { totalRecipients, sentCount } = await asked('GET', `/campaigns/${id}`);
  const stats = await asked('GET', `/campaigns/${id}/stats`);
  expect('frozen = terminal rows = totalRecipients', [now.frozen, now.sent + now.failed + now.suppressed + now.unknown, totalRecipients, now.pending + now.sending], [RECIPIENTS, RECIPIENTS, RECIPIENTS, 0]);
  expect('sent by rows, progress, counters, stats', [sent, now.sent, sentCount, stats.sentCount], [sent, sent, sent, sent]);
  expect('unknown by progress', now.unknown, unknown.length);

  console.log('\n| | mails before the answer | after it | of |\n| --- | --- | --- | --- |');
  for (const action of ['pause', 'cancel'] as const) {
    const one = await campaign(few);
    const from = sink.taken.length;
    await asked('POST', `/campaigns/${one}/send`);
    await until(() => sink.taken.length - from >= FEW / 4, { within: WITHIN_MS, every: 5, what: 'a quarter' });
    const answer = await client.post(`/campaigns/${one}/${action}`);
    const before = sink.taken.length - from;
    expect(`${action} answers`, answer.status, 200);
    const late = await settled(from + before);
    console.log(`| ${action} | ${show(before)} | ${show(late)} | ${show(FEW)} |`);
    if (action === 'pause') {
      expect('paused before the end', before + late < FEW, true);
      await asked('POST', `/campaigns/${one}/resume`);
      await ended(one);
      expect('the rest leaves once it is resumed', [await settled(from), new Set(sink.taken.slice(from).map(({ to }) => to)).size], [FEW, FEW]);
    } else {
      const { status, sentCount: out } = await until(async () => {
        const seen = await asked('GET', `/campaigns/${one}`);
        return seen.sentCount === before + late && seen;
      }, { within: 30_000, every: 300, what: 'the counters' });
      expect('cancelled for good, counted', [status, out], ['CANCELLED', before + late]);
    }
  }
  await mongo.close();
} finally {
  await own.stop();
  await sink.stop();
}
