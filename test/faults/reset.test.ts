/**
 * A project's reset while its process is killed (kill -9) at random moments: it goes on and ends, all that must go is gone, what
 * stays is as it was, and other projects have what they had.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import type { Api, TestAccount } from '#test/client.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { holdingsOf } from '#test/holdings.ts';
import { createRandom } from '#test/random.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('reset under kills');
const random = createRandom();
const own = await ownStack({ env: { EMAIL_RATE_LIMIT_PER_SECOND: '1000', API_RATE_LIMIT_PER_MINUTE: '1000000' } });
const services = await own.startServices('one');
const { url } = services;
const [posthorn] = Object.values(services.processes);

const KILLS = 3;
const PEOPLE = 400;

interface Project extends TestAccount {
  secret: Api;
  session: Api;
  /** A segment whose members are not computed yet: the five-minute round of segments may come at any moment. */
  dynamic: string;
}

const body = ({ status, text, body: said }: { status: number; text: string; body: any }): any => {
  assert.ok(status < 300, `${status} ${text}`);
  return said;
};

/** A project with some hundred of most things. */
async function furnished(): Promise<Project> {
  const who = await account(url);
  const secret = api(url, who.project.secret);
  const session = api(url, { cookie: who.cookie, 'x-project-id': who.project.id });
  const from = `hello@${who.domain}`;
  const to = Array.from({ length: PEOPLE }, (_, n) => `p${n}@rcpt.test`);
  body(await secret.post('/v1/send', { to, from, subject: 's', body: 'b' }));
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'contains', value: 'p1' }] }] };
  const { id: dynamic } = body(await secret.post('/segments', { name: 'Dynamic', type: 'DYNAMIC', condition, trackMembership: true }));
  const { id: fixed } = body(await secret.post('/segments', { name: 'Static', type: 'STATIC' }));
  body(await secret.post(`/segments/${fixed}/members`, { emails: to.slice(0, 200) }));
  for (let n = 0; n < 30; n += 1)
    body(await secret.post('/templates', { name: `t${n}`, subject: 's', body: 'b', from, type: 'TRANSACTIONAL' }));
  const content = { name: 'c', subject: 's', body: '<p>b</p>', from, type: 'TRANSACTIONAL', audienceType: 'ALL' };
  const campaign = body(await secret.post('/campaigns', content)).data.id;
  body(await secret.post('/campaigns', content));
  body(await secret.post(`/campaigns/${campaign}/send`, {}));
  const { id: workflow } = body(await secret.post('/workflows', { name: 'w', eventName: 'go' }));
  const wait = { type: 'WAIT_FOR_EVENT', name: 'wait', position: { x: 0, y: 0 }, config: { eventName: 'never' } };
  body(await secret.post(`/workflows/${workflow}/steps`, wait));
  body(await secret.patch(`/workflows/${workflow}`, { enabled: true }));
  const tracker = api(url, who.project.public);
  await Promise.all(to.slice(0, 40).map(async (email) => body(await tracker.post('/v1/track', { email, event: 'go', data: { n: 1 } }))));
  await until(async () => body(await secret.get(`/campaigns/${campaign}`)).status === 'SENT', { within: 60_000, what: 'the campaign' });
  return { ...who, secret, session, dynamic };
}

/** Domains, members, keys, settings. */
async function identity({ secret, session, project }: Project): Promise<object> {
  return {
    domains: body(await secret.get(`/domains/project/${project.id}`)).map(({ domain, verified, dkimTokens }: any) => [
      domain,
      verified,
      dkimTokens,
    ]),
    members: body(await session.get(`/projects/${project.id}/members`)).data,
    keys: body(await session.get(`/users/@me/projects/${project.id}/keys`)),
    ...body(await session.get(`/projects/${project.id}`)).data,
  };
}

/** What it has once nothing follows from it any more. */
async function settled(who: Project): Promise<Record<string, number>> {
  await factsDrained({ mongoUri: own.env['MONGODB_URI']!, prefix: own.env['MONGODB_PREFIX']!, natsUrl: own.env['NATS_URL']! });
  return await holdingsOf(who.secret);
}

/** Until its reset is over; how far it was, time after time. */
async function resetEnded({ session, project }: Project): Promise<number[]> {
  const seen: number[] = [];
  const isOver = async () => {
    const { state, progress } = body(await session.get(`/users/@me/projects/${project.id}/reset`));
    seen.push(progress);
    return state === 'completed';
  };
  await until(isOver, { within: 90_000, every: 100, what: 'the reset' });
  return seen;
}

test(`two projects, killed ${KILLS} times (SEED=${random.seed})`, async () => {
  const [theirs, ...mine] = await Promise.all([furnished(), furnished(), furnished()]);
  for (const { session, project } of mine)
    body(await session.post(`/users/@me/projects/${project.id}/keys`, { name: 'Reports', scope: 'read' }));
  // Where nothing is to change, such a round has nothing left to do.
  body(await theirs.secret.post(`/segments/${theirs.dynamic}/compute`));
  const others = await settled(theirs);
  const had = await Promise.all(mine.map(({ secret }) => holdingsOf(secret)));
  const selves = await Promise.all(mine.map(identity));
  for (const [name, count] of had.flatMap(Object.entries)) assert.ok(name === 'fields' || count > 0, `${name}: ${count}`);
  await Promise.all(mine.map(async ({ session, project }) => body(await session.post(`/users/@me/projects/${project.id}/reset`))));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random.share() * (kill === 0 ? 250 : 1_500));
    await posthorn!.kill();
    await posthorn!.start();
  }
  for (const seen of await Promise.all(mine.map(resetEnded)))
    assert.equal(
      seen,
      seen.toSorted((a, b) => a - b),
      'progress never goes back',
    );
  for (const [index, one] of mine.entries()) {
    assert.equal(await holdingsOf(one.secret), Object.fromEntries(Object.keys(had[index]!).map((name) => [name, 0])));
    const { updatedAt: _, ...after } = (await identity(one)) as { updatedAt: string };
    const { updatedAt: __, ...before } = selves[index] as { updatedAt: string };
    assert.equal(after, before);
  }
  assert.equal(await holdingsOf(theirs.secret), others);
  // As good as new.
  const [{ secret, domain }] = mine as [Project, Project];
  body(await secret.post('/v1/send', { to: 'p1@rcpt.test', from: `hello@${domain}`, subject: 's', body: 'b' }));
  await until(async () => body(await secret.get('/emails?status=DELIVERED')).total === 1, { within: 60_000, what: 'the next mail' });
  assert.is(body(await secret.get('/contacts?limit=1')).total, 1);
});

test.after(() => own.stop());
test.run();
