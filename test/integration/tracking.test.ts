/**
 * Opens and clicks (contract "Send pipeline: Tracking"): what is put into a mail, what following it does, and that nothing else counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { envelope, is, TIMESTAMP } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('tracking');
const mine = await sender();
const { api, from } = mine;
const { urls } = is(await anonymous.get('/config'), 200);
const TARGET = 'https://shop.example/a%20b?x=1&y=2#z';
const BODY = `<p><a href="${TARGET.replaceAll('&', '&amp;')}">shop</a> <a href='http://plain.example' class=c>plain</a></p>`;

interface Tracked {
  row: string;
  contactId: string;
  html: string;
  text: string;
  /** Paths of the pixel and of the links, in the order of the mail. */
  pixel: string;
  clicks: string[];
}

/** Sends and reads the mail; what is not tracked has no pixel. */
async function sent(body: object = {}, who = mine): Promise<Tracked> {
  const to = address();
  const {
    data: {
      emails: [{ contact, email }],
    },
  } = is(await who.api.post('/v1/send', { to, from: who.from, subject: 'Subject', body: BODY, ...body }), 200);
  const { html, text } = await mail(to);
  const paths = (kind: string): string[] =>
    [...html.matchAll(new RegExp(`"${urls.api}(/t/${kind}/[\\w-]+)"`, 'g'))].map(([, path]) => path);
  return { row: email, contactId: contact.id, html, text, pixel: paths('o')[0]!, clicks: paths('c') };
}

const rowOf = async (id: string, who = mine) => is(await who.api.get(`/emails/${id}`), 200);
const becomes = (id: string, status: string) =>
  until(
    async () => {
      const row = await rowOf(id);
      return row.status === status && row;
    },
    { what: status },
  );

async function factsOf({ contactId }: Tracked, name: string, count: number): Promise<any[]> {
  return until(
    async () => {
      const { events } = is(await api.get(`/events/contact/${contactId}?limit=1000`), 200);
      const found = events.filter((one: any) => one.name === name);
      return found.length >= count && found;
    },
    { what: `${count} × ${name}` },
  );
}

test('a mail has a pixel and links of ours, its text alternative has neither', async () => {
  const got = await sent();
  assert.match(got.html, /<img src="[^"]+\/t\/o\/[\w-]+"[^>]*><\/body>/);
  assert.is(got.clicks.length, 2);
  assert.not.match(got.html, /shop\.example|plain\.example/);
  assert.ok(got.text.includes(TARGET) && got.text.includes('http://plain.example') && !got.text.includes('/t/'));
});

test('what is no followed link stays as it is', async () => {
  const kept = [
    '<a href="mailto:a@example.com">m</a>',
    '<a href=tel:+1>t</a>',
    '<a href="#top">#</a>',
    '<a data-no-track href="https://x.example/">n</a>',
    '<a href="/relative">r</a>',
    '<!-- <a href="https://x.example/">c</a> -->',
    '<style>a{background:url("https://x.example/")}</style>',
    '<img src="https://x.example/i.png">',
    '<p>href="https://x.example/"</p>',
  ];
  const got = await sent({
    body: `${kept.join('')}<a href="{{unsubscribeUrl}}">u</a><a href="{{manageUrl}}">m</a><a href='{{subscribeUrl}}'>s</a>`,
  });
  for (const piece of kept) assert.ok(got.html.includes(piece), piece);
  for (const page of ['unsubscribe', 'manage', 'subscribe'])
    assert.ok(got.html.includes(`${urls.dashboard}/${page}/${got.contactId}`), page);
  assert.equal(got.clicks, []);
  assert.ok(got.pixel);
});

test('an opening counts, is published, and moves the mail on', async () => {
  const got = await sent();
  const answer = await anonymous.get(got.pixel);
  assert.is(answer.status, 200);
  assert.equal(
    ['content-type', 'cache-control'].map((name) => answer.headers.get(name)),
    ['image/gif', 'no-store'],
  );
  assert.ok(answer.text.startsWith('GIF89a'));
  const first = await becomes(got.row, 'OPENED');
  assert.equal([first.opens, first.clicks, first.clickedAt], [1, 0, null]);
  assert.match(first.openedAt, TIMESTAMP);
  await anonymous.get(got.pixel);
  const second = await until(async () => {
    const row = await rowOf(got.row);
    return row.opens === 2 && row;
  });
  assert.equal([second.openedAt, second.status], [first.openedAt, 'OPENED']);

  const facts = (await factsOf(got, 'email.open', 2)).toSorted((a, b) => a.data.opens - b.data.opens);
  assert.equal(
    facts.map(({ data, emailId }) => [data.opens, data.isFirstOpen, data.emailId, emailId]),
    [
      [1, true, got.row, got.row],
      [2, false, got.row, got.row],
    ],
  );
  const { data } = facts[0];
  assert.equal(
    [data.subject, data.from, data.fromName, data.messageId, data.templateId, data.campaignId, data.sourceType],
    ['Subject', from, mine.project.name, first.messageId, null, null, 'TRANSACTIONAL'],
  );
  assert.is(data.openedAt, first.openedAt);
  const { data: trace } = is(await api.get(`/emails/${got.row}/trace`), 200);
  assert.equal(
    trace.map(({ to }: any) => to),
    ['PENDING', 'SENDING', 'SENT', 'DELIVERED', 'OPENED'],
  );
});

test('a click counts, is published, and leads to the signed address; openings do not hide it', async () => {
  const got = await sent();
  const answer = await anonymous.get(got.clicks[0]!);
  assert.equal([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')], [302, TARGET, 'no-store']);
  const row = await becomes(got.row, 'CLICKED');
  assert.equal([row.opens, row.openedAt, row.clicks], [0, null, 1]);
  assert.match(row.clickedAt, TIMESTAMP);
  await anonymous.get(got.pixel);
  const opened = await until(async () => {
    const found = await rowOf(got.row);
    return found.opens === 1 && found;
  });
  assert.is(opened.status, 'CLICKED');
  assert.match(opened.openedAt, TIMESTAMP);
  assert.is((await anonymous.get(got.clicks[1]!)).headers.get('location'), 'http://plain.example');
  const facts = (await factsOf(got, 'email.click', 2)).toSorted((a, b) => a.data.clicks - b.data.clicks);
  assert.equal(
    facts.map(({ data }) => [data.link, data.clicks, data.isFirstClick]),
    [
      [TARGET, 1, true],
      ['http://plain.example', 2, false],
    ],
  );
  assert.is(facts[0].data.clickedAt, row.clickedAt);
});

test('a hundred hits at once count a hundred, and one of them is the first', async () => {
  const got = await sent();
  const hits = Array.from({ length: 100 }, (_, index) => [got.pixel, got.clicks[index % 2]!]).flat();
  const answers = await Promise.all(hits.map((path) => anonymous.get(path)));
  assert.equal([...new Set(answers.map(({ status }) => status))].sort(), [200, 302]);
  const row = await until(async () => {
    const found = await rowOf(got.row);
    return found.opens >= 100 && found.clicks >= 100 && found;
  });
  assert.equal([row.opens, row.clicks, row.status], [100, 100, 'CLICKED']);
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const [name, count, first] of [
    ['email.open', 'opens', 'isFirstOpen'],
    ['email.click', 'clicks', 'isFirstClick'],
  ] as const) {
    const facts = (await factsOf(got, name, 100)).toSorted((a, b) => a.data[count] - b.data[count]);
    assert.equal(
      facts.map(({ data }) => data[count]),
      numbers,
      name,
    );
    assert.equal(
      facts.map(({ data }) => data[first]),
      numbers.map((number) => number === 1),
      name,
    );
  }
});

test('people are distinguished from machines: beside the counts, in facts, conditions and numbers', async () => {
  const got = await sent();
  const [browser, scanner] = ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'python-requests/2.31.0'];
  const by = (agent: string, path: string) => anonymous.get(path, { 'user-agent': agent });
  const counts = async () => {
    const { opens, clicks, humanOpens, humanClicks } = await rowOf(got.row);
    return [opens, clicks, humanOpens, humanClicks];
  };
  // At once, under a browser's name: the mail was just handed over.
  await Promise.all([got.pixel, ...got.clicks].map((path) => by(browser, path)));
  assert.equal(await counts(), [1, 2, 0, 0]);
  const sentAt = Date.parse((await rowOf(got.row)).sentAt);
  await until(async () => Date.now() > sentAt + 2_050, { every: 50, what: 'somebody might read it' });
  await by(scanner, got.pixel);
  await anonymous.get(got.pixel, { 'user-agent': browser, 'sec-purpose': 'prefetch' });
  assert.equal(await counts(), [3, 2, 0, 0]);
  await by(browser, got.pixel);
  await by(browser, got.pixel);
  assert.equal(await counts(), [5, 2, 2, 0]);
  // Two links within a second: nobody does that, but the first may have been followed by somebody.
  await by(browser, got.clicks[0]!);
  await by(browser, got.clicks[1]!);
  assert.equal(await counts(), [5, 4, 2, 1]);
  const judged = (facts: any[]) => facts.map(({ data }) => [data.human, data.isFirstHuman, data.machine]);
  const opens = (await factsOf(got, 'email.open', 5)).toSorted((a, b) => a.data.opens - b.data.opens);
  assert.equal(judged(opens), [
    [false, false, 'too-soon'],
    [false, false, 'tool'],
    [false, false, 'prefetch'],
    [true, true, null],
    [true, false, null],
  ]);
  const clicks = (await factsOf(got, 'email.click', 4)).toSorted((a, b) => a.data.clicks - b.data.clicks);
  assert.equal(judged(clicks).slice(2), [
    [true, true, null],
    [false, false, 'burst'],
  ]);
  // The same link twice, and another one in time: a person.
  await by(browser, got.clicks[1]!);
  const againAt = Date.now();
  await until(async () => Date.now() > againAt + 1_050, { every: 50, what: 'somebody might go on' });
  await by(browser, got.clicks[0]!);
  assert.equal(await counts(), [5, 6, 2, 3]);
  const machinesOnly = await sent();
  await by(scanner, machinesOnly.pixel);
  await factsOf(machinesOnly, 'email.open', 1);
  const named = async (filter: object) => {
    const condition = { logic: 'AND', groups: [{ filters: [{ operator: 'triggered', field: 'email.opened', ...filter }] }] };
    const { id } = is(await api.post('/segments', { name: 'Readers', condition }), 201);
    const { data } = is(await api.get(`/segments/${id}/contacts?pageSize=100`), 200);
    const ids = data.map((contact: any) => contact.id);
    return [got, machinesOnly].map(({ contactId }) => ids.includes(contactId));
  };
  assert.equal(await named({}), [true, true]);
  assert.equal(await named({ by: 'human' }), [true, false]);
  const wrong = { logic: 'AND', groups: [{ filters: [{ operator: 'triggered', field: 'email.sent', by: 'human' }] }] };
  is(await api.post('/segments', { name: 'Wrong', condition: wrong }), 400);
  const today = is(await api.get('/analytics/timeseries'), 200).at(-1);
  assert.equal([today.humanOpens, today.humanClicks], [1, 1]);
});

test('HEAD answers the same and counts nothing', async () => {
  const got = await sent();
  for (const [path, status] of [
    [got.pixel, 200],
    [got.clicks[0]!, 302],
  ] as const) {
    const answer = await anonymous.send('HEAD', path);
    assert.is(answer.status, status);
    assert.is(answer.headers.get(status === 200 ? 'content-type' : 'location'), status === 200 ? 'image/gif' : TARGET);
  }
  await anonymous.get(got.pixel);
  const row = await becomes(got.row, 'OPENED');
  assert.equal([row.opens, row.clicks], [1, 0]);
});

test('a changed token: the same picture, no page, nothing counted', async () => {
  const got = await sent();
  const broken = (path: string) => {
    const [at, token] = [path.lastIndexOf('/') + 1, path.slice(path.lastIndexOf('/') + 1)];
    const flip = (index: number) => token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    return [flip(0), flip(30), flip(token.length - 2), token.slice(0, -1), `${token}A`, 'x', `${token}%00`].map(
      (one) => path.slice(0, at) + one,
    );
  };
  const good = await anonymous.get(got.pixel);
  const swapped = [got.pixel.replace('/o/', '/c/'), ...broken(got.clicks[0]!)];
  for (const path of [got.clicks[0]!.replace('/c/', '/o/'), ...broken(got.pixel)]) {
    const answer = await anonymous.get(path);
    assert.equal([answer.status, answer.headers.get('content-type'), answer.text], [200, 'image/gif', good.text], path);
  }
  for (const path of swapped) envelope(await anonymous.get(`${path}?url=https://evil.example`), 404, 'RESOURCE_NOT_FOUND');
  const row = await becomes(got.row, 'OPENED');
  assert.equal([row.opens, row.clicks], [1, 0]);
});

test('the project’s setting is obeyed', async () => {
  const other = await sender();
  const template = async (type: string) =>
    is(await other.api.post('/templates', { name: 'T', subject: 'S', body: BODY, from: other.from, type }), 201).id as string;
  const [marketing, headless] = [await template('MARKETING'), await template('HEADLESS')];
  const bodies: object[] = [
    {},
    { template: marketing, body: undefined, subscribed: true },
    { template: headless, body: undefined, subscribed: true },
  ];
  const table: [string, boolean[]][] = [
    ['DISABLED', [false, false, false]],
    ['MARKETING_ONLY', [false, true, true]],
    ['ENABLED', [true, true, true]],
  ];
  for (const [tracking, expected] of table) {
    is(await other.owner.session.patch(`/users/@me/projects/${other.project.id}`, { tracking }), 200);
    // Settings act within a second.
    await sleep(1_100);
    const seen: boolean[] = [];
    for (const body of bodies) {
      const { pixel, clicks, html } = await sent(body, other);
      assert.is(clicks.length, pixel ? 2 : 0, tracking);
      assert.is(html.includes('/t/'), Boolean(pixel));
      seen.push(Boolean(pixel));
    }
    assert.equal(seen, expected, tracking);
  }
});

test.run();
