/** The life of an Idempotency-Key's claim (contract 4.3). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { begun, judge, resumed, reused, settlement } from '../../../services/accounts/domain/claim.ts';
import type { Claim, Claimant, Verdict } from '../../../services/accounts/domain/claim.ts';

const test = suite('accounts: idempotency claim');

const HOUR = 3_600_000;
const start = new Date('2026-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const LEASE_MS = 60_000;
const claimant = (request: string, bodyHash = 'h1'): Claimant => ({ request, bodyHash });
const flying = begun('op-1', claimant('POST /v1/send'), { now: start, leaseMs: LEASE_MS, ttlMs: 24 * HOUR });
const settled = (statusCode: number): Claim => ({ ...flying, statusCode });

const verdicts: [name: string, claim: Claim | null, request: string, now: Date, verdict: Verdict][] = [
  ['nobody holds it', null, 'POST /v1/send', start, 'free'],
  ['in flight', flying, 'POST /v1/send', after(1), 'taken'],
  ['in flight until the lease runs out', flying, 'POST /v1/send', after(LEASE_MS - 1), 'taken'],
  ['its holder died', flying, 'POST /v1/send', after(LEASE_MS), 'resume'],
  ['its holder died, another request asks', flying, 'POST /v1/track', after(LEASE_MS), 'taken'],
  ['settled with 200', settled(200), 'POST /v1/send', after(LEASE_MS), 'taken'],
  ['settled with 500', settled(500), 'POST /v1/send', after(2 * HOUR), 'taken'],
  ['to the last moment', settled(200), 'POST /v1/send', after(24 * HOUR - 1), 'taken'],
  ['expired', settled(200), 'POST /v1/send', after(24 * HOUR), 'free'],
  ['expired in flight', flying, 'POST /v1/track', after(24 * HOUR), 'free'],
];
for (const [name, claim, request, now, verdict] of verdicts) {
  test(`${name}: ${verdict}`, () => assert.is(judge(claim, claimant(request), now), verdict));
}

test("a dead holder's operation goes on with the same body only", () => {
  assert.is(judge(flying, claimant('POST /v1/send', 'h2'), after(LEASE_MS)), 'taken');
  assert.is(judge({ ...flying, bodyHash: null }, claimant('POST /v1/send', 'h2'), after(LEASE_MS)), 'resume');
});

test('a resumed claim keeps its operation and its first time, and is leased anew', () => {
  const again = resumed(flying, after(LEASE_MS), { leaseMs: LEASE_MS });
  assert.is(again.operationId, 'op-1');
  assert.equal(again.requestedAt, start);
  assert.equal(again.expiresAt, flying.expiresAt);
  assert.is(judge(again, claimant('POST /v1/send'), after(2 * LEASE_MS - 1)), 'taken');
  assert.is(judge(again, claimant('POST /v1/send'), after(2 * LEASE_MS)), 'resume');
});

test('4xx frees the key, everything else keeps it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 599 }),
      (status) => settlement(status) === (Math.floor(status / 100) === 4 ? 'release' : 'keep'),
    ),
  );
});

test('at no time may two askers go on after the key was settled', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 24 * HOUR - 1 }),
      fc.constantFrom(200, 500, 503),
      fc.string(),
      (ms, status, request) => judge(settled(status), claimant(request), after(ms)) === 'taken',
    ),
  );
});

test('the fault says what holds the key', () => {
  const fault = reused('k-1', settled(200));
  assert.is(fault.name, 'IDEMPOTENCY_KEY_REUSED');
  assert.is(fault.status, 409);
  assert.is(fault.message, 'Idempotency-Key "k-1" has already been used');
  assert.equal(fault.options.details, {
    key: 'k-1',
    originalRequest: 'POST /v1/send',
    originalRequestAt: '2026-01-01T00:00:00.000Z',
    originalStatusCode: 200,
  });
});

test.run();
