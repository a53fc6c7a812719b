/** What concurrent requests ask together: everybody gets their own answer, and nobody another's fault. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fault } from '#kit/errors.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { UpsertRequest } from '#proto/contacts/v1/contacts.ts';
import { createCoalescedRequests } from '#services/delivery/accept/request-coalescing.ts';
import type { CoalescedRequestsParts } from '#services/delivery/accept/request-coalescing.ts';

const callOf = (projectId: string) => ({ ...ownCall('test', projectId), now: new Date() });
const [mine, theirs] = [callOf('mine'), callOf('theirs')];
const wish = (email: string, data: object = {}): UpsertRequest => ({ email, subscribedWhenNew: false, data, checkLocale: false });

/** Others as they answer, and how often they were asked. */
function others() {
  const asked = { upsertMany: [] as string[][], get: [] as string[], render: [] as number[], deadlines: [] as (number | undefined)[] };
  const parts = {
    contacts: {
      async upsertMany({ contacts }: { contacts: UpsertRequest[] }, { projectId, deadline }: { projectId: string; deadline?: number }) {
        asked.deadlines.push(deadline);
        asked.upsertMany.push(contacts.map(({ email }) => email));
        await sleep(5);
        if (contacts.some(({ email }) => email === 'away@x.test')) throw fault('SERVICE_UNAVAILABLE');
        if (contacts.some(({ email }) => email === 'bad')) throw fault('BAD_REQUEST');
        return { contacts: contacts.map(({ email }) => ({ isNew: true, contact: { id: `${projectId}/${email}` } })) };
      },
    },
    templating: {
      async get({ id }: { id: string }) {
        asked.get.push(id);
        await sleep(id === 'slow' ? 300 : 5);
        if (id === 'none') throw fault('TEMPLATE_NOT_FOUND');
        return { id };
      },
      async render({ subject, scopes }: { subject: string; scopes: { n: number }[] }) {
        asked.render.push(scopes.length);
        await sleep(5);
        return { rendered: scopes.map(({ n }) => ({ subject: `${subject} ${n}`, body: '', values: [String(n)] })), pieces: ['a', 'b'] };
      },
    },
  };
  return { asked, ...createCoalescedRequests(parts as unknown as CoalescedRequestsParts) };
}

const idsOf = (answers: readonly { contact: { id: string } | null }[]) => answers.map(({ contact }) => contact!.id);
const test = suite('request coalescing');

test('contacts of one project are written together, each request gets its own', async () => {
  const { upsert, asked } = others();
  const requests = Array.from({ length: 40 }, (_, n) => [wish(`a${n}@x.test`), ...(n % 3 === 0 ? [wish(`b${n}@x.test`)] : [])]);
  const answers = await Promise.all(requests.map((request, n) => upsert(request, n % 4 === 3 ? theirs : mine)));
  assert.equal(
    answers.map(idsOf),
    requests.map((request, n) => request.map(({ email }) => `${n % 4 === 3 ? 'theirs' : 'mine'}/${email}`)),
  );
  assert.is(asked.upsertMany.length, 2);
});

test('a refused request is alone with its fault; an outage is everybody’s, once', async () => {
  const { upsert, asked } = others();
  const answers = await Promise.allSettled(['1@x.test', 'bad', '2@x.test'].map((email) => upsert([wish(email)], mine)));
  assert.equal(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.is(asked.upsertMany.length, 4);
  const away = await Promise.allSettled(['1@x.test', 'away@x.test', '2@x.test'].map((email) => upsert([wish(email)], mine)));
  assert.ok(away.every(({ status }) => status === 'rejected'));
  assert.is(asked.upsertMany.length, 5);
});

test('one address asked for by several is left to contacts; what is large goes alone', async () => {
  const { upsert, asked } = others();
  await Promise.all(['a@x.test', 'b@x.test', ' A@X.test'].map((email) => upsert([wish(email)], mine)));
  assert.equal(asked.upsertMany, [['a@x.test', 'b@x.test'], [' A@X.test']]);
  await Promise.all([wish('c@x.test'), wish('d@x.test', { text: 'x'.repeat(9_000) }), wish('e@x.test')].map((one) => upsert([one], mine)));
  assert.equal(asked.upsertMany.slice(2).toSorted(), [['c@x.test', 'e@x.test'], ['d@x.test']]);
});

test('a template is asked for once, its fault is each one’s, and a slow one keeps no other waiting', async () => {
  const { template, asked } = others();
  const slow = [1, 2, 3].map(() => template('slow', mine));
  let isSlowOver = false;
  void Promise.allSettled(slow).then(() => (isSlowOver = true));
  const found = await Promise.allSettled(['a', 'none', 'a', 'none', 'a'].map((id) => template(id, mine)));
  assert.not(isSlowOver);
  assert.equal(
    found.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  await Promise.all([...slow, template('a', theirs)]);
  assert.equal(asked.get.toSorted(), ['a', 'a', 'none', 'slow']);
});

test('who asks after an answer was begun does not get that answer', async () => {
  const { template, asked } = others();
  const first = template('a', mine);
  await sleep(2);
  await Promise.all([first, template('a', mine)]);
  assert.is(asked.get.length, 2);
});

test('mails of one text are rendered together; those with tags are not', async () => {
  const { render, asked } = others();
  const scopes = (n: number) => [{ n }, { n: n + 100 }];
  const answers = await Promise.all([1, 2, 3].map((n) => render({ subject: 's', body: 'b', scopes: scopes(n), parted: true }, mine)));
  assert.equal(
    answers.map(({ rendered, pieces }) => [rendered.map(({ subject }) => subject), pieces]),
    [1, 2, 3].map((n) => [
      [`s ${n}`, `s ${n + 100}`],
      ['a', 'b'],
    ]),
  );
  await Promise.all([1, 2].map((n) => render({ subject: 's', body: '{% if a %}b{% endif %}', scopes: scopes(n), parted: true }, mine)));
  assert.equal(asked.render, [6, 2, 2]);
});

test('what is asked for several has the time of whoever waits longest', async () => {
  const { upsert, asked } = others();
  const at = Date.now() + 60_000;
  await Promise.all([at, at + 5, at + 3].map((deadline, n) => upsert([wish(`${n}@x.test`)], { ...mine, deadline })));
  await Promise.all([at, undefined].map((deadline, n) => upsert([wish(`${n}@x.test`)], { ...mine, deadline })));
  assert.equal(asked.deadlines, [at + 5, undefined]);
});

test.run();
