import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backoff, nextAttempt, verdictOf } from '#services/delivery/domain/replies.ts';
import type { Refusal, Verdict } from '#services/delivery/domain/replies.ts';

const replies = suite('replies');

const TABLE: [Refusal['stage'], number | undefined, string, Verdict][] = [
  ['connection', undefined, 'connect ECONNREFUSED', 'retry'],
  ['content', undefined, 'socket closed', 'retry'],
  ['connection', 421, '421 closing', 'retry'],
  ['recipient', 450, '450 4.2.1 busy', 'retry'],
  ['recipient', 451, '451 4.7.1 greylisted', 'retry'],
  ['recipient', 452, '452 4.2.2 full', 'retry'],
  ['connection', 454, '454 4.7.0 TLS not available', 'retry'],
  ['connection', 535, '535 5.7.8 wrong password', 'retry'],
  ['connection', 554, '554 no service', 'retry'],
  ['recipient', 550, '550 5.1.1 no such user', 'bounce'],
  ['recipient', 551, '551 not local', 'bounce'],
  ['recipient', 552, '552 5.2.2 over quota', 'bounce'],
  ['recipient', 553, '553 name not allowed', 'bounce'],
  ['content', 550, '550 no such user', 'bounce'],
  ['recipient', 554, '554 5.1.2 bad domain', 'bounce'],
  ['recipient', 554, '554 5.7.1 policy', 'fail'],
  ['content', 554, '554 5.6.0 refused', 'fail'],
  ['recipient', 501, '501 syntax', 'fail'],
  ['sender', 550, '550 sender refused', 'fail'],
  ['sender', 553, '553 5.1.8 bad sender', 'fail'],
];

for (const [stage, code, text, verdict] of TABLE) {
  replies(`${stage} "${text}" → ${verdict}`, () => {
    assert.is(verdictOf({ stage, code, text }), verdict);
  });
}

replies('backoff stays between 2 s and 5 min, and its steps double', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const ms = backoff(attempt, random);
      assert.ok(ms >= 2_000 && ms <= 300_000);
    }),
  );
  assert.equal(
    [1, 2, 3, 7, 8].map((attempt) => backoff(attempt, 1)),
    [4_000, 8_000, 16_000, 256_000, 300_000],
  );
  assert.is(backoff(1, 0), 2_000);
});

replies('the last attempt falls on the deadline, none comes after it', () => {
  const accepted = 0;
  assert.equal(nextAttempt(new Date(1_000), accepted + 60_000, 2_000), new Date(3_000));
  assert.equal(nextAttempt(new Date(59_000), accepted + 60_000, 2_000), new Date(60_000));
  assert.is(nextAttempt(new Date(60_000), accepted + 60_000, 2_000), null);
});

replies.run();
