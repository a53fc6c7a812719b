/** Sessions and credentials (contract 2.1 "Email", 4.10, 5). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SignJWT } from 'jose';
import type { Fault } from '#kit/errors.ts';
import { keyRing } from '#kit/key-ring.ts';
import { checkedCredentials, normalEmail } from '../../../services/accounts/domain/credentials.ts';
import { isCurrent, sessionClaims } from '../../../services/accounts/domain/session.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import { createSessionTokens } from '../../../services/accounts/session-tokens.ts';

const test = suite('accounts: sessions');

const HOUR = 3_600_000;
const now = new Date('2026-01-01T00:00:00.500Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const secret = 's'.repeat(32);

const ages: [name: string, issued: Date, changed: Date | null, current: boolean][] = [
  ['fresh', now, null, true],
  ['168 hours old', ago(168 * HOUR), null, true],
  ['a millisecond older', ago(168 * HOUR + 1), null, false],
  ['from before the password changed', ago(1), now, false],
  ['from after the password changed', now, ago(1), true],
];
for (const [name, issued, changed, current] of ages) {
  test(`a session ${name} is ${current ? 'good' : 'refused'}`, () =>
    assert.is(isCurrent(sessionClaims('u', issued), changed, now), current));
}

test('a token says whose it is and since when, and nothing else', async () => {
  const tokens = createSessionTokens(keyRing([secret]));
  assert.equal(await tokens.read(await tokens.issue('u-1', now)), { id: 'u-1', iat: now.getTime() / 1000 });
});

test('forged tokens say nothing', async () => {
  const tokens = createSessionTokens(keyRing([secret]));
  const token = await tokens.issue('u-1', now);
  const [head, payload, signature] = token.split('.') as [string, string, string];
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  const other = await createSessionTokens(keyRing(['t'.repeat(32)])).issue('u-1', now);
  const stronger = await new SignJWT({ id: 'u-1', iat: 1 }).setProtectedHeader({ alg: 'HS512' }).sign(new TextEncoder().encode(secret));
  const numbered = await new SignJWT({ id: 7 as never, iat: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
  for (const bad of ['', 'x', `${head}.${payload}`, `${head}.${payload}.${signature.slice(1)}`, none, other, stronger, numbered]) {
    assert.is(await tokens.read(bad), null, bad);
  }
});

test('passwords are argon2id, and an account without one matches nothing', async () => {
  const passwords = await createPasswords();
  const stored = await passwords.hash('correct horse');
  assert.match(stored, /^\$argon2id\$/);
  assert.is(await passwords.matches('correct horse', stored), true);
  assert.is(await passwords.matches('Correct horse', stored), false);
  assert.is(await passwords.matches('', null), false);
});

test('addresses are trimmed and lowercased', () => assert.is(normalEmail('  Ann@Example.COM\n'), 'ann@example.com'));

const refused: [email: string, password: string, fields: string[]][] = [
  ['nobody', 'secret', ['email']],
  ['a@b', 'secret', ['email']],
  ['a b@c.de', 'secret', ['email']],
  [`${'a'.repeat(250)}@b.de`, 'secret', ['email']],
  ['a@b.de', '12345', ['password']],
  ['a@b.de', 'x'.repeat(1_025), ['password']],
  ['', '', ['email', 'password']],
];
for (const [email, password, fields] of refused) {
  test(`${JSON.stringify(email).slice(0, 20)} with ${password.length} characters is refused`, () => {
    try {
      checkedCredentials({ email, password });
    } catch (error) {
      assert.equal(
        (error as Fault).options.errors?.map(({ field }) => field),
        fields,
      );
      return;
    }
    assert.unreachable('nothing was refused');
  });
}

test.run();
