/** `posthorn` for operators, run as a command: what it tells, what it changes, what the audit trail says of it. */
import { randomUUID } from 'node:crypto';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setAside } from '#kit/facts/dead-letters.ts';
import { posthorn } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, sender } from './tenant.ts';

const test = suite('operator');
const mine = await sender();
const { api, from, project, domain, owner } = mine;
const as = `night-${randomUUID().slice(0, 8)}`;
const run = (...args: string[]) => posthorn(args, { ...process.env, POSTHORN_OPERATOR: as });

/** What a command answers with --json; it ends well. */
async function output(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.is(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

async function send(to: string): Promise<string> {
  const { data } = is(await api.post('/v1/send', { to, from, subject: 'Where am I', body: '<p>Hello</p>' }), 200);
  return data.emails[0].email;
}
const stateOf = async (id: string): Promise<string> => is(await api.get(`/emails/${id}`), 200).status;

const [to, unknown] = [address(), address('nobody')];
const id = await send(to);
await until(async () => (await stateOf(id)) === 'DELIVERED');

test('why, of an address: in which projects it is known, and each mail step by step', async () => {
  const { code, stdout } = await run('why', to.toUpperCase());
  assert.is(code, 0, stdout);
  const steps = [
    `(${project.id})`,
    'is a contact',
    `${id}  "Where am I"`,
    'PENDING waits in the ledger',
    'SENDING is claimed by a process, attempt 1',
    'SENT is accepted by the provider',
    'DELIVERED is delivered',
    'So: DELIVERED after 1 attempt. The provider says',
  ];
  const found = steps.map((step) => stdout.indexOf(step));
  assert.equal(
    found.filter((at) => at < 0),
    [],
    stdout,
  );
  assert.equal(
    found,
    found.toSorted((a, b) => a - b),
    stdout,
  );
  assert.match(stdout, /\+\d+\.\d+ s +SENT[^\n]*\[\S+\]/, 'time and owner of a step');
});

test('why, of an address in two projects', async () => {
  const other = await sender();
  is(await other.api.post('/contacts', { email: to, subscribed: false }), 201);
  const found = await output('why', to);
  assert.equal(
    found.map((one: any) => [one.project.id, one.mails]).sort(),
    [
      [project.id, 1],
      [other.project.id, 0],
    ].sort(),
  );
});

test('why, of a mail by its id alone; of nobody; of none', async () => {
  assert.match((await run('why', id)).stdout, /So: DELIVERED/);
  const nobody = await run('why', unknown);
  assert.equal([nobody.code, /is no contact of any project/.test(nobody.stdout)], [1, true]);
  assert.match((await run('why', unknown, '--project', project.id)).stdout, /no mail was ever accepted for it/);
  const missing = await run('why', randomUUID());
  assert.equal([missing.code, missing.stdout, /There is no mail /.test(missing.stderr)], [1, '', true]);
});

test('a paused project accepts mail and sends none; resumed, it sends what waits: mails and a campaign', async () => {
  assert.is((await output('project', 'pause', project.id)).paused, true);
  const waiting = await send(address());
  const campaign = is(
    await api.post('/campaigns', { name: 'News', subject: 'News', body: '<p>News</p>', from, audienceType: 'ALL', type: 'TRANSACTIONAL' }),
    201,
  ).data.id;
  is(await api.post(`/campaigns/${campaign}/send`), 200);
  await until(async () =>
    (await api.get(`/emails/${waiting}/trace`)).body.data.some(({ detail }: any) => detail === 'the project is paused'),
  );
  await until(async () => is(await api.get(`/campaigns/${campaign}/progress`), 200).frozen > 0, { within: 15_000, what: 'frozen' });
  assert.is(is(await api.get(`/campaigns/${campaign}/progress`), 200).sent, 0);
  const shown = await output('top', '--limit', '100');
  const own = shown.projects.find((one: any) => one.projectId === project.id);
  assert.ok(own.backlog >= 1 && own.accepted >= 2, JSON.stringify(own));
  assert.is((await output('project', 'resume', project.id)).paused, false);
  await until(async () => (await stateOf(waiting)) === 'DELIVERED', { what: 'the mail that waited' });
  await until(async () => is(await api.get(`/campaigns/${campaign}`), 200).status === 'SENT', {
    within: 20_000,
    what: 'the campaign',
  });
});

test('a campaign is paused, resumed and cancelled', async () => {
  const campaign = is(
    await api.post('/campaigns', { name: 'Slow', subject: 'Slow', body: '<p>Slow</p>', from, audienceType: 'ALL', type: 'TRANSACTIONAL' }),
    201,
  ).data.id;
  // As many as last longer than the commands do.
  is(await api.post('/v1/send', { to: Array.from({ length: 60 }, () => address()), from, subject: 'Hi', body: '<p>Hi</p>' }), 200);
  is(await api.post(`/campaigns/${campaign}/rate`, { perSecond: 0.1 }), 200);
  is(await api.post(`/campaigns/${campaign}/send`), 200);
  assert.is((await output('campaign', 'pause', project.id, campaign)).paused, true);
  assert.is((await output('campaign', 'resume', project.id, campaign)).paused, false);
  // A draft again when none of it had left.
  assert.match((await output('campaign', 'cancel', project.id, campaign)).status, /^(CANCELLED|DRAFT)$/);
  assert.is((await run('campaign', 'pause', project.id, campaign)).code, 1, 'it is over');
});

test('what is kept, counted and looked up', async () => {
  assert.equal(await output('retention', project.id, '--mails', '30'), { mails: 30, events: null });
  assert.equal(await output('retention', project.id, '--mails', 'default', '--events', '365'), { mails: null, events: 365 });
  assert.equal(await output('recount', project.id), []);
  assert.equal(await output('recount', project.id, '--repair', '--service', 'events'), []);
  assert.is((await run('verify-domain', project.id, 'elsewhere.example')).code, 1);
  const checked = await run('verify-domain', project.id, domain, '--json');
  assert.ok(checked.stdout.includes(domain), checked.stderr);
  assert.ok(Array.isArray((await output('queue')).rows));
  assert.ok((await output('project', 'list')).some((one: any) => one.id === project.id));
  assert.is((await output('project', 'show', project.id)).project.name, project.name);
});

test('a dead letter is listed, replayed to its consumer, and noted in the trail of its project', async () => {
  const nats = await connect({ servers: process.env['NATS_URL']! });
  const subject = `facts.${project.id}.delivery.domain.added`;
  const lost = `${randomUUID()}.example.org`;
  const fact = { id: randomUUID(), projectId: project.id, name: 'domain.added', at: new Date().toISOString(), data: { domain: lost } };
  const data = new TextEncoder().encode(JSON.stringify(fact));
  await setAside(nats.jetstream(), 'accounts-audit', { seq: 0, part: Date.now(), subject, data, error: new Error('not today') });
  await nats.close();
  const letter = (await output('dead-letters', 'list')).find((one: any) => one.fact?.id === fact.id);
  assert.equal([letter.consumer, letter.error], ['accounts-audit', 'Error: not today']);
  assert.equal(await output('dead-letters', 'replay', String(letter.seq)), { replayed: 1 });
  await until(async () => (await output('project', 'audit', project.id)).some(({ target }: any) => target === lost), { what: 'the fact' });
  const gone = await run('dead-letters', 'replay', String(letter.seq));
  assert.equal([gone.code, gone.stdout], [1, `There is no dead letter ${letter.seq}.\n`]);
});

test('every act is in the trail, with who did it; who only looked is not', async () => {
  const trail = is(await owner.session.get(`/users/@me/projects/${project.id}/audit?pageSize=100`), 200).data;
  const acts = trail.filter(({ actor }: any) => actor.type === 'operator');
  assert.ok(acts.every(({ actor }: any) => actor.id === as));
  assert.equal(
    acts.map(({ action }: any) => action).sort(),
    [
      'campaign.cancelled',
      'campaign.paused',
      'campaign.paused',
      'campaign.resumed',
      'counts.repaired',
      'domain.checked',
      'facts.replayed',
      'project.paused',
      'project.resumed',
      'retention.changed',
      'retention.changed',
      'retention.changed',
    ],
    'what was refused was tried',
  );
  const kept = acts.filter(({ action }: any) => action === 'retention.changed').map(({ target }: any) => target);
  assert.equal(kept.sort(), ['delivery', 'delivery: days 30', 'events: days 365'], 'of what, for how long');
});

test('what is not understood, not allowed, not reached', async () => {
  assert.is((await run('frobnicate')).code, 2);
  assert.is((await run('project', 'pause')).code, 2);
  assert.is((await run('top', '--by', 'colour')).code, 2);
  assert.is((await run('project', 'disable', project.id, '--reason', 'BECAUSE')).code, 2);
  assert.is((await run('recount', randomUUID())).code, 1, 'of a project that is not there');
  const guessed = await posthorn(['queue', '--json'], { ...process.env, POSTHORN_OPERATOR_TOKEN: 'guessed' });
  const { status, code, message } = JSON.parse(guessed.stderr).error;
  assert.equal([guessed.code, status, code], [3, 401, 'UNAUTHORIZED'], guessed.stderr);
  assert.match(message, /does not know this token/);
  const unreached = await run('queue', '--grpc', '127.0.0.1:1');
  assert.is(unreached.code, 4, 'the address it was given, and no other');
  assert.match(unreached.stderr, /delivery at 127\.0\.0\.1:1 does not answer/);
});

test.run();
