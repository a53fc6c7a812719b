/** The mail as it leaves: composition, headers, classes, attachments (contract 4.3, "Send pipeline"), read back from the inbox. */
import { createHash, randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, sender } from './tenant.ts';

const test = suite('the mail');
const { api, from, project } = await sender();

/** Sends to a new address and reads the mail. */
async function received(body: object): Promise<any> {
  const to = address();
  const {
    data: {
      emails: [{ contact, email }],
    },
  } = is(await api.post('/v1/send', { to, from, subject: 'Subject', body: '<p>Hello</p>', ...body }), 200);
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
  assert.match(head, /^Message-ID:\s/im);
  assert.match(head, /^Date: \w/im);
  assert.match(head, /^MIME-Version: 1\.0/im);
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
    headers: {
      'X-Custom': 'value: 1',
      'x-LOWER-upper': 'kept',
      'reply-TO': 'theirs@example.com',
      From: 'not-this@example.com',
      to: 'not-this@example.com',
      SUBJECT: 'not-this',
      'Message-ID': '<not-this@example.com>',
      Date: 'not-this',
      'Mime-Version': '9',
      'Content-Type': 'text/not-this',
      'content-not-this': 'not-this',
      'DKIM-Signature': 'not-this',
      'Return-Path': 'not-this',
      Bcc: 'not-this@example.com',
      Cc: 'not-this@example.com',
    },
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
  assert.equal(
    found.sort(),
    [
      ['Grüße.bin', 'application/octet-stream', hash(bytes)],
      ['logo.png', 'image/png', hash(image)],
    ].sort(),
  );
  assert.match(got.raw, /^Content-ID: <logo>\r?$/im);
  assert.match(got.raw, /^Content-Disposition: inline/im);
  const multiparts = got.raw.match(/multipart\/(?:mixed|related|alternative)/gi).map((type: string) => type.toLowerCase());
  assert.is(multiparts[0], 'multipart/mixed');
  assert.equal(multiparts.slice(1).sort(), ['multipart/alternative', 'multipart/related']);
  const longest = Math.max(...got.raw.split('\n').map((line: string) => line.length));
  assert.ok(longest <= 999, `a line of ${longest}`);
});

test('large attachments travel between services too', async () => {
  const bytes = randomBytes(7 * 1024 * 1024);
  const got = await received({
    attachments: [{ filename: 'big.bin', content: bytes.toString('base64'), contentType: 'application/octet-stream' }],
  });
  assert.ok(Buffer.from(got.attachments[0].content, 'base64').equals(bytes));
});

test('base64 of every form is the same bytes: padded or not, wrapped, URL-safe', async () => {
  // Every group of six bits, and one, two and three bytes at the end.
  const all = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
  const wrapped = (text: string, end: string): string => text.replace(/.{76}/g, `$&${end}`);
  for (const bytes of [all, all.subarray(1), all.subarray(2), Buffer.from([0xfb, 0xff])]) {
    const [standard, urlSafe] = [bytes.toString('base64'), bytes.toString('base64url')];
    assert.ok(/[-_]/.test(urlSafe));
    const forms = [
      standard,
      standard.replace(/=+$/, ''),
      wrapped(standard, '\r\n'),
      `${wrapped(standard, '\n ')}\n`,
      urlSafe,
      wrapped(urlSafe, '\n'),
    ];
    const attachments = forms.map((content, n) => ({ filename: `${n}.bin`, content, contentType: 'application/octet-stream' }));
    const got = await received({ attachments });
    for (const [n, { content }] of got.attachments.entries())
      assert.ok(Buffer.from(content, 'base64').equals(bytes), `form ${n} of ${bytes.length} bytes`);
    assert.is(got.attachments.length, forms.length);
    const row = is(await api.get(`/emails/${got.row}`), 200);
    for (const { content } of row.attachments) assert.is(content, standard, 'kept and shown in the standard form');
  }
});

test('a body that many recipients share is kept once, and each gets it whole', async () => {
  const body = `<p>${randomBytes(60_000).toString('base64')}</p>`;
  const to = Array.from({ length: 12 }, () => address());
  const { data } = is(await api.post('/v1/send', { to, from, subject: 'Shared', body }), 200);
  const ids = data.emails.map(({ email }: { email: string }) => email);
  const mongo = await mongoose
    .createConnection(process.env['MONGODB_URI']!, { dbName: `${process.env['MONGODB_PREFIX']}delivery` })
    .asPromise();
  try {
    const fields = { body: 1, bodyHash: 1, skeletonHash: 1 };
    const rows = await mongo
      .collection('emails')
      .find({ _id: { $in: ids } }, { projection: fields })
      .toArray();
    assert.is(rows.length, to.length);
    assert.equal([...new Set(rows.map((row) => row['body']))], [null]);
    const [hash, ...others] = new Set(rows.map((row) => row['bodyHash'] ?? row['skeletonHash']));
    assert.equal(others, []);
    assert.is(await mongo.collection('blobs.files').countDocuments({ filename: `${project.id}/${hash}` }), 1);
  } finally {
    await mongo.close();
  }
  for (const id of [ids[0], ids.at(-1)]) assert.is(is(await api.get(`/emails/${id}`), 200).body, body);
  assert.ok((await mail(to[5]!)).html.includes(body));
});

test.run();
