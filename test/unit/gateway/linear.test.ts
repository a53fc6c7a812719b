/** What strangers write is read in linear time: hostile texts of doubling length, up to a megabyte, none of which may take long. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { LONGEST_ADDRESS, isAddress } from '#kit/address.ts';
import { stretched } from '#local/time-scale.ts';
import { readBearer } from '#services/gateway/auth/authentication.ts';
import { readSender, splitNamed } from '#services/gateway/domain/address.ts';
import { faultOffset, positionOf } from '#services/gateway/domain/json-position.ts';
import { countValues } from '#services/gateway/domain/json-values.ts';
import { email } from '#services/gateway/schemas.ts';

const test = suite('linear scans');

const LENGTHS = Array.from({ length: 11 }, (_, power) => 1_024 * 2 ** power);
/** Of the processor: a quadratic scan of a megabyte takes minutes, a linear one milliseconds. */
const MOST_MS = stretched(400);

const READERS: Record<string, (text: string) => unknown> = {
  'a sender': (text) => readSender(text),
  'a name and an address': (text) => splitNamed(text),
  'an address': (text) => isAddress(text),
  'an address of a schema': (text) => email.safeParse(text),
  'an Authorization header': (text) => readBearer(text),
  'the values of a body': (text) => countValues(Buffer.from(text), Infinity),
  'the fault of a body': (text) => positionOf(Buffer.from(text), faultOffset(Buffer.from(text)) ?? 0),
};
/** What expressions for these formats stumbled over, and what fast-check thinks of. */
const unit = fc.oneof(
  fc.constantFrom(' ', '\t', '<', '>', '"', '\\', '\\"', '[', '{', ',', '@', '.', 'a.', 'a@', '<a@b>', '[],'),
  fc.string(),
);
const hostile = fc.record({
  before: fc.constantFrom('', 'Bearer ', 'Bearer x', '"', '<', 'a@'),
  unit,
  after: fc.constantFrom('', 'x', '>', '!'),
});

for (const [what, read] of Object.entries(READERS)) {
  test(what, () => {
    fc.assert(
      fc.property(hostile, ({ before, unit: repeated, after }) => {
        for (const length of LENGTHS) {
          const text = before + repeated.repeat(Math.ceil(length / Math.max(1, repeated.length))) + after;
          const from = process.threadCpuUsage();
          read(text);
          const { user, system } = process.threadCpuUsage(from);
          const took = (user + system) / 1_000;
          assert.ok(took < MOST_MS, `${length} characters of ${JSON.stringify(repeated)} took ${took} ms`);
        }
      }),
      { numRuns: 30, seed: 1_400 },
    );
  });
}

test('senders are read as before', () => {
  for (const [text, email_, name] of [
    [' "Ada L." <ada@example.org> ', 'ada@example.org', 'Ada L.'],
    ['Ada<ada@example.org>', 'ada@example.org', 'Ada'],
    ['a <b> <c@d.org>', 'a <b> <c@d.org>', undefined],
    ['a" <c@d.org>', 'a" <c@d.org>', undefined],
  ] as const)
    assert.equal(readSender(text), { email: email_, name });
});

test('addresses of any script, and no others', () => {
  for (const good of ['ada@example.org', 'ada@bücher.example', 'ada@例え.テスト', 'jörg@example.org', "o'h@x.org", 'a+b@x-y.co'])
    assert.ok(isAddress(good), good);
  for (const bad of [
    'a@b',
    'a@@b.org',
    'a@-b.org',
    'a@b..org',
    '.a@b.org',
    'a b@c.org',
    'a@b.1g',
    `${'a'.repeat(65)}@b.org`,
    'a\u0000@b.org',
    `a@${'b.'.repeat(LONGEST_ADDRESS)}org`,
  ])
    assert.not(isAddress(bad), bad);
});

test('values are counted outside of strings, and no further than asked', () => {
  for (const [text, count] of [
    ['1', 1],
    ['[1,2,{"a":"[,,{\\\\"}]', 5],
    ['{"a\\"[[[":[]}', 3],
    ['"', 1],
  ] as const)
    assert.is(countValues(Buffer.from(text), 100), count, text);
  assert.is(countValues(Buffer.from('[],'.repeat(1_000)), 10), 11);
});

test.run();
