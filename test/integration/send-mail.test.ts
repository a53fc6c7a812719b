/** The mail as it leaves: composition, headers, classes, attachments (decisions 4.3, "Send pipeline"), read back from the inbox. */
import { createHash, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('the mail');
const { api, from } = await sender();
const { urls } = is(await anonymous.get('/config'), 200);

/** Sends to a new address and reads the mail. */
async function received(body: object): Promise<any> {
  const to = address();
  const { data: { emails: [{ contact, email }] } } = is(await api.post('/v1/send', { to, from, subject: 'Subject', body: '<p>Hello</p>', ...body }), 200);
  return { ...(await mail(to)), to, contactId: contact.id as string, row: email as string };
}

const template = async (type: string) => is(await api.post('/templates', { name: 'T', subject: 'S', body: '<p>Hi</p>', from, type }), 201).id as string;

test('what the inbox keeps is what was sent', async () => {
  const got = await received({ from: { email: from, name: 'Grüße, "Ada"' }, subject: 'Ünïcode 🦄', body: '<p>Grüße 🦄 &amp; $1 </p>' });
  assert.is(got.emailId, got.row);
  assert.is(got.subject, 'Ünïcode 🦄');
  assert.match(got.html, /Grüße 🦄 &amp; \$1/);
  assert.match(got.text, /Grüße 🦄 & \$1/);
  const [head] = got.raw.split(/\r?\n\r?\n/);
  assert.is(Buffer.from(head, 'utf8').length, head.length, 'headers are ASCII');
  for (const line of head.split(/\r?\n/)) assert.ok(line.length <= 998);
  const row = is(await api.get(`/emails/${got.row}`), 200);
  assert.ok(got.raw.includes(row.messageId.replace(/[<>]/g, '')), row.messageId);
  assert.match(head, /^Message-ID: /mi);
  assert.match(head, /^Date: /mi);
  assert.match(head, /^MIME-Version: 1\.0/mi);
});

test('a fragment is wrapped, a whole document is left alone', async () => {
  const fragment = await received({ body: '<p>Hello</p>' });
  assert.match(fragment.html, /<html[\s>][\s\S]*<p>Hello<\/p>[\s\S]*<\/html>/i);
  const document = '<!DOCTYPE html><html><head><title>t</title></head><body class="mine"><p>Hello</p></body></html>';
  const whole = await received({ body: document, headers: { 'X-A': 'b' } });
  assert.match(whole.html, /^<!DOCTYPE html><html><head><title>t<\/title><\/head><body class="mine"><p>Hello<\/p>/);
  assert.is(whole.html.match(/<html/gi)!.length, 1);
});

test('custom headers: sent as given, ours replaced, the protected ones ignored', async () => {
  const got = await received({
    reply: 'ours@example.com',
    headers: { 'X-Custom': 'value: 1', 'x-LOWER-upper': 'kept', 'reply-TO': 'theirs@example.com', From: 'evil@example.com', to: 'evil@example.com', SUBJECT: 'evil',
      'Message-ID': '<evil@example.com>', Date: 'evil', 'Mime-Version': '9', 'Content-Type': 'text/evil', 'content-evil': 'evil', 'DKIM-Signature': 'evil', 'Return-Path': 'evil', Bcc: 'evil@example.com', Cc: 'evil@example.com' },
  });
  const [head] = got.raw.split(/\r?\n\r?\n/);
  assert.match(head, /^X-Custom: value: 1\r?$/m);
  assert.match(head, /^x-LOWER-upper: kept\r?$/m);
  assert.match(head, /^reply-TO: theirs@example\.com\r?$/m);
  assert.is(head.match(/^reply-to:/gim)!.length, 1);
  assert.not.match(head, /evil/i);
  assert.not.match(head, /ours@example\.com/);
});

test('the reply address is the sender’s when none is given', async () => {
  assert.match(header(await received({}), 'reply-to')!, new RegExp(from));
});

test('transactional mail has neither footer nor list headers', async () => {
  for (const body of [{}, { template: await template('TRANSACTIONAL') }, { template: await template('HEADLESS'), subscribed: true }]) {
    const got = await received(body);
    assert.not.match(got.html, /unsubscribe/i);
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'precedence', 'auto-submitted']) assert.is(header(got, name), undefined, name);
  }
});

test('marketing mail has footer, list headers and bulk headers', async () => {
  const got = await received({ template: await template('MARKETING'), subscribed: true, body: '<html><body><p>Hi</p></body></html>' });
  const link = new RegExp(`${urls.dashboard}/unsubscribe/${got.contactId}\\?e=${got.row}&(amp;)?t=[^"'&\\s]+`);
  assert.match(got.html, link);
  assert.ok(got.html.search(link) < got.html.indexOf('</body>'));
  const list = header(got, 'list-unsubscribe')!;
  assert.match(list, new RegExp(`^<${urls.api}/unsubscribe/${got.contactId}\\?e=${got.row}&t=[^>]+>$`));
  assert.is(header(got, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.equal([header(got, 'precedence'), header(got, 'auto-submitted'), header(got, 'x-auto-response-suppress')], ['bulk', 'auto-generated', 'All']);

  const { pathname, search } = new URL(list.slice(1, -1));
  is(await anonymous.post(pathname + search, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' }), 200);
  assert.is(is(await api.get(`/contacts/${got.contactId}`), 200).subscribed, false);
});

test('the footer speaks the contact’s language', async () => {
  const marketing = await template('MARKETING');
  const [english, german] = [await received({ template: marketing, subscribed: true }), await received({ template: marketing, subscribed: true, data: { locale: 'de' } })];
  const words = (one: any) => one.text.replace(/https?:\S+/g, '').trim();
  assert.is.not(words(english), words(german));
});

test('either list header given removes both of ours', async () => {
  const got = await received({ template: await template('MARKETING'), subscribed: true, headers: { 'list-unsubscribe-post': 'mine' } });
  assert.is(header(got, 'list-unsubscribe-post'), 'mine');
  assert.is(header(got, 'list-unsubscribe'), undefined);
});

test('a body with the contact’s own link gets the list headers, another contact’s does not count', async () => {
  const got = await received({ body: '<p><a href="{{unsubscribeUrl}}">leave</a></p>' });
  assert.match(got.html, new RegExp(`${urls.dashboard}/unsubscribe/${got.contactId}`));
  assert.ok(header(got, 'list-unsubscribe'));
  assert.is(header(got, 'precedence'), undefined);
  const managed = await received({ body: '{{manageUrl}}' });
  assert.ok(header(managed, 'list-unsubscribe'));
  assert.is(header(await received({ body: `<a href="${urls.dashboard}/unsubscribe/${got.contactId}">x</a>` }), 'list-unsubscribe'), undefined);
});

test('attachments arrive byte for byte', async () => {
  const bytes = randomBytes(3 * 1024 * 1024);
  const image = randomBytes(1_000);
  const got = await received({
    body: '<p><img src="cid:logo"></p>',
    attachments: [
      { filename: 'Grüße.bin', content: bytes.toString('base64'), contentType: 'application/octet-stream' },
      { filename: 'logo.png', content: image.toString('base64'), contentType: 'image/png', disposition: 'inline', contentId: 'logo' },
    ],
  });
  const hash = (one: Buffer) => createHash('sha256').update(one).digest('hex');
  const found = got.attachments.map((one: any) => [one.filename, one.contentType, hash(Buffer.from(one.content, 'base64'))]);
  assert.equal(found.sort(), [['Grüße.bin', 'application/octet-stream', hash(bytes)], ['logo.png', 'image/png', hash(image)]].sort());
  assert.match(got.raw, /^Content-ID: <logo>\r?$/mi);
  assert.match(got.raw, /^Content-Disposition: inline/mi);
  assert.match(got.raw, /multipart\/mixed[\s\S]*multipart\/related[\s\S]*multipart\/alternative|multipart\/mixed[\s\S]*multipart\/alternative[\s\S]*multipart\/related/i);
  const longest = Math.max(...got.raw.split('\n').map((line: string) => line.length));
  assert.ok(longest <= 999, `a line of ${longest}`);
});

test('large attachments travel between services too', async () => {
  const bytes = randomBytes(7 * 1024 * 1024);
  const got = await received({ attachments: [{ filename: 'big.bin', content: bytes.toString('base64'), contentType: 'application/octet-stream' }] });
  assert.ok(Buffer.from(got.attachments[0].content, 'base64').equals(bytes));
});

test('tracking follows the project’s setting', async () => {
  const own = await sender();
  const body = '<p><a href="https://example.com/a?b=1&amp;c">x</a> <a href="https://example.com/raw" data-no-track>y</a> <a href="mailto:a@example.com">z</a></p>';
  const render = async () => {
    const to = address();
    is(await own.api.post('/v1/send', { to, from: own.from, subject: 's', body }), 200);
    return (await mail(to)).html as string;
  };
  const tracked = await render();
  for (const [pattern, there] of [[/\/t\/o\/[^"]+"/, true], [/\/t\/c\/[^"]+"/, true], [/href="https:\/\/example\.com\/raw"/, true], [/href="mailto:a@example\.com"/, true], [/href="https:\/\/example\.com\/a/, false]] as const) {
    assert.is(pattern.test(tracked), there, `${pattern} in ${tracked}`);
  }
  for (const tracking of ['DISABLED', 'MARKETING_ONLY']) {
    is(await own.owner.session.patch(`/users/@me/projects/${own.project.id}`, { tracking }), 200);
    assert.not.match(await render(), /\/t\/[oc]\//);
  }
});

test.run();
