import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { githubIdentity, googleIdentity, isProven } from '#services/accounts/domain/social-identity.ts';

const test = suite('social identity');
const email = 'Ann@Example.com';

test('Google: the subject, and the address only when it is verified', () => {
  assert.equal(googleIdentity({ sub: '1', email, email_verified: true }), { subject: '1', email: 'ann@example.com' });
  for (const email_verified of [false, undefined, 'true', 1, null])
    assert.equal(googleIdentity({ sub: '1', email, email_verified }), { subject: '1', email: null });
  for (const given of ['', 'nobody', 7, { a: 1 }, `${'x'.repeat(300)}@example.com`])
    assert.equal(googleIdentity({ sub: '1', email: given, email_verified: true }), { subject: '1', email: null });
});

test('Google: without a subject it is nobody', () => {
  for (const claims of [undefined, null, 'x', {}, { sub: '' }, { sub: 1 }, { sub: 'x'.repeat(256) }])
    assert.is(googleIdentity(claims), null);
});

test('GitHub: the id, and the primary address only when it is verified', () => {
  const emails = (primary: boolean, verified: unknown) => [
    { email: 'x@example.com', primary: false, verified: true },
    { email, primary, verified },
  ];
  assert.equal(githubIdentity({ id: 1 }, emails(true, true)), { subject: '1', email: 'ann@example.com' });
  for (const given of [emails(true, false), emails(true, 'true'), emails(false, true), [], {}, null, [null], 'x'])
    assert.equal(githubIdentity({ id: 1 }, given), { subject: '1', email: null });
});

test('GitHub: without an id it is nobody', () => {
  for (const user of [undefined, null, [], {}, { id: '1' }, { id: 0 }, { id: -1 }, { id: 1.5 }, { id: 2 ** 60 }])
    assert.is(githubIdentity(user, []), null);
});

const [made, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
const accounts: [name: string, of: Parameters<typeof isProven>[0], proven: boolean][] = [
  ['noted', { provenAt: later, createdAt: made, updatedAt: later }, true],
  ['noted as not proven, whatever has changed', { provenAt: null, createdAt: made, updatedAt: later }, false],
  ['of before it was noted, changed by a mailed link', { createdAt: made, updatedAt: later }, true],
  ['of before it was noted, never changed', { createdAt: made, updatedAt: made }, false],
];
for (const [name, of, proven] of accounts)
  test(`an account ${name} is ${proven ? '' : 'not '}proven`, () => assert.is(isProven(of), proven));

test.run();
