/** A message and its envelope as a request of POST /v1/send, and what a fault is to an SMTP client. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fault, invalid } from '#kit/errors.ts';
import type { Message, Part } from '#services/relay/domain/message.ts';
import { Refusal, refusalOf } from '#services/relay/domain/refusal.ts';
import { sendRequest } from '#services/relay/domain/send-request.ts';
import { createMessageReader } from '#services/relay/message-reader.ts';

const test = suite('relay, the request of a message');
const limits = { maxCount: 2, maxContentLength: 100 };
const envelope = { from: 'bounce@example.org', recipients: ['Ada@example.com', 'b@example.com'] };
const plain: Message = {
  headers: [],
  from: { name: 'Grace', address: 'grace@example.org' },
  recipients: [{ name: 'Ada, Countess', address: 'ada@EXAMPLE.com' }],
  replyTo: [],
  subject: 'Hello',
  messageId: null,
  text: 'words',
  html: null,
  attachments: [],
};
const part: Part = { filename: 'a.png', type: 'image/png', disposition: 'attachment', contentId: null, related: false, content: 'AAAA' };
const made = (more: Partial<Message>) => sendRequest({ ...plain, ...more }, envelope, limits);
const said = (more: Partial<Message>): string => {
  try {
    made(more);
    return 'taken';
  } catch (error) {
    return `${(error as Refusal).code} ${(error as Error).message}`;
  }
};

test('recipients are the envelope’s, names come from To and Cc', () => {
  assert.equal(made({}).to, [{ email: 'Ada@example.com', name: 'Ada, Countess' }, { email: 'b@example.com' }]);
});

test('the sender is From, without one the envelope’s; a bounce without either is nobody’s', () => {
  assert.equal(made({}).from, { email: 'grace@example.org', name: 'Grace' });
  assert.equal(made({ from: null }).from, { email: 'bounce@example.org' });
  assert.throws(() => sendRequest({ ...plain, from: null }, { ...envelope, from: '' }, limits), /Sender domain is not verified/);
});

test('breaks and NULs of names and subjects are blanks', () => {
  const { from, subject } = made({ from: { name: 'a\r\nBcc: x', address: 'g@example.org' }, subject: 'one\r\n two\0' });
  assert.equal([from.name, subject], ['a Bcc: x', 'one  two']);
});

test('HTML is the body; text alone is shown as it stands', () => {
  assert.is(made({ html: '<p>x</p>' }).body, '<p>x</p>');
  assert.match(made({ text: 'a < b &\nc' }).body, /^<pre [^>]*>a &lt; b &amp;\nc<\/pre>$/);
  assert.is(said({ text: ' \n', html: '  ' }), '554 Email must have a body');
});

test('headers: standard ones are made anew, equal names joined, threads kept, the rest as it stands', () => {
  const headers = Object.entries({ Received: 'r', 'DKIM-Signature': 'd', 'Content-Type': 'text/plain', 'X-A': '1', 'x-a': '2' })
    .map(([name, value]) => ({ name, value }))
    .concat([
      { name: 'In-Reply-To', value: '<1@x>' },
      { name: 'References', value: Array.from({ length: 200 }, (_, n) => `<${n}@example.net>`).join(' ') },
      { name: 'bad name', value: 'x' },
    ]);
  const { References, ...others } = made({ headers }).headers;
  assert.equal(others, { 'X-A': '1, 2', 'In-Reply-To': '<1@x>' });
  assert.ok(References!.length <= 998 && References!.startsWith('<') && References!.endsWith('<199@example.net>'));
  assert.is(said({ headers: [{ name: 'X-Long', value: 'x'.repeat(999) }] }).slice(0, 36), '554 Failed to send email: The header');
});

test('one address to reply to is `reply`, several stay a header', () => {
  const header = { name: 'Reply-To', value: 'a@example.net, b@example.net' };
  const [a, b] = ['a@example.net', 'b@example.net'].map((address) => ({ name: '', address }));
  assert.equal(
    [made({ headers: [header], replyTo: [a!] }).reply, made({ headers: [header], replyTo: [a!] }).headers],
    ['a@example.net', {}],
  );
  assert.equal(made({ headers: [header], replyTo: [a!, b!] }).headers, { 'Reply-To': header.value });
});

test('parts: inline with an id where the HTML shows them, names without what ends a header', () => {
  const kinds = [part, { ...part, contentId: 'l', related: true, disposition: null }];
  assert.equal(
    made({ attachments: kinds }).attachments.map(({ disposition, contentId }) => [disposition, contentId]),
    [
      ['attachment', undefined],
      ['inline', 'l'],
    ],
  );
  const names = ['a"b\r\n.png', null, `${'x'.repeat(300)}.pdf`].map((filename) => made({ attachments: [{ ...part, filename }] }));
  const [quoted, none, long] = names.map(({ attachments }) => attachments[0]!.filename);
  assert.equal([quoted, none, long!.length, long!.endsWith('.pdf')], ['a_b_.png', 'attachment-1', 255, true]);
  assert.is(said({ attachments: [part, part, part] }), '554 Failed to send email: Too many attachments (max 2)');
  assert.is(said({ attachments: [{ ...part, content: 'A'.repeat(101) }] }), '554 Failed to send email: Attachments are too large');
});

test('faults: what may work later is 4xx, what never will 5xx', () => {
  const replies: [ReturnType<typeof fault>, string][] = [
    [fault('SENDER_REFUSED', { status: 400 }), '550 5.7.1'],
    [fault('PROJECT_DISABLED'), '535 5.7.8'],
    [fault('RATE_LIMIT_EXCEEDED'), '451 4.7.1'],
    [fault('BODY_TOO_LARGE'), '552 5.3.4'],
    [invalid([{ field: 'to', message: 'no address', code: 'invalid_string' }]), '554 5.6.0'],
    [fault('BAD_REQUEST', { message: 'no\nsecond line' }), '554 5.6.0'],
    [fault('DATABASE_UNAVAILABLE'), '451 4.3.0'],
    [fault('SERVICE_TIMEOUT'), '451 4.3.0'],
    [fault('INTERNAL_SERVER_ERROR'), '451 4.3.0'],
  ];
  for (const [one, reply] of replies) {
    const refusal = refusalOf(one);
    assert.is(refusal.responseCode, reply, one.name);
    assert.not.match(refusal.message, /\n/);
  }
});

test('a message that is not read in time is to come again', async () => {
  const reader = createMessageReader(1);
  const message = Buffer.from(`Subject: s\r\n\r\n${'x\r\n'.repeat(500_000)}`);
  const read = () => reader.read({ source: message, size: message.length });
  assert.match(await read().then(String, ({ message: why }: Error) => why), /not read in time/);
  await reader.stop();
});

test.run();
