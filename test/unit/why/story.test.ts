import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { later, personOf, storyOf } from '../../../cli/operator/story.ts';
import type { Mail } from '../../../cli/operator/story.ts';
import type { Transition } from '#proto/delivery/v1/delivery.ts';

const test = suite('story of a mail');

const mail: Mail = {
  id: 'm1',
  to: 'ada@example.com',
  from: 'hello@example.org',
  subject: 'Hello',
  status: 'BOUNCED',
  sourceType: 'TRANSACTIONAL',
  error: '550 5.1.1 no such user',
  opens: 0,
  clicks: 0,
  openedAt: null,
  clickedAt: null,
};
const step = (at: string, to: string, attempt: number, detail: string | null = null): Transition => ({
  at: `2026-01-01T${at}Z`,
  from: null,
  to,
  actor: 'delivery-1',
  attempt,
  detail,
});

test("each step has its time after the first, its owner and the provider's words", () => {
  const lines = storyOf(mail, [
    step('10:00:00.000', 'PENDING', 0),
    step('10:00:00.250', 'SENDING', 1),
    step('10:05:00.000', 'PENDING', 1, '451 later'),
    step('13:00:00.000', 'SENDING', 2),
    step('13:00:01.000', 'BOUNCED', 2, '550 5.1.1 no such user'),
  ]);
  assert.match(lines[1]!, /2026-01-01 10:00:00\.000 +PENDING waits in the ledger +\[delivery-1\]/);
  assert.match(lines[2]!, /\+0\.250 s +SENDING is claimed by a process, attempt 1/);
  assert.match(lines[3]!, /\+5 min +PENDING[^"]*: "451 later"/);
  assert.match(lines[4]!, /\+3\.0 h +SENDING[^"]*attempt 2/);
  assert.match(
    lines.at(-1)!,
    /So: BOUNCED after 2 attempts\. The recipient's server refused it for good\.[^"]*Last: "550 5\.1\.1 no such user"/,
  );
});

test('what waits says what it was last answered', () =>
  assert.match(
    storyOf({ ...mail, status: 'PENDING', error: null }, [step('10:00:00.000', 'PENDING', 1, '451 later')]).at(-1)!,
    /tried again when it is due\. Last: "451 later"/,
  ));

test('opens and clicks are part of the story', () =>
  assert.match(
    storyOf({ ...mail, opens: 2, openedAt: '2026-01-01T11:00:00.000Z' }, []).join('\n'),
    /no transition is on record\n {2}opened 2 times, first 2026-01-01 11:00:00\.000/,
  ));

test('people: unknown, gone, unsubscribed', () => {
  assert.match(personOf('x@example.com', undefined, 0)[0]!, /no contact of this project/);
  assert.match(personOf('x@example.com', undefined, 2)[0]!, /no contact any more/);
  assert.match(personOf('x@example.com', { subscribed: false }, 0).join(' '), /marketing is held back\. No mail was ever accepted/);
});

test('times', () =>
  assert.equal(
    ['10:00:09.999', '10:00:12.000', '10:01:00.000', '12:00:00.000'].map((at) => later('2026-01-01T10:00:00.000Z', `2026-01-01T${at}Z`)),
    ['+9.999 s', '+12.0 s', '+1 min', '+2.0 h'],
  ));

test.run();
