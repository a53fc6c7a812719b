/** Slots as connections take them: who is asked at that moment, what is signed before, and that each ends once. */
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createAttemptMetrics } from '#services/delivery/dispatch/attempt-metrics.ts';
import type { HeldPage, NoteListener } from '#services/delivery/dispatch/page-slots.ts';
import type { SendGate } from '#services/delivery/dispatch/send-gate.ts';
import { createSlotRunner } from '#services/delivery/dispatch/slot-runner.ts';
import type { Outcome } from '#services/delivery/domain/outcome.ts';
import { Prefetch } from '#services/delivery/domain/prefetch.ts';
import { createCarriers } from '#services/delivery/providers/provider.ts';
import { slotParts } from '#test/slot-parts.ts';
import { until } from '#test/until.ts';
import { row } from './row.ts';

const ROOM = 3;
const HELD: Outcome = { kind: 'held', reason: 'the campaign is paused' };
const { privateKey } = generateKeyPairSync('ed25519');
const test = suite('slot runner');

interface Setting {
  recheck: SendGate['recheck'];
  slots: number;
  /** Made as long as this takes; absent: the mails leave unsigned. */
  signing?: () => Promise<void>;
}

/** One page, all of whose slots are claimed at once. */
function setting({ recheck, slots: count, signing }: Setting) {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const emailId = (slot: number): string => `mail-${slot}`;
  const mail = (slot: number) => row({ _id: emailId(slot), campaignId: 'c', sourceType: 'CAMPAIGN', attempt: 1 });
  const [sent, ended, tried] = [[] as string[], [] as [number, string][], [] as string[]];
  let listener: NoteListener;
  const page: HeldPage = {
    id: 'p',
    traceparent: undefined,
    since: performance.now(),
    owner: 'o',
    mayHandOver: () => true,
    giveBack: () => undefined,
    emailId,
    mail,
    row: mail,
    taken(one) {
      ended.push([one.slot, 'accepted']);
      listener.noted(page, [one]);
    },
    async record(slot, outcome) {
      ended.push([slot, outcome.kind]);
      return true;
    },
  };
  const key = { selector: 's', privateKey };
  const metrics = createMetrics();
  const runner = createSlotRunner({
    ...slotParts(),
    slots: { has: () => true, claim: async () => [{ page, slots }], onNoted: (one) => void (listener = one) },
    composer: {
      ofPage: async () => ({
        keys: signing ? { domain: 'example.org', rsa: key } : null,
        message: () => ({ headers: '', body: [], isRelaxed: true }),
      }),
      signed: async (messages) => {
        await signing?.();
        return messages.map(() => Buffer.alloc(0));
      },
    },
    feed: (feed) =>
      createCarriers(
        {
          send: async ({ emailId: id }) => {
            await sleep(1);
            sent.push(id);
            return { reply: '250 ok', delivered: true };
          },
        },
        feed,
      ),
    gate: { check: async () => new Map(), recheck },
    outcomes: { record: () => Promise.reject(new Error('no row was expected')) },
    spool: null,
    room: () => ROOM,
    busy: () => undefined,
    prefetch: new Prefetch(() => performance.now()),
    workers: ROOM,
    tried: (id) => void tried.push(id),
    onRoom: () => undefined,
    metrics: createAttemptMetrics(metrics, () => 0),
    log: createLog('silent'),
  });
  return { runner, sent, ended, tried, metrics, all: slots.map(emailId), claim: () => runner.claim(slots.map(emailId)) };
}

test('an answer that takes longer than it holds still lets those leave that waited for it', async () => {
  let asked = 0;
  const { runner, claim, sent, tried, all } = setting({
    slots: 20,
    recheck: async () => {
      asked += 1;
      await sleep(2);
      return undefined;
    },
  });
  assert.equal(await claim(), { won: 20, queued: 20 });
  await until(() => runner.inFlight === 0, { what: 'the end' });
  assert.equal(sent.toSorted(), all.toSorted());
  assert.equal(tried.toSorted(), all.toSorted());
  assert.ok(asked >= 20 / ROOM - 1 && asked <= 20, `${asked} questions`);
});

test('what is to be signed is asked about once it is: each ends once, however the answer changes meanwhile', async () => {
  const gates: (() => void)[] = [];
  let outcome: Outcome | undefined = HELD;
  const { runner, claim, sent, ended, all } = setting({
    slots: 130,
    recheck: () => outcome,
    signing: () => new Promise<void>((resolve) => void gates.push(resolve)),
  });
  await claim();
  runner.look();
  assert.equal([sent, ended], [[], []], 'asked before there was anything to hand over');
  outcome = undefined;
  const opening = setInterval(() => gates.splice(0).forEach((open) => open()), 1);
  await until(() => runner.inFlight === 0, { what: 'the end' });
  clearInterval(opening);
  assert.equal(sent.toSorted(), all.toSorted());
  assert.is(new Set(ended.map(([slot]) => slot)).size, ended.length);
});

test('held at the moment of the hand-over: given back once, and nothing of it leaves', async () => {
  let [left, outcome]: [number, Outcome | undefined] = [5, undefined];
  const { runner, claim, sent, ended, metrics } = setting({
    slots: 12,
    recheck() {
      if ((left -= 1) < 0) outcome = HELD;
      return outcome;
    },
  });
  await claim();
  await until(() => runner.inFlight === 0, { what: 'the end' });
  assert.is(sent.length, 5);
  assert.equal(ended.map(([, kind]) => kind).toSorted(), [
    ...Array.from({ length: 5 }, () => 'accepted'),
    ...Array.from({ length: 7 }, () => 'held'),
  ]);
  const exposition = await metrics.registry.metrics();
  assert.match(exposition, /^posthorn_delivery_provider_seconds_count\{reply="2xx"\} 5$/m);
  assert.match(exposition, /^posthorn_delivery_page_to_accepted_seconds_count 5$/m);
});

test.run();
