/** API keys (contract 5). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyKind, keyText, secretPrefix, shownSecret } from '../../../services/accounts/domain/key.ts';
import { keyHash, mintKeys, sameHash, storedKeys } from '../../../services/accounts/keys.ts';

const test = suite('accounts: keys');

const HEX = '0123456789abcdef'.repeat(4);

const kinds: [text: string, kind: 'public' | 'secret' | null][] = [
  [`sk_${HEX}`, 'secret'],
  [`pk_${HEX}`, 'public'],
  [`xk_${HEX}`, null],
  [`sk_${HEX.toUpperCase()}`, null],
  [`SK_${HEX}`, null],
  [`sk_${HEX}0`, null],
  [`sk_${HEX.slice(1)}`, null],
  [`sk_${HEX}\n`, null],
  ['', null],
];
for (const [text, kind] of kinds) test(`${JSON.stringify(text)} is ${kind ?? 'no key'}`, () => assert.is(keyKind(text), kind));

test('a secret is shown by its first eight digits', () => {
  assert.is(shownSecret(secretPrefix(keyText('secret', HEX))), 'sk_01234567…');
});

test('minted keys are well-formed and of their kind', () => {
  const pair = mintKeys();
  assert.is(keyKind(pair.public), 'public');
  assert.is(keyKind(pair.secret), 'secret');
  assert.is.not(pair.public.slice(3), pair.secret.slice(3));
});

test('the secret is not among what is stored', () => {
  const pair = mintKeys();
  const stored = storedKeys(pair);
  assert.not(JSON.stringify(stored).includes(pair.secret.slice(11)));
  assert.is(stored.publicKey, pair.public);
  assert.ok(sameHash(stored.secretHash, keyHash(pair.secret)));
  assert.not(sameHash(stored.secretHash, stored.publicHash));
  assert.not(sameHash(stored.secretHash, ''));
});

test.run();
