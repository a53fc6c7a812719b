import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heldBack, NO_COUNTS, PAUSED_MS, countsOf } from '#services/delivery/domain/campaign-send.ts';
import type { Counted, CampaignSendState } from '#services/delivery/domain/campaign-send.ts';
import { changeOf } from '#services/delivery/domain/outcome.ts';
import { STATUSES } from '#kit/mail-states.ts';
import { chunked } from '#services/delivery/campaign-sends/render-chunks.ts';
import { row } from './row.ts';

const send = suite('campaign send');

const set = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0, humanOpened: 0, humanClicked: 0 };
const counted = (status: Counted['status'], rows: number, more: Partial<typeof set> = {}): Counted => ({ status, rows, ...set, ...more });
const places = ['pending', 'sending', 'sent', 'failed', 'suppressed', 'unknown'] as const;

send('nothing frozen is all zeros', () => assert.equal(countsOf([]), NO_COUNTS));

for (const [status, place] of [
  ['PENDING', 'pending'],
  ['SENDING', 'sending'],
  ['FAILED', 'failed'],
  ['BOUNCED', 'failed'],
  ['SUPPRESSED', 'suppressed'],
  ['UNKNOWN', 'unknown'],
] as const) {
  send(`${status} before a provider accepted it counts as ${place}`, () => {
    const counts = countsOf([counted(status, 3)]);
    assert.equal(
      places.filter((one) => counts[one] === 3),
      [place],
    );
    assert.is(counts.frozen, 3);
  });
}

send('what was accepted is sent, whatever came after; every row is in one place', () => {
  const counts = countsOf(STATUSES.map((status, index) => counted(status, index + 10, { sent: index })));
  assert.is(
    places.reduce((sum, place) => sum + counts[place], 0),
    counts.frozen,
  );
  assert.is(
    counts.sent,
    STATUSES.reduce((sum, _, index) => sum + index, 0),
  );
});

send('times that are set are counted beside', () => {
  const counts = countsOf([
    counted('DELIVERED', 5, { sent: 5, delivered: 5 }),
    counted('CLICKED', 2, { sent: 2, delivered: 2, opened: 1, clicked: 2, unsubscribed: 1 }),
  ]);
  assert.equal([counts.sent, counts.delivered, counts.opened, counts.clicked, counts.unsubscribed], [7, 7, 1, 2, 1]);
});

for (const [state, attempt, delayMs] of [
  ['OPEN', 1, null],
  ['OPEN', 3, null],
  ['PAUSED', 1, undefined],
  ['PAUSED', 2, PAUSED_MS],
  ['CLOSED', 1, undefined],
  ['CLOSED', 2, undefined],
  [undefined, 1, undefined],
] as const) {
  send(
    `a claimed row, attempt ${attempt}, of a send ${state ?? 'that is gone'} ` +
      `${delayMs === null ? 'leaves' : delayMs ? 'looks again later' : 'is held'}`,
    () => {
      const held = heldBack(state as CampaignSendState | undefined, { attempt });
      assert.is(held ? held.delayMs : null, delayMs);
    },
  );
}

const at = (ms: number) => ({
  now: new Date(row().createdAt.getTime() + ms),
  by: 'proc',
  random: 0,
  deadlineTransactional: 3_600_000,
  deadlineBulk: 86_400_000,
  unknownRetryAfter: 900_000,
});

send('a row that is held has used up no attempt, and is due when it says so', () => {
  const held = changeOf(row({ attempt: 1 }), { kind: 'held', reason: 'paused' }, at(0));
  assert.equal([held.status, held.set, held.dueAt, held.facts], ['PENDING', { attempt: 0 }, undefined, []]);
  assert.is(held.trace[0]!.detail, 'paused');
  const later = changeOf(row({ attempt: 3 }), { kind: 'held', reason: 'paused', delayMs: 1_000 }, at(5));
  assert.equal([later.set.attempt, later.dueAt?.getTime()], [2, at(1_005).now.getTime()]);
});

send('a campaign’s retries count from its first attempt, or from the decision to send it again', () => {
  const refused = { kind: 'refused', refusal: { code: 451, text: '451 later', stage: 'recipient' } } as const;
  const day = 86_400_000;
  const tried = {
    sourceType: 'CAMPAIGN',
    trace: [
      { at: at(0).now, to: 'PENDING', by: 'p' },
      { at: at(3 * day).now, to: 'SENDING', by: 'p' },
    ],
  } as const;
  const after = (over: object, ms: number) => changeOf(row({ class: 'MARKETING', ...over }), refused, at(ms)).status;
  assert.is(after({ ...tried, trace: [...tried.trace] }, 3.5 * day), 'PENDING');
  assert.is(after({ ...tried, trace: [...tried.trace] }, 4.5 * day), 'FAILED');
  assert.is(after({ ...tried, trace: [...tried.trace], resumedAt: at(4 * day).now }, 4.5 * day), 'PENDING');
  assert.is(after({}, 1.5 * day), 'FAILED');
});

send('chunks keep the order, lose nobody, and hold what a message carries', () => {
  const people = Array.from({ length: 2_000 }, (_, index) => index);
  for (const [data, body] of [
    [0, 0],
    [200, 5_000],
    [100_000, 10],
    [10, 2_000_000],
  ] as const) {
    const chunks = chunked(people, () => data, body);
    assert.equal(chunks.flat(), people);
    const weight = Math.max(700 + 2 * data, body);
    for (const chunk of chunks) assert.ok(chunk.length === 1 || chunk.length * weight <= 350_000 + weight, `${chunk.length} of ${weight}`);
  }
  assert.equal(
    chunked([], () => 1, 1),
    [],
  );
});

send.run();
