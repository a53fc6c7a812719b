/** The mail as it leaves: composition, headers, classes, attachments (decisions 4.3, "Send pipeline"), read back from the inbox. */
import { createHash, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, sender } from './tenant.ts';

const test = suite('the mail');
const { api, from } = await sender();

/** Sends to a new address and reads the mail. */
async function received(body: object): Promise<any> {
  const to = address();
  const { data: { emails: [{ contact, email }] } } = is(await api.post('/v1/send', { to, from, subject: 'Subject', body: '<p>Hello</p>', ...body }), 200);
  return { ...(await mail(to)), to, contactId: contact.id as string, row: email as string };
}

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
  assert.match(head, /^Message-ID:\s/mi);
  assert.match(head, /^Date: \w/mi);
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
    headers: { 'X-Custom': 'value: 1', 'x-LOWER-upper': 'kept', 'reply-TO': 'theirs@example.com', From: 'not-this@example.com', to: 'not-this@example.com', SUBJECT: 'not-this',
      'Message-ID': '<not-this@example.com>', Date: 'not-this', 'Mime-Version': '9', 'Content-Type': 'text/not-this', 'content-not-this': 'not-this', 'DKIM-Signature': 'not-this', 'Return-Path': 'not-this', Bcc: 'not-this@example.com', Cc: 'not-this@example.com' },
  });
  const [head] = got.raw.split(/\r?\n\r?\n/);
  assert.match(head, /^X-Custom: value: 1\r?$/m);
  assert.match(head, /^x-LOWER-upper: kept\r?$/m);
  assert.match(head, /^reply-TO: theirs@example\.com\r?$/m);
  assert.is(head.match(/^reply-to:/gim)!.length, 1);
  assert.not.match(head, /not-this/i, head);
  assert.not.match(head, /ours@example\.com/);
});

test('the reply address is the sender’s when none is given', async () => {
  assert.match(header(await received({}), 'reply-to')!, new RegExp(from));
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

test.run();
