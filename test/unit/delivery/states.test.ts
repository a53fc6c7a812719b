import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { STATUSES } from '#kit/mail-states.ts';
import { canTransition, TRANSITIONS } from '#services/delivery/domain/states.ts';
import type { Status } from '#services/delivery/domain/states.ts';
import { transitions } from '#services/delivery/domain/trace.ts';

const states = suite('states');

states('every status has its row in the table, and no move leads to itself', () => {
  assert.equal(Object.keys(TRANSITIONS).sort(), [...STATUSES].sort());
  for (const status of STATUSES) assert.not.ok(canTransition(status, status));
});

states('ends are ends', () => {
  for (const end of ['COMPLAINED', 'SUPPRESSED', 'RECEIVED'] as Status[]) assert.equal(TRANSITIONS[end], []);
});

states('nothing that left goes back to the queue; only an unknown outcome may', () => {
  assert.equal(
    STATUSES.filter((from) => canTransition(from, 'PENDING')),
    ['SENDING', 'UNKNOWN'],
  );
  assert.equal(
    STATUSES.filter((from) => canTransition(from, 'SENDING')),
    ['PENDING'],
  );
});

states('notices only ever raise: COMPLAINED > BOUNCED > CLICKED > OPENED > DELIVERED > SENT', () => {
  const order: Status[] = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'];
  for (const [low, from] of order.entries()) {
    for (const [high, to] of order.entries()) assert.is(canTransition(from, to), high > low, `${from} → ${to}`);
  }
  assert.ok(canTransition('FAILED', 'COMPLAINED'));
  assert.ok(canTransition('PENDING', 'DELIVERED'));
});

states('a trace shows where each step came from and counts the attempts', () => {
  const at = new Date(0);
  const shown = transitions([
    { at, to: 'PENDING', by: 'a' },
    { at, to: 'SENDING', by: 'a' },
    { at, to: 'PENDING', by: 'a', detail: '451 later' },
    { at, to: 'SENDING', by: 'b' },
    { at, to: 'SENT', by: 'b', detail: '250 ok' },
  ]);
  assert.equal(
    shown.map(({ from, to, attempt, actor, detail }) => [from, to, attempt, actor, detail]),
    [
      [null, 'PENDING', 0, 'a', null],
      ['PENDING', 'SENDING', 1, 'a', null],
      ['SENDING', 'PENDING', 1, 'a', '451 later'],
      ['PENDING', 'SENDING', 2, 'b', null],
      ['SENDING', 'SENT', 2, 'b', '250 ok'],
    ],
  );
});

states.run();
