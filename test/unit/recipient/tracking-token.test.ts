/** Tokens of pixels and links: read back whole, or not at all. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { readTracked, signTracked } from '#services/recipient/tracking-token.ts';
import type { Tracked } from '#services/recipient/tracking-token.ts';

const test = suite('tracking tokens');

const SECRET = keyRing(['s'.repeat(32)]);
const ids = fc.uuid();
const tracked: fc.Arbitrary<Tracked> = fc.record({
  projectId: ids,
  emailId: ids,
  target: fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true }), { nil: null }),
});
const kindOf = ({ target }: Tracked) => (target === null ? ('open' as const) : ('click' as const));
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('what was signed comes back', () => {
  fc.assert(fc.property(tracked, (what) => assert.equal(readTracked(SECRET, kindOf(what), signTracked(SECRET, what)), { ...what })));
  const target = 'https://exämple.test/ü?a=1&b=🦄';
  const what = { projectId: '0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', emailId: '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', target };
  assert.equal(readTracked(SECRET, 'click', signTracked(SECRET, what)), what);
  assert.match(signTracked(SECRET, what), /^[0-9a-f]{8}-[\w-]+$/);
});

test('no changed character is overlooked, wherever it is', () => {
  fc.assert(
    fc.property(tracked, fc.nat(), fc.nat(62), (what, place, by) => {
      const token = signTracked(SECRET, what);
      const at = place % token.length;
      const other = ALPHABET[(ALPHABET.indexOf(token[at]!) + 1 + by) % 64]!;
      assert.is(readTracked(SECRET, kindOf(what), token.slice(0, at) + other + token.slice(at + 1)), null);
    }),
    { numRuns: 500 },
  );
});

test('no token is made without the secret', () => {
  fc.assert(
    fc.property(
      tracked,
      fc.string({ minLength: 32 }).filter((text) => text !== SECRET[0]!.secret),
      (what, secret) => {
        assert.is(readTracked(SECRET, kindOf(what), signTracked(keyRing([secret]), what)), null);
      },
    ),
  );
  for (const kind of ['open', 'click'] as const) {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
        ),
        (text) => {
          assert.is(readTracked(SECRET, kind, text), null);
        },
      ),
    );
  }
});

test('parts of two tokens make no third', () => {
  fc.assert(
    fc.property(tracked, tracked, fc.nat(), (one, other, place) => {
      const [first, second] = [signTracked(SECRET, one), signTracked(SECRET, other)];
      const spliced = first.slice(0, place % first.length) + second.slice(place % first.length);
      fc.pre(spliced !== first && spliced !== second);
      for (const kind of ['open', 'click'] as const) assert.is(readTracked(SECRET, kind, spliced), null);
    }),
  );
});

test('a pixel is no link and a link no pixel; longer, shorter and other spellings are none', () => {
  const row = { projectId: '0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', emailId: '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11' };
  const open = signTracked(SECRET, { ...row, target: null });
  const click = signTracked(SECRET, { ...row, target: 'https://x.test/' });
  assert.is(readTracked(SECRET, 'click', open), null);
  assert.is(readTracked(SECRET, 'open', click), null);
  for (const text of [
    '',
    'x',
    `${click}=`,
    `${click}A`,
    click.slice(1),
    click.slice(0, -1),
    ` ${click}`,
    `${click}\n`,
    `${click.slice(0, 5)}!${click.slice(5)}`,
  ]) {
    assert.is(readTracked(SECRET, 'click', text), null, text);
  }
});

test('ids that are no uuids are a fault of ours', () => {
  assert.throws(() => signTracked(SECRET, { projectId: 'p', emailId: 'e', target: null }), /not the id/);
});

test.run();
