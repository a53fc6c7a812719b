/** How contacts are listed: sort, search, cursor; the addresses and languages they are known by. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCursor, writeCursor } from '#services/contacts/domain/cursor.ts';
import { normalEmail, readEmail } from '#services/contacts/domain/email.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import { readDirection, readLimit, readSort, searchPattern } from '#services/contacts/domain/listing.ts';
import { flipFact } from '#services/contacts/domain/contact-facts.ts';

const test = suite('contacts: listing');

test('unrecognised values fall back', () => {
  assert.equal(['email', 'createdAt', 'EMAIL', '', '$where'].map(readSort), ['email', 'createdAt', 'createdAt', 'createdAt', 'createdAt']);
  assert.equal(['asc', 'desc', 'ASC', ''].map(readDirection), ['asc', 'desc', 'desc', 'desc']);
  assert.equal([1, 100, 101, 0, -1, 1.5, NaN].map(readLimit), [1, 100, 100, 20, 20, 20, 20]);
});

test('a cursor says where the page ended', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (value, id) =>
      assert.equal(readCursor('email', writeCursor('email', { value, id })), { value, id }),
    ),
  );
  assert.equal(readCursor('createdAt', writeCursor('createdAt', { value: 1_700_000_000_000, id: 'x' })), {
    value: 1_700_000_000_000,
    id: 'x',
  });
  assert.match(writeCursor('email', { value: 'ü+?/@x.org', id: 'x' }), /^[\w-]+$/);
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('what is no cursor of this list is refused', () => {
  const bad = [
    'x',
    '',
    '%00',
    'e30',
    '9f1c6f0e-3c55-4f6c-9a52-3a5ad0ad6a3b',
    encode(null),
    encode([]),
    encode(['createdAt', 'text', 'id']),
    encode(['createdAt', { $gt: 0 }, 'id']),
    encode(['createdAt', 1, '']),
    encode(['createdAt', 1, { $ne: null }]),
    encode(['email', 'a@x.org', 'id']),
  ];
  for (const cursor of bad) {
    assert.throws(
      () => readCursor('createdAt', cursor),
      (error: any) => error.code === 'BAD_REQUEST' && error.status === 400 && error.message === 'Invalid cursor',
      cursor,
    );
  }
});

test('search is a fragment, never a pattern', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, fragment, after) => {
      const pattern = searchPattern(fragment);
      if (pattern !== undefined)
        assert.ok(new RegExp(pattern).test(`${before.toLowerCase()}${normalEmail(fragment)}${after.toLowerCase()}`));
    }),
  );
  assert.is(searchPattern(undefined), '');
  assert.is(searchPattern('  '), '');
  assert.is(searchPattern(' Ann.B '), 'ann\\x2eb');
  for (const [search, email] of [
    ['.*', 'ann@x.org'],
    ['a|b', 'ab@x.org'],
    ['^a', 'ann@x.org'],
    ['x.org', 'a@xyorg.de'],
  ])
    assert.not(new RegExp(searchPattern(search)!).test(email!));
  for (const search of ['a b', 'a\0b', 'x'.repeat(400)]) assert.is(searchPattern(search), undefined);
});

test('addresses are trimmed and in lower case', () => {
  assert.is(readEmail(' Ann.B+C@Exämple.ORG\n'), 'ann.b+c@exämple.org');
  for (const sent of [
    '',
    ' ',
    'ann',
    '@x.org',
    'ann@',
    'a b@x.org',
    'a@b@x.org',
    'a\0@x.org',
    'a@x.org\nBcc: b@x.org',
    `${'x'.repeat(320)}@x.org`,
  ]) {
    assert.throws(
      () => readEmail(sent),
      (error: any) => error.status === 422 && error.options.errors[0].code === 'invalid_string',
      sent,
    );
  }
});

test('language: the contact, else the project, else English', () => {
  const cases: [unknown, unknown, string][] = [
    ['zh-TW', 'de', 'zh-TW'],
    ['zh-tw', 'de', 'de'],
    ['de-AT', 'fr', 'fr'],
    [undefined, 'fr', 'fr'],
    [5, 'fr', 'fr'],
    ['xx', 'pt-BR', 'en'],
    [null, undefined, 'en'],
    ['constructor', '__proto__', 'en'],
  ];
  for (const [locale, project, language] of cases) assert.is(chooseLanguage(locale, project), language);
});

test('the fact of a flip', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const flip = { id: 'f', projectId: 'p', contactId: 'c', at };
  assert.equal(flipFact({ ...flip, subscribed: true }), {
    id: 'f',
    projectId: 'p',
    name: 'contact.subscribed',
    at: '2026-01-02T03:04:05.678Z',
    contactId: 'c',
    data: {},
  });
  assert.equal(flipFact({ ...flip, subscribed: false, emailId: 'e' }), {
    id: 'f',
    projectId: 'p',
    name: 'contact.unsubscribed',
    at: '2026-01-02T03:04:05.678Z',
    contactId: 'c',
    data: {},
    emailId: 'e',
  });
  assert.equal(flipFact({ ...flip, subscribed: false, reason: 'bounce' }).data, { reason: 'bounce' });
});

test.run();
