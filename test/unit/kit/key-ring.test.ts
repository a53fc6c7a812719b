/** Rings of keys: the first writes, every one reads, and what was written before keys had names is read too. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hmacSha256, keyRing, prefixOf, readingKeys, writingKey } from '#kit/key-ring.ts';
import { createSessionTokens } from '#services/accounts/session-tokens.ts';
import { createBounceAddresses } from '#services/delivery/feedback/bounce-addresses.ts';
import { createSealer } from '#services/delivery/sender-domains/dkim-keys.ts';
import { isSignedLink, signLink } from '#services/recipient/link-token.ts';
import { readTracked, signTracked } from '#services/recipient/tracking-token.ts';

const test = suite('key rings');
const [old, fresh, foreign] = ['b2xk', 'ZnJlc2g', 'Zm9yZWlnbg'].map((text) =>
  Buffer.from(text.repeat(8).slice(0, 32)).toString('base64'),
) as [string, string, string];
const [before, turned, after, others] = [keyRing([old]), keyRing([fresh, old]), keyRing([fresh]), keyRing([foreign])];
const [projectId, emailId] = ['0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11'];
const NOW = new Date('2026-01-01T00:00:00Z');
type Ring = typeof before;

/** What a purpose's keys do: write something, and say whether it is read. */
const PURPOSES: Record<string, { write(ring: Ring): string | Promise<string>; reads(ring: Ring, written: string): unknown }> = {
  'a tracked link': {
    write: (ring) => signTracked(ring, { projectId, emailId, target: 'https://x.test/' }),
    reads: (ring, written) => readTracked(ring, 'click', written) !== null,
  },
  'a recipient link': {
    write: (ring) => signLink(ring, 'c1', emailId),
    reads: (ring, token) => isSignedLink(ring, { token, contactId: 'c1', emailId }),
  },
  'a return path': {
    write: (ring) => createBounceAddresses(ring).write(emailId, 'x.test'),
    reads: (ring, written) => createBounceAddresses(ring).read(written) === emailId,
  },
  'a session': {
    write: (ring) => createSessionTokens(ring).issue('u1', NOW),
    reads: async (ring, written) => (await createSessionTokens(ring).read(written)) !== null,
  },
  'a sealed key': {
    write: (ring) => createSealer(ring).seal('text', 'd1'),
    reads(ring, written) {
      try {
        return createSealer(ring).open(written, 'd1') === 'text';
      } catch {
        return false;
      }
    },
  },
};

for (const [what, { write, reads }] of Object.entries(PURPOSES)) {
  test(`${what} is read by every ring that has its key, and by no other`, async () => {
    const [older, newer] = [await write(before), await write(turned)];
    for (const [ring, written, expected] of [
      [before, older, true],
      [turned, older, true],
      [keyRing([old, fresh]), newer, true],
      [turned, newer, true],
      [after, newer, true],
      [after, older, false],
      [before, newer, false],
      [others, older, false],
      [[], older, false],
    ] as const)
      assert.is(await reads(ring, written), expected, JSON.stringify({ ring: ring.length, written }));
  });

  test(`${what} cannot be written without a key`, async () => {
    const failure = await (async () => write([]))().catch((error: Error) => error.message);
    assert.match(String(failure), /holds no key/);
  });

  if (what === 'a return path') continue;
  test(`${what} names its key, and is refused under the name of another`, async () => {
    const written = await write(turned);
    const { id } = writingKey(turned);
    if (what === 'a session') return assert.is(JSON.parse(Buffer.from(written.split('.')[0]!, 'base64url').toString()).kid, id);
    assert.ok(written.startsWith(prefixOf(writingKey(turned))));
    assert.is(await reads(turned, written.replace(id, writingKey(before).id)), false);
  });
}

test('what was written before keys had names is read by any ring that has the key', async () => {
  const { write: track, reads: isTracked } = PURPOSES['a tracked link']!;
  assert.ok(isTracked(turned, readingKeys(before, await track(before)).text));
  const bare = createHmac('sha256', old).update(`recipient-link\0c1\0${emailId}`).digest('base64url');
  assert.ok(isSignedLink(turned, { token: bare, contactId: 'c1', emailId }));
  const sealed = readingKeys(before, createSealer(before).seal('text', 'd1')).text;
  assert.is(createSealer(turned).open(sealed, 'd1'), 'text');
  const session = await new SignJWT({ id: 'u1', iat: 1 }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(old));
  assert.is((await createSessionTokens(turned).read(session))?.id, 'u1');
  assert.is(await createSessionTokens(after).read(session), null);
});

test('HMAC-SHA256 is what the library makes of any secret and any text', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.constantFrom('x'.repeat(5_000), 'é'.repeat(2_000)),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 150 }), text, fc.constantFrom('hex', 'base64url', 'binary'), (secret, written, encoding) => {
      const expected = createHmac('sha256', secret).update(written).digest(encoding);
      assert.is(hmacSha256(secret, written, encoding), expected);
      assert.is(hmacSha256(secret, Buffer.from(written), encoding), expected);
    }),
  );
});

test('a key’s name is its own and does not show the key', () => {
  assert.is(new Set([...turned, ...others].map(({ id }) => id)).size, 3);
  assert.ok([...turned, ...others].every(({ id, secret }) => /^[0-9a-f]{8}$/.test(id) && !secret.includes(id)));
});

test.run();
