/** What is reported of a mail (contract "Provider notifications"): who may report, what it does, that it does it once. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { factsDrained } from '#test/facts-drained.ts';
import { until } from '#test/until.ts';
import { signature, webhook } from '#test/webhook.ts';
import { envelope, is, refused } from './answers.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('notices');
const mine = await sender();
const { api, from } = mine;
const SECRET = process.env['DELIVERY_WEBHOOK_SECRET']!;
const report = webhook(anonymous, SECRET);
const PATHS = ['/webhooks/delivery', '/webhooks/sns', '/api/webhooks/sns', '/webhooks/incoming/sns'];

interface Sent {
  id: string;
  to: string;
  contactId: string;
  messageId: string;
}

const rowOf = async (id: string) => is(await api.get(`/emails/${id}`), 200);
const steps = async (id: string): Promise<string[]> => is(await api.get(`/emails/${id}/trace`), 200).data.map(({ to }: any) => to);
const contactOf = async ({ contactId }: Sent) => is(await api.get(`/contacts/${contactId}`), 200);

/** A subscribed contact's mail, delivered. */
async function sent(): Promise<Sent> {
  const to = address();
  const {
    data: {
      emails: [{ contact, email }],
    },
  } = is(await api.post('/v1/send', { to, from, subject: 'Subject', body: '<p>b</p>', subscribed: true }), 200);
  const { messageId } = await until(async () => {
    const row = await rowOf(email);
    return row.status === 'DELIVERED' && row;
  });
  return { id: email, to, contactId: contact.id, messageId };
}

const key = () => crypto.randomUUID();
const about = ({ id }: Sent, type: string, more: object = {}) => ({ id: key(), type, emailId: id, ...more });

async function facts({ contactId }: Pick<Sent, 'contactId'>, name: string, count: number): Promise<any[]> {
  const seen = async () => is(await api.get(`/events/contact/${contactId}?limit=1000`), 200).events.filter((one: any) => one.name === name);
  await until(async () => (await seen()).length >= count, { what: `${count} × ${name}` });
  return seen();
}

/** Long enough for a fact that should not be there to show. */

test('who is not signed is refused, on every path, and nothing happens', async () => {
  const mail = await sent();
  const body = JSON.stringify(about(mail, 'complaint'));
  const good = signature(SECRET, body, Date.now());
  const bad = [
    '',
    'x',
    't=,v1=',
    good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    good.replace('v1=', 'v0='),
    good.replace(/t=\d/, 't=0'),
    signature('another secret', body, Date.now()),
    signature(SECRET, `${body} `, Date.now()),
    `${good.split(',')[0]},v1=${'0'.repeat(64)}`,
    `${good.split(',')[0]},v1=00`,
  ];
  for (const path of PATHS) {
    for (const header of bad) {
      const answer = await anonymous.post(path, body, { 'x-posthorn-signature': header });
      assert.equal([answer.status, answer.body], [403, { success: false, message: 'Invalid signature' }], header);
    }
    assert.is((await anonymous.post(path, body)).status, 403);
  }
  for (const empty of [await anonymous.post('/webhooks/delivery'), await anonymous.post('/webhooks/delivery', '{nonsense')])
    assert.is(empty.status, 403);
  assert.is((await rowOf(mail.id)).status, 'DELIVERED');
});

test('five minutes of tolerance, in both directions', async () => {
  const mail = await sent();
  for (const [minutes, status] of [
    [-5.1, 403],
    [5.1, 403],
    [-4.9, 200],
    [4.9, 200],
  ] as const) {
    const answer = await report(about(mail, 'delivery'), { at: Date.now() + minutes * 60_000 });
    assert.is(answer.status, status, `${minutes}`);
  }
});

test('several signatures: one of them is enough, as when secrets change', async () => {
  const mail = await sent();
  const body = JSON.stringify(about(mail, 'delivery'));
  const [time, mac] = signature(SECRET, body, Date.now()).split(',') as [string, string];
  is(await anonymous.post('/webhooks/delivery', body, { 'x-posthorn-signature': `${time},v1=${'a'.repeat(64)}, ${mac}` }), 200);
});

test('a permanent bounce: BOUNCED, the assumed delivery taken back, the contact unsubscribed, published once', async () => {
  const mail = await sent();
  const at = '2026-01-02T03:04:05.000Z';
  const notice = about(mail, 'bounce', { bounceType: 'Permanent', diagnostic: '550 5.1.1 nobody', timestamp: at });
  assert.equal(is(await report(notice), 200), { success: true });
  const row = await rowOf(mail.id);
  assert.equal([row.status, row.bouncedAt, row.deliveredAt, row.error], ['BOUNCED', at, null, '550 5.1.1 nobody']);
  assert.ok(row.sentAt);
  const [bounce] = await facts(mail, 'email.bounce', 1);
  const common = {
    subject: 'Subject',
    from,
    fromName: mine.project.name,
    messageId: mail.messageId,
    emailId: mail.id,
    templateId: null,
    campaignId: null,
    sourceType: 'TRANSACTIONAL',
  };
  assert.equal(bounce.data, { ...common, bounceType: 'Permanent', bouncedAt: at });
  assert.is(bounce.emailId, mail.id);
  const [gone] = await facts(mail, 'contact.unsubscribed', 1);
  assert.equal(gone.data, { reason: 'bounce' });
  assert.is((await contactOf(mail)).subscribed, false);
  assert.equal(await steps(mail.id), ['PENDING', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED']);
  assert.is(is(await api.get(`/emails/${mail.id}/trace`), 200).data.at(-1).detail, '550 5.1.1 nobody');

  // The same again is known, on every path.
  for (const path of PATHS) assert.equal(is(await report(notice, { path }), 200), { success: true, duplicate: true });
  await factsDrained();
  assert.is((await facts(mail, 'email.bounce', 1)).length, 1);
});

test('an undetermined bounce, or one of a kind nobody knows, counts like a permanent one', async () => {
  for (const bounceType of ['Undetermined', 'Baffling', undefined]) {
    const mail = await sent();
    is(await report(about(mail, 'bounce', { bounceType })), 200);
    assert.is((await rowOf(mail.id)).status, 'BOUNCED');
    assert.is((await facts(mail, 'email.bounce', 1))[0].data.bounceType, 'Undetermined');
    await facts(mail, 'contact.unsubscribed', 1);
  }
});

test('a transient bounce is published and changes nothing', async () => {
  const mail = await sent();
  const before = await rowOf(mail.id);
  is(await report(about(mail, 'bounce', { bounceType: 'Transient' })), 200);
  const [bounce] = await facts(mail, 'email.bounce', 1);
  assert.equal([bounce.data.bounceType, bounce.data.transientBounce], ['Transient', true]);
  const { updatedAt: _, ...after } = await rowOf(mail.id);
  const { updatedAt: __, ...unchanged } = before;
  assert.equal(after, unchanged);
  await factsDrained();
  assert.is((await contactOf(mail)).subscribed, true);
});

test('a complaint: COMPLAINED over everything, the contact unsubscribed for that reason', async () => {
  const mail = await sent();
  is(
    await report([
      about(mail, 'bounce', { bounceType: 'Transient' }),
      about(mail, 'click', { link: 'https://x.example/' }),
      about(mail, 'complaint'),
    ]),
    200,
  );
  const row = await rowOf(mail.id);
  assert.equal([row.status, row.clicks, row.opens, row.openedAt], ['COMPLAINED', 1, 0, null]);
  assert.ok(row.complainedAt && row.clickedAt && row.deliveredAt);
  const [complaint] = await facts(mail, 'email.complaint', 1);
  assert.is(complaint.data.complainedAt, row.complainedAt);
  assert.equal((await facts(mail, 'contact.unsubscribed', 1))[0].data, { reason: 'complaint' });
  assert.is((await contactOf(mail)).subscribed, false);
  const [click] = await facts(mail, 'email.click', 1);
  assert.equal([click.data.link, click.data.clicks, click.data.isFirstClick], ['https://x.example/', 1, true]);
});

test('the status never goes back; times, counters and events come all the same', async () => {
  const mail = await sent();
  for (const [type, status] of [
    ['open', 'OPENED'],
    ['click', 'CLICKED'],
    ['open', 'CLICKED'],
    ['delivery', 'CLICKED'],
    ['bounce', 'BOUNCED'],
    ['open', 'BOUNCED'],
    ['complaint', 'COMPLAINED'],
    ['bounce', 'COMPLAINED'],
    ['delivery', 'COMPLAINED'],
  ] as const) {
    is(await report(about(mail, type)), 200);
    assert.is((await rowOf(mail.id)).status, status, type);
  }
  const row = await rowOf(mail.id);
  assert.equal([row.opens, row.clicks], [3, 1]);
  for (const time of ['sentAt', 'deliveredAt', 'openedAt', 'clickedAt', 'bouncedAt', 'complainedAt']) assert.ok(row[time], time);
  const opens = await facts(mail, 'email.open', 3);
  assert.equal(opens.map(({ data }) => [data.opens, data.isFirstOpen]).sort(), [
    [1, true],
    [2, false],
    [3, false],
  ]);
  // One for the acceptance.
  assert.is((await facts(mail, 'email.delivery', 3)).length, 3);
  assert.is((await facts(mail, 'email.bounce', 2)).length, 2);
  assert.equal(await steps(mail.id), ['PENDING', 'SENDING', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED']);
});

test('a mail may be named by its Message-ID, with brackets or without', async () => {
  const mail = await sent();
  is(await report({ id: key(), type: 'open', messageId: mail.messageId }), 200);
  is(await report({ id: key(), type: 'open', messageId: `<${mail.messageId}>` }), 200);
  assert.is((await rowOf(mail.id)).opens, 2);
  const elsewhere = await report({ id: key(), type: 'open', messageId: `${mail.id}@elsewhere.test` });
  assert.equal([elsewhere.status, elsewhere.body.success], [500, false]);
});

test('an unknown mail: 500, so that it comes again, and then it counts', async () => {
  const notice = { id: key(), type: 'open', emailId: crypto.randomUUID() };
  for (let again = 0; again < 2; again += 1) {
    const answer = await report(notice);
    assert.equal([answer.status, answer.body.success, answer.body.duplicate], [500, false, undefined]);
  }
  const mail = await sent();
  assert.equal(is(await report({ ...notice, emailId: mail.id }), 200), { success: true });
});

test('a batch is whole or not at all', async () => {
  const [one, other] = [await sent(), await sent()];
  const batch = [about(one, 'open'), about(other, 'complaint'), { id: key(), type: 'open', emailId: crypto.randomUUID() }];
  assert.is((await report(batch)).status, 500);
  assert.equal([(await rowOf(one.id)).opens, (await rowOf(other.id)).status], [0, 'DELIVERED']);
  batch.pop();
  assert.equal(is(await report(batch), 200), { success: true });
  // Known ones among new ones are left out, and an id twice in one batch counts once.
  const twice = about(one, 'open');
  assert.equal(is(await report([...batch, twice, twice]), 200), { success: true });
  assert.equal(is(await report([...batch, twice]), 200), { success: true, duplicate: true });
  assert.is((await rowOf(one.id)).opens, 2);
  assert.equal(is(await report([]), 200), { success: true });
});

test('a thousand notices at once, and not one more', async () => {
  const mail = await sent();
  const many = Array.from({ length: 1_000 }, () => about(mail, 'open'));
  refusedWhole(await report([...many, about(mail, 'open')]));
  is(await report(many), 200);
  assert.is((await rowOf(mail.id)).opens, 1_000);
  // A list of events is cut where one message ends.
  const opens = await facts(mail, 'email.open', 500);
  assert.is(new Set(opens.map(({ data }) => data.opens)).size, opens.length);
});

function refusedWhole(answer: any): void {
  assert.is(envelope(answer, 422, 'VALIDATION_ERROR').errors[0].code, 'too_big');
}

test('the same notice fifty times at once acts once', async () => {
  const mail = await sent();
  const notices = [about(mail, 'open'), about(mail, 'bounce'), about(mail, 'complaint')];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => report(notices[index % 3]!, { path: PATHS[index % 4]! })));
  for (const { status, body } of answers) assert.ok(status === 503 || (status === 200 && body.success), `${status}`);
  assert.is(answers.filter(({ status, body }) => status === 200 && !body.duplicate).length, 3);
  await Promise.all(notices.map(async (notice) => assert.equal(is(await report(notice), 200), { success: true, duplicate: true })));
  await factsDrained();
  const row = await rowOf(mail.id);
  assert.equal([row.opens, row.status], [1, 'COMPLAINED']);
  for (const name of ['email.open', 'email.bounce', 'email.complaint', 'contact.unsubscribed'])
    assert.is((await facts(mail, name, 1)).length, 1, name);
});

test('different notices of one mail at once all count', async () => {
  const mail = await sent();
  const answers = await Promise.all(Array.from({ length: 60 }, () => report(about(mail, 'open'))));
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  assert.is((await rowOf(mail.id)).opens, 60);
});

test('what is malformed is refused by the field', async () => {
  const mail = await sent();
  refused(await report({ type: 'open', emailId: mail.id }), 'id', 'invalid_type');
  refused(await report(about(mail, 'dropped')), 'type', 'invalid_enum_value');
  refused(await report({ id: key(), type: 'open', emailId: 'x' }), 'emailId', 'invalid_string');
  refused(await report([about(mail, 'open'), { id: '', type: 'open', emailId: mail.id }]), '1.id', 'too_small');
  refused(await report(about(mail, 'open', { timestamp: 'yesterday' })), 'timestamp', 'custom');
  envelope(await report({ id: key(), type: 'open' }), 400, 'BAD_REQUEST', 'emailId or messageId is needed');
  envelope(await report('{nonsense'), 400, 'VALIDATION_ERROR', 'Invalid JSON');
  assert.is((await rowOf(mail.id)).opens, 0);
});

test('times: seconds since 1970 are read, the future is now', async () => {
  const mail = await sent();
  is(await report(about(mail, 'open', { timestamp: 1_767_323_045 })), 200);
  assert.is((await rowOf(mail.id)).openedAt, '2026-01-02T03:04:05.000Z');
  is(await report(about(mail, 'click', { timestamp: '2999-01-01T00:00:00Z' })), 200);
  assert.ok(Date.parse((await rowOf(mail.id)).clickedAt) <= Date.now() + 1_000);
});

test('received: the sender becomes a contact, the mail a row; a repeat does not double it', async () => {
  const author = address('author');
  const notice = {
    id: key(),
    type: 'received',
    from: `"Ada, L." <${author.toUpperCase()}>`,
    to: [`Info@${mine.domain.toUpperCase()}`, 'other@elsewhere.test'],
    subject: 'Question\r\nX: y',
    text: 'plain',
    html: '<p>rich</p>',
    messageId: '<q1@mail.test>',
    timestamp: '2026-01-02T03:04:05Z',
  };
  const answers = await Promise.all([report(notice), report(notice), report(notice)]);
  for (const { status } of answers) assert.ok([200, 503].includes(status));
  assert.equal(is(await report(notice), 200), { success: true, duplicate: true });
  const {
    data: [contact],
  } = is(await api.get(`/contacts?search=${encodeURIComponent(author.toLowerCase())}`), 200);
  assert.is(contact.subscribed, true);
  const { data: rows } = is(await api.get(`/emails?contactId=${contact.id}&sourceType=INBOUND`), 200);
  assert.is(rows.length, 1);
  const row = await rowOf(rows[0].id);
  assert.equal(
    [row.status, row.subject, row.body, row.messageId, row.from.toLowerCase(), row.fromName],
    ['RECEIVED', 'Question X: y', '<p>rich</p>', 'q1@mail.test', author.toLowerCase(), 'Ada, L.'],
  );
  const [fact, ...more] = await facts({ contactId: contact.id }, 'email.received', 1);
  assert.equal(more, []);
  assert.is(fact.emailId, row.id);
  const { from: reporter, ...data } = fact.data;
  assert.is(reporter.toLowerCase(), author.toLowerCase());
  assert.equal(data, {
    messageId: 'q1@mail.test',
    fromHeader: notice.from,
    to: `info@${mine.domain}`,
    subject: 'Question X: y',
    timestamp: '2026-01-02T03:04:05.000Z',
    recipients: notice.to.map((one) => one.toLowerCase()),
    hasContent: true,
    body: '<p>rich</p>',
    spamVerdict: null,
    virusVerdict: null,
    spfVerdict: null,
    dkimVerdict: null,
    dmarcVerdict: null,
    processingTimeMillis: null,
  });
});

test('received without a subject, and by somebody who had left: their subscription and data stay', async () => {
  const author = address('author');
  is(await api.post('/contacts', { email: author, subscribed: false, data: { plan: 'pro' } }), 201);
  is(await report({ id: key(), type: 'received', from: author, recipient: `info@${mine.domain}` }), 200);
  const {
    data: [contact],
  } = is(await api.get(`/contacts?search=${author}`), 200);
  assert.equal([contact.subscribed, contact.data], [false, { plan: 'pro' }]);
  const {
    data: [row],
  } = is(await api.get(`/emails?contactId=${contact.id}`), 200);
  assert.equal([row.subject, row.status, row.sourceType], ['(No subject)', 'RECEIVED', 'INBOUND']);
});

test('received for nobody here: 200 and nothing; for two projects: one each', async () => {
  const other = await sender();
  const author = address('author');
  assert.equal(is(await report({ id: key(), type: 'received', from: author, to: ['a@nobody.test'] }), 200), { success: true });
  is(
    await report({
      id: key(),
      type: 'received',
      from: author,
      to: [`a@${mine.domain}`, `b@${other.domain}`, `c@${other.domain}`],
      subject: 's',
    }),
    200,
  );
  for (const { api: own, domain } of [mine, other]) {
    const { data } = is(await own.get('/emails?sourceType=INBOUND&search=s'), 200);
    const row = data.find((one: any) => one.from === author);
    assert.ok(row, domain);
    assert.ok(row.to.endsWith(`@${domain}`));
  }
  refused(await report({ id: key(), type: 'received', to: [`a@${mine.domain}`] }), 'from', 'custom');
});

test.run();
