/** Mail that leaves by SES, and what SNS tells of it. The other side is a server that speaks SESv2's and SNS's HTTP, by a script. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAmazon, TOPIC } from '#test/amazon.ts';
import { account, api } from '#test/client.ts';
import { inboundMessage } from '#test/messages.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';
import { createSentMails } from './sent-mails.ts';
import type { Sent } from './sent-mails.ts';

const amazon = await startAmazon();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'ses',
    AWS_SES_REGION: 'eu-west-1',
    AWS_SES_ACCESS_KEY_ID: 'key',
    AWS_SES_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: amazon.url,
    SES_CONFIGURATION_SET: 'followed',
    SES_CONFIGURATION_SET_NO_TRACKING: 'unfollowed',
    SNS_TOPIC_ARNS: `arn:aws:sns:eu-west-1:1:other,${TOPIC}`,
    SNS_CERT_ORIGINS: amazon.url,
    SEND_UNKNOWN_RETRY_AFTER: '1s',
  },
});
const services = await own.startServices('one');
const { project, domain, cookie } = await account(services.url);
const [client, anonymous] = [api(services.url, project.secret), api(services.url)];
const { send, row, ended, trace, steps, events } = createSentMails(client, `hello@${domain}`);
const test = suite('ses');

const sns = (message: Record<string, string>, options?: object, path = '/webhooks/sns') =>
  anonymous.post(path, JSON.stringify(amazon.sns(message, options)), { 'content-type': 'text/plain; charset=UTF-8' });
const takenFor = ({ to }: Sent) => amazon.taken.filter((mail) => mail.to === to);
const event = (kind: string, messageId: string, more: object = {}) => ({
  Message: JSON.stringify({ eventType: kind, mail: { messageId, timestamp: '2026-01-31T10:00:00.000Z' }, ...more }),
});

async function accepted(more: object = {}): Promise<Sent & { messageId: string }> {
  const mail = await send(`${crypto.randomUUID()}@rcpt.test`, { subscribed: true, ...more });
  assert.is((await ended(mail)).status, 'SENT');
  return { ...mail, messageId: takenFor(mail)[0]!.messageId };
}
const published = async (mail: Sent, name: string): Promise<any[]> => {
  await until(async () => (await events(mail, name)).length > 0, { what: name });
  return events(mail, name);
};

test('accepted is SENT, known by SES’s id; the message is neither signed nor tracked by us', async () => {
  const mail = await accepted({ body: '<a href="https://x.example/">x</a>' });
  const found = await row(mail);
  assert.equal([found.messageId, found.deliveredAt], [mail.messageId, null]);
  const [{ raw, configurationSet, tags }] = takenFor(mail) as [any];
  assert.equal([configurationSet, tags], ['followed', { 'posthorn-email': mail.id }]);
  assert.ok(raw.includes('https://x.example/') && !/DKIM-Signature|\/t\/[oc]\//i.test(raw));
  const [sent] = await published(mail, 'email.sent');
  assert.is(sent.data.messageId, mail.messageId);
  assert.equal(ok(await anonymous.get('/config')).mail.provider, 'ses');
  assert.is(ok(await anonymous.get('/config')).aws.sesRegion, 'eu-west-1');
});

test('mail that is not followed leaves by the other configuration set', async () => {
  ok(await api(services.url, { cookie }).patch(`/users/@me/projects/${project.id}`, { tracking: 'DISABLED' }));
  await sleep(1_100);
  assert.is(takenFor(await accepted())[0]!.configurationSet, 'unfollowed');
  ok(await api(services.url, { cookie }).patch(`/users/@me/projects/${project.id}`, { tracking: 'ENABLED' }));
});

test('throttled or ill: tried again; rejected: FAILED; the answer lost: repeated once', async () => {
  const to = (name: string) => `${name}-${crypto.randomUUID()}@rcpt.test`;
  const [slow, bad, cut] = [to('slow'), to('bad'), to('cut')];
  amazon.refuse(slow, { status: 429, name: 'TooManyRequestsException' }, { status: 500, name: 'InternalServiceErrorException' });
  amazon.refuse(bad, { status: 400, name: 'MessageRejected', message: 'Email address is not verified' });
  amazon.refuse(cut, 'cut');
  const [slowMail, badMail, cutMail] = (await Promise.all([send(slow), send(bad), send(cut)])) as [Sent, Sent, Sent];
  const failed = await ended(badMail);
  assert.equal([failed.status, failed.error, failed.bouncedAt], ['FAILED', 'MessageRejected: Email address is not verified', null]);
  assert.is((await ended(slowMail)).status, 'SENT');
  assert.equal(await steps(slowMail), ['PENDING', 'SENDING', 'PENDING', 'SENDING', 'PENDING', 'SENDING', 'SENT']);
  assert.match((await trace(slowMail))[2].detail, /TooManyRequestsException/);
  assert.is((await ended(cutMail)).status, 'SENT');
  assert.equal(await steps(cutMail), ['PENDING', 'SENDING', 'UNKNOWN', 'PENDING', 'SENDING', 'SENT']);
});

test('notifications: delivery, open, click, bounce, complaint, each once, by both versions of the signature', async () => {
  const mail = await accepted();
  const delivery = {
    ...event('Delivery', mail.messageId, { delivery: { timestamp: '2026-01-31T10:00:05.000Z', smtpResponse: '250 2.6.0 ok' } }),
    MessageId: crypto.randomUUID(),
  };
  assert.equal(ok(await sns(delivery, { version: '1' })), { success: true });
  for (const path of ['/webhooks/sns', '/api/webhooks/sns', '/webhooks/incoming/sns', '/webhooks/delivery'])
    assert.equal(ok(await sns(delivery, {}, path)), { success: true, duplicate: true });
  assert.equal([(await row(mail)).status, (await row(mail)).deliveredAt], ['DELIVERED', '2026-01-31T10:00:05.000Z']);
  ok(
    await sns({
      ...event('Open', mail.messageId, { open: { timestamp: '2026-01-31T10:01:00.000Z' } }),
      Subject: 'Amazon SES Email Event Notification',
    }),
  );
  ok(await sns(event('Click', mail.messageId, { click: { timestamp: '2026-01-31T10:02:00.000Z', link: 'https://x.example/' } })));
  ok(await sns(event('DeliveryDelay', mail.messageId, { deliveryDelay: { delayType: 'MailboxFull' } })));
  assert.is((await row(mail)).status, 'CLICKED');
  ok(
    await sns(
      event('Bounce', mail.messageId, {
        bounce: {
          bounceType: 'Permanent',
          timestamp: '2026-01-31T10:03:00.000Z',
          bouncedRecipients: [{ diagnosticCode: 'smtp; 550 5.1.1 nobody' }],
        },
      }),
    ),
  );
  const bounced = await row(mail);
  assert.equal([bounced.status, bounced.error, bounced.deliveredAt], ['BOUNCED', 'smtp; 550 5.1.1 nobody', '2026-01-31T10:00:05.000Z']);
  ok(
    await sns({
      Message: JSON.stringify({
        notificationType: 'Complaint',
        mail: { messageId: mail.messageId },
        complaint: { timestamp: '2026-01-31T10:04:00.000Z' },
      }),
    }),
  );
  assert.is((await row(mail)).status, 'COMPLAINED');
  for (const name of ['email.delivery', 'email.open', 'email.click', 'email.complaint'])
    assert.is((await published(mail, name)).length, 1, name);
  await until(async () => (await events(mail, 'email.bounce')).length === 2);
  await published(mail, 'contact.unsubscribed');
  assert.equal(ok(await sns(event('Send', mail.messageId))), { success: true });
});

test('an event may name the row by its tag, when SES’s answer was lost', async () => {
  const mail = await accepted();
  ok(
    await sns({
      Message: JSON.stringify({
        eventType: 'Delivery',
        mail: { messageId: 'never-heard-of', tags: { 'posthorn-email': [mail.id] } },
        delivery: {},
      }),
    }),
  );
  assert.is((await row(mail)).status, 'DELIVERED');
});

test('unknown mails 500, no messageId 400, an unknown Type 200 and nothing', async () => {
  for (const kind of ['Delivery', 'Send'])
    assert.equal([(await sns(event(kind, 'unknown'))).status, (await sns(event(kind, 'unknown'))).body.success], [500, false]);
  for (const Message of ['{"eventType":"Delivery","mail":{}}', '{}', 'no json', 'null'])
    assert.is((await sns({ Message })).status, 400, Message);
  assert.equal(ok(await sns({ Type: 'Novelty', Message: 'x' })), { success: false });
});

test('topics first, signatures second: nothing else of a foreign message is looked at', async () => {
  const before = amazon.calls.length;
  const foreign = await sns(
    { Message: 'x', TopicArn: `${TOPIC}x`, Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: `${amazon.url}/confirm` },
    { change: { SigningCertURL: `${amazon.url}/SimpleNotificationService-never.pem` } },
  );
  assert.equal([foreign.status, foreign.body.success, amazon.calls.length], [403, false, before]);
  const mail = await accepted();
  const complaint = event('Complaint', mail.messageId);
  const refusals: Record<string, unknown>[] = [
    { Message: event('Delivery', mail.messageId).Message },
    { Signature: 'AAAA' },
    { Signature: undefined },
    { SignatureVersion: '3' },
    { SignatureVersion: '1' },
    { Timestamp: undefined },
    { MessageId: 'other' },
    { Subject: 'added' },
    { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.test/SimpleNotificationService-abc.pem' },
    { SigningCertURL: 'https://evil.test/SimpleNotificationService-abc.pem' },
    { SigningCertURL: `${amazon.url}/Other-abc.pem` },
    { SigningCertURL: `${amazon.url}/SimpleNotificationService-gone.pem` },
    { SigningCertURL: `${amazon.url}/SimpleNotificationService-odd.pem` },
    { SigningCertURL: 7 },
    { SigningCertURL: undefined },
  ];
  for (const change of refusals) {
    const answer = await sns(complaint, { change });
    assert.equal([answer.status, answer.body], [403, { success: false, message: 'Invalid SNS signature' }], JSON.stringify(change));
  }
  assert.is((await row(mail)).status, 'SENT');
  assert.is((await sns(complaint, { change: { SigningCertURL: 'http://127.0.0.1:1/SimpleNotificationService-abc.pem' } })).status, 403);
  assert.is(amazon.calls.filter((call) => call.endsWith('-abc.pem')).length, 1, 'certificates are kept');
});

test('subscriptions are confirmed, at Amazon only', async () => {
  const confirm = (SubscribeURL: string) => sns({ Type: 'SubscriptionConfirmation', Message: 'm', Token: 't', SubscribeURL });
  assert.equal(ok(await confirm(`${amazon.url}/confirm?Token=t`)), { success: true, message: 'Subscription confirmed' });
  assert.ok(amazon.calls.includes('GET /confirm'));
  assert.is((await confirm('https://evil.test/confirm')).status, 400);
  assert.is((await confirm(`${amazon.url}/confirm-fails`)).status, 502);
});

test('inbound mail, with its message or without', async () => {
  const author = `${crypto.randomUUID()}@people.test`;
  const receipt = {
    recipients: [`info@${domain}`],
    processingTimeMillis: 42,
    action: { type: 'SNS', encoding: 'BASE64' },
    spamVerdict: { status: 'PASS' },
    virusVerdict: { status: 'PASS' },
    spfVerdict: { status: 'FAIL' },
    dkimVerdict: { status: 'GRAY' },
    dmarcVerdict: { status: 'PASS' },
  };
  const mail = {
    messageId: 'in-1',
    source: author,
    commonHeaders: { from: [`Ada <${author}>`], subject: 'Hi', messageId: '<in@people.test>' },
  };
  const content = Buffer.from(inboundMessage({ from: `Ada <${author}>`, to: `info@${domain}`, subject: 'Hi', body: 'the text' })).toString(
    'base64',
  );
  for (const more of [{ content }, {}])
    ok(await sns({ Message: JSON.stringify({ notificationType: 'Received', mail, receipt, ...more }) }));
  const rows = ok(await client.get('/emails?sourceType=INBOUND')).data.filter(({ from }: any) => from === author);
  assert.equal(
    rows.map(({ subject, fromName, status }: any) => [subject, fromName, status]),
    [
      ['Hi', 'Ada', 'RECEIVED'],
      ['Hi', 'Ada', 'RECEIVED'],
    ],
  );
  const received = await until(async () => {
    const found = await events({ ...rows[0], to: '' }, 'email.received');
    return found.length === 2 ? found : null;
  });
  for (const { data } of received)
    assert.equal(
      [data.spamVerdict, data.spfVerdict, data.dkimVerdict, data.processingTimeMillis, data.to],
      ['PASS', 'FAIL', 'GRAY', 42, `info@${domain}`],
    );
  assert.equal(received.map(({ data }) => data.hasContent).sort(), [false, true]);
  ok(
    await sns({
      Message: JSON.stringify({ notificationType: 'Received', mail, receipt: { ...receipt, recipients: ['a@elsewhere.test'] } }),
    }),
  );
});

test('sender domains are identities of SES, with its records', async () => {
  const added = ok(await client.post('/domains', { domain: 'shop.example' }));
  assert.equal(added.dkimTokens, ['tokenone', 'tokentwo', 'tokenthree']);
  assert.equal(
    added.records.map(({ type, name, value }: any) => `${type} ${name} ${value}`),
    [
      'CNAME tokenone._domainkey.shop.example tokenone.dkim.amazonses.com',
      'CNAME tokentwo._domainkey.shop.example tokentwo.dkim.amazonses.com',
      'CNAME tokenthree._domainkey.shop.example tokenthree.dkim.amazonses.com',
      'MX posthorn.shop.example feedback-smtp.eu-west-1.amazonses.com',
      'TXT posthorn.shop.example v=spf1 include:amazonses.com ~all',
      'TXT _dmarc.shop.example v=DMARC1; p=none;',
      'MX shop.example inbound-smtp.eu-west-1.amazonaws.com',
    ],
  );
  ok(await client.delete(`/domains/${added.id}`));
  for (const call of [
    'POST /v2/email/identities',
    'PUT /v2/email/identities/shop.example/mail-from',
    'DELETE /v2/email/identities/shop.example',
  ])
    assert.ok(amazon.calls.includes(call), call);
});

test.after(async () => {
  await own.stop();
  await amazon.stop();
});
test.run();
