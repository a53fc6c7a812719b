import { createPrivateKey } from 'node:crypto';
import PostalMime from 'postal-mime';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailRow, StoredAttachment } from '#services/delivery/domain/email.ts';
import { htmlDocument } from '#services/delivery/domain/document.ts';
import { textOf } from '#services/delivery/message/text-alternative.ts';
import type { Message, MessageParts } from '#services/delivery/message/mime-message.ts';
import { bytesOf, composeMessage } from '#services/delivery/message/mime-message.ts';
import { createSigner } from '#services/delivery/message/signature.ts';
import type { DkimKeys } from '#services/delivery/message/signature.ts';
import { createSigningThreads } from '#services/delivery/message/signing-threads.ts';
import { generateDkimPair } from '#services/delivery/sender-domains/dkim-keys.ts';
import { row } from './row.ts';

const message = suite('message');
const signer = createSigner(createSigningThreads());
const signed = async (made: Message, keys: DkimKeys): Promise<Buffer> => (await signer.signed([made], keys))[0]!;

const attachment = (over: Partial<StoredAttachment>): StoredAttachment => ({
  filename: 'a.txt',
  contentType: 'text/plain',
  disposition: 'attachment',
  contentId: null,
  hash: '',
  size: 0,
  ...over,
});

async function compose(over: Partial<EmailRow> = {}, parts: Partial<MessageParts> = {}) {
  const made = row(over);
  const html = htmlDocument(made.body!);
  const composed = composeMessage({ row: made, html, text: textOf(html), attachments: [], defaults: [], ...parts });
  const raw = bytesOf(composed);
  return { composed, raw: raw.toString('utf8'), parsed: await PostalMime.parse(raw) };
}

message('carries names, subject and Message-ID as they were meant', async () => {
  const { parsed, raw } = await compose({ fromName: 'Smith, "Jo" Ö', toName: 'Zoë <z>', subject: 'Grüße – 日本' });
  assert.equal(parsed.from, { name: 'Smith, "Jo" Ö', address: 'team@example.org' });
  assert.equal(parsed.to, [{ name: 'Zoë <z>', address: 'ada@rcpt.test' }]);
  assert.is(parsed.subject, 'Grüße – 日本');
  assert.is(parsed.messageId, `<${row()._id}@example.org>`);
  assert.is(parsed.date, '2026-01-02T03:04:05.000Z');
  assert.not.match(raw, /[^\r]\n/);
});

message('plain ASCII names are quoted', async () => {
  assert.match((await compose({ fromName: 'Smith, John' })).raw, /^From: "Smith, John" <team@example\.org>\r$/m);
});

message('html and a text alternative', async () => {
  const { parsed } = await compose({ body: '<h1>Hi</h1><p>See <a href="https://x.test/y">this</a> &amp; that – ü</p>' });
  assert.match(parsed.html!, /<h1>Hi<\/h1>/);
  assert.match(parsed.text!, /this \[https:\/\/x\.test\/y\] & that – ü/);
});

message('the text alternative has the links as they were written', async () => {
  const { parsed } = await compose(
    {},
    { html: '<a href="https://api.test/t/c/x">y</a>', text: textOf('<a href="https://x.test/y">y</a>') },
  );
  assert.match(parsed.html!, /api\.test/);
  assert.match(parsed.text!, /^y \[https:\/\/x\.test\/y\]/);
});

message('mixed > related > alternative, and every attachment comes back byte for byte', async () => {
  const picture = Buffer.from([0x89, 0x50, 0, 255, 10, 13]);
  const { raw, parsed } = await compose(
    {
      attachments: [
        attachment({ filename: 'Täst "1".txt'.replaceAll('"', '') }),
        attachment({ filename: 'p.png', contentType: 'image/png', disposition: 'inline', contentId: 'pic@1' }),
      ],
    },
    { attachments: [Buffer.from('hello'), picture] },
  );
  const order = [...raw.matchAll(/multipart\/(mixed|related|alternative)/g)].map(([, kind]) => kind);
  assert.equal(order, ['mixed', 'related', 'alternative']);
  const byName = new Map(parsed.attachments.map((one) => [one.filename, one]));
  assert.is(Buffer.from(byName.get('Täst 1.txt')!.content as ArrayBuffer).toString(), 'hello');
  const inline = byName.get('p.png')!;
  assert.equal([inline.contentId, inline.disposition, inline.mimeType], ['<pic@1>', 'inline', 'image/png']);
  assert.ok(Buffer.from(inline.content as ArrayBuffer).equals(picture));
});

message('base64 lines are wrapped', async () => {
  const { raw } = await compose({ attachments: [attachment({})] }, { attachments: [Buffer.alloc(5_000, 7)] });
  assert.ok(raw.split('\r\n').every((line) => line.length <= 78));
});

message('custom headers keep their casing; Reply-To replaces ours', async () => {
  const { raw } = await compose({
    headers: [
      { name: 'X-cUSTOM', value: 'v' },
      { name: 'reply-TO', value: 'r@x.test' },
      { name: 'Subject', value: 'no' },
    ],
  });
  assert.match(raw, /^X-cUSTOM: v\r$/m);
  assert.equal(
    raw.match(/^reply-to:.*$/gim)!.map((line) => line.trim()),
    ['reply-TO: r@x.test'],
  );
  assert.match(raw, /^Subject: Hello\r$/m);
});

message('Reply-To is the row’s', async () => {
  assert.match((await compose({ replyTo: 'desk@example.org' })).raw, /^Reply-To: desk@example\.org\r$/m);
});

message('a fragment is wrapped, a document is left alone', () => {
  assert.match(htmlDocument('<p>x</p>'), /^<!DOCTYPE html>[\s\S]*<p>x<\/p>/);
  for (const whole of ['<!doctype HTML><p>', ' \n<html lang="en"></html>', '<!-- c --><!DOCTYPE html>'])
    assert.is(htmlDocument(whole), whole);
});

message('is signed by the domain’s key', async () => {
  const { privateKey } = await generateDkimPair();
  const { composed } = await compose();
  const bytes = await signed(composed, {
    domain: 'example.org',
    rsa: { selector: 's1', privateKey: createPrivateKey(privateKey) },
  });
  assert.match(bytes.toString('latin1'), /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=example\.org;\r\n s=s1;/);
});

message.run();
