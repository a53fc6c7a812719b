/** POST /v1/send: what its schema refuses (contract 4.3, 2.8 "Attachment item"). Nothing refused leaves a trace. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, refused } from './answers.ts';
import { address, sender } from './tenant.ts';

const test = suite('send refusals');
const { api, from } = await sender();
const to = address();
const valid = { to, from, subject: 's', body: 'b' };
const file = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' };
const attached = (more: object) => ({ attachments: [{ ...file, ...more }] });
const files = (count: number, more: object = {}) => Array.from({ length: count }, () => ({ ...file, ...more }));

/** What differs from a valid body; the faulty field (a prefix); its code, where the contract names one. */
const table: [string, object, string, string?][] = [
  ['no recipient', { to: undefined }, 'to'],
  ['no recipients', { to: [] }, 'to', 'too_small'],
  ['a recipient that is none', { to: 'nobody' }, 'to'],
  ['one recipient that is none', { to: [to, 'nobody'] }, 'to'],
  ['a recipient of a wrong type', { to: 5 }, 'to'],
  ['a recipient as an operator', { to: { $gt: '' } }, 'to'],
  ['a recipient without address', { to: { name: 'x' } }, 'to'],
  ['a line break in an address', { to: 'a@example.com\r\nBcc: b@example.com' }, 'to'],
  ['a line break in a recipient’s name', { to: { email: to, name: 'a\r\nBcc: b@example.com' } }, 'to'],
  ['an empty subject', { subject: '' }, 'subject', 'too_small'],
  ['a long subject', { subject: 's'.repeat(999) }, 'subject', 'too_big'],
  ['a line feed in the subject', { subject: 'a\nb' }, 'subject'],
  ['a carriage return in the subject', { subject: 'a\rb' }, 'subject'],
  ['an empty body', { body: '' }, 'body', 'too_small'],
  ['a body of a wrong type', { body: { $gt: '' } }, 'body', 'invalid_type'],
  ['no content', { subject: undefined, body: undefined }, 'template', 'custom'],
  ['a subject without body', { body: undefined }, 'template', 'custom'],
  ['a body without subject', { subject: undefined }, 'template', 'custom'],
  ['a template id that is none', { template: 'x' }, 'template'],
  ['a template as an operator', { template: { $ne: null } }, 'template', 'invalid_type'],
  ['a line break in the sender’s name', { from: { email: from, name: 'a\r\nBcc: b@example.com' } }, 'from'],
  ['a line break in name', { name: 'a\nBcc: b@example.com' }, 'name'],
  ['a sender of a wrong type', { from: 5 }, 'from'],
  ['subscribed as a text', { subscribed: 'true' }, 'subscribed', 'invalid_type'],
  ['data as an array', { data: ['x'] }, 'data', 'invalid_type'],
  ['data as a text', { data: 'x' }, 'data', 'invalid_type'],
  ['headers as an array', { headers: ['x'] }, 'headers', 'invalid_type'],
  ['a header value that is no text', { headers: { 'X-A': 5 } }, 'headers.X-A', 'invalid_type'],
  ['a long header value', { headers: { 'X-A': 'v'.repeat(999) } }, 'headers.X-A', 'too_big'],
  ['a line break in a header value', { headers: { 'X-A': 'a\r\nBcc: b@example.com' } }, 'headers'],
  ['a line feed in a header value', { headers: { 'X-A': 'a\nb' } }, 'headers'],
  ['a line break in a header name', { headers: { 'X-A\r\nBcc': 'b@example.com' } }, 'headers'],
  ['a carriage return in a header name', { headers: { 'X\rA': 'b' } }, 'headers'],
  ['a reply address that is none', { reply: 'nobody' }, 'reply', 'invalid_string'],
  ['a line break in the reply address', { reply: 'a@example.com\r\nBcc: b@example.com' }, 'reply', 'invalid_string'],
  ['attachments of a wrong type', { attachments: file }, 'attachments', 'invalid_type'],
  ['eleven attachments', { attachments: files(11) }, 'attachments', 'too_big'],
  ['an attachment without content', attached({ content: '' }), 'attachments.0.content', 'too_small'],
  ['an attachment that is no base64', attached({ content: 'not base64!' }), 'attachments.0.content'],
  ['an attachment without name', attached({ filename: '' }), 'attachments.0.filename', 'too_small'],
  ['an attachment with a long name', attached({ filename: 'n'.repeat(256) }), 'attachments.0.filename', 'too_big'],
  ['a quote in a file name', attached({ filename: 'a".txt' }), 'attachments.0.filename'],
  ['a line break in a file name', attached({ filename: 'a\r\n.txt' }), 'attachments.0.filename'],
  ['an attachment without type', attached({ contentType: undefined }), 'attachments.0.contentType'],
  ['a line break in a type', attached({ contentType: 'text/plain\r\nX: y' }), 'attachments.0.contentType'],
  ['an unknown disposition', attached({ disposition: 'form-data' }), 'attachments.0.disposition', 'invalid_enum_value'],
  ['inline without contentId', attached({ disposition: 'inline' }), 'attachments.0.contentId'],
  ['angle brackets in a contentId', attached({ disposition: 'inline', contentId: '<a>' }), 'attachments.0.contentId'],
  ['a line break in a contentId', attached({ disposition: 'inline', contentId: 'a\r\nb' }), 'attachments.0.contentId'],
  ['more bytes than allowed', { attachments: files(2, { content: 'A'.repeat(4 * 1024 * 1024 * 2 - 4) }) }, 'attachments'],
];
for (const [name, change, field, code] of table) {
  test(name, async () => {
    const answer = await api.post('/v1/send', { ...valid, ...change });
    if (code) return void refused(answer, field, code);
    const { errors } = envelope(answer, 422, 'VALIDATION_ERROR', 'Request validation failed');
    assert.ok(
      errors.some((one: any) => one.field === field || one.field.startsWith(`${field}.`)),
      answer.text,
    );
  });
}

test('several faults come in one answer', async () => {
  const answer = await api.post('/v1/send', { ...valid, subject: '', reply: 'nobody', subscribed: 1 });
  for (const [field, code] of [
    ['subject', 'too_small'],
    ['reply', 'invalid_string'],
    ['subscribed', 'invalid_type'],
  ] as const)
    refused(answer, field, code);
});

test('what is just inside the limits is accepted', async () => {
  const body = {
    ...valid,
    to: address(),
    subject: 's'.repeat(998),
    headers: { 'X-Long': 'v'.repeat(998) },
    attachments: [
      ...files(9),
      { ...file, filename: 'n'.repeat(255), disposition: 'inline', contentId: 'c'.repeat(255), type: 'ignored/too' },
    ],
  };
  is(await api.post('/v1/send', body), 200);
  is(await api.post('/v1/send', { ...valid, to: address(), attachments: [{ filename: 'a', content: 'YQ==', type: 'text/plain' }] }), 200);
});

test('what is missing or too much is said in words', async () => {
  const [missing] = envelope(await api.post('/v1/send', { ...valid, to: undefined }), 422, 'VALIDATION_ERROR').errors;
  assert.equal([missing.field, missing.message], ['to', 'to is required: an address, { name, email }, or a list of them']);
  const large = { attachments: files(2, { content: 'A'.repeat(8 * 1024 * 1024 - 4) }) };
  const [most] = envelope(await api.post('/v1/send', { ...valid, ...large }), 422, 'VALIDATION_ERROR').errors;
  assert.equal([most.field, most.message], ['attachments', 'Attachments are larger than 10 MB together']);
});

test('a message that would be over 40 MB is refused', async () => {
  const error = envelope(await api.post('/v1/send', { ...valid, body: 'x'.repeat(32 * 1_048_576) }), 413, 'INVALID_REQUEST_BODY');
  assert.match(error.message, /40 MB/);
});

test('nothing refused was kept', async () => {
  assert.equal(is(await api.post('/contacts/lookup', { emails: [to] }), 200).found, []);
  assert.is(is(await api.get(`/emails?to=${to}`), 200).total, 0);
});

test.run();
