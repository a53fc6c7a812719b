import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import { ASSUMED } from '#services/delivery/domain/outcome.ts';
import type { Report } from '#services/delivery/domain/report.ts';
import { bounceTypeOf, effectOf, KINDS } from '#services/delivery/domain/report.ts';
import { STATUSES } from '#kit/mail-states.ts';
import { canTransition } from '#services/delivery/domain/states.ts';
import type { Status } from '#services/delivery/domain/states.ts';
import { row } from './row.ts';

const test = suite('reports');
const NOW = new Date('2026-02-01T00:00:00.000Z');
const AT = new Date('2026-01-31T23:00:00.000Z');
const effect = (from: Partial<EmailRow>, report: Partial<Report>) =>
  effectOf(row({ sentAt: AT, ...from }), { kind: 'delivery', at: AT, ...report }, { now: NOW, by: 'proc' });
const RANK: readonly Status[] = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'];
const ASKS: Readonly<Record<Report['kind'], Status>> = {
  delivery: 'DELIVERED',
  open: 'OPENED',
  click: 'CLICKED',
  bounce: 'BOUNCED',
  complaint: 'COMPLAINED',
};
const assumed = { status: 'DELIVERED' as const, deliveredAt: AT, trace: [{ at: AT, to: 'DELIVERED' as const, by: 'p', detail: ASSUMED }] };

test('the status only rises, whatever came before; every report is published and timed', () => {
  for (const status of RANK) {
    for (const kind of KINDS) {
      const { set, facts, countTransition, steps } = effect({ status }, { kind });
      const rises = RANK.indexOf(ASKS[kind]) > RANK.indexOf(status);
      assert.equal([set.status, countTransition, steps.length], rises ? [ASKS[kind], true, 1] : [undefined, false, 0], `${status} ${kind}`);
      assert.equal(
        facts.map(({ name }) => name),
        [`email.${kind}`],
      );
    }
  }
});

test('every move is one the states allow', () => {
  for (const status of STATUSES) {
    for (const kind of KINDS) {
      const { set } = effect({ status }, { kind });
      if (set.status) assert.ok(canTransition(status, set.status));
    }
  }
  for (const end of ['FAILED', 'SUPPRESSED', 'RECEIVED'] as Status[]) assert.is(effect({ status: end }, {}).set.status, undefined, end);
  assert.is(effect({ status: 'FAILED' }, { kind: 'complaint' }).set.status, 'COMPLAINED');
});

test('a mail whose acceptance was lost was sent, then', () => {
  for (const status of ['PENDING', 'SENDING', 'UNKNOWN'] as Status[]) {
    for (const kind of ['delivery', 'bounce', 'complaint'] as const) {
      const { set, facts, countTransition } = effect({ status, sentAt: null }, { kind });
      assert.equal(
        [set.sentAt, countTransition, facts.map(({ name }) => name)],
        [AT, true, ['email.sent', `email.${kind}`]],
        `${status} ${kind}`,
      );
    }
    assert.equal(effect({ status, sentAt: null }, { kind: 'bounce', bounceType: 'Transient' }).set, {});
  }
});

test('times: the first one stays, the delivery reported replaces the one assumed', () => {
  const first = new Date('2026-01-01T00:00:00.000Z');
  assert.equal(effect({ status: 'OPENED', openedAt: first, opens: 2 }, { kind: 'open' }).set, { opens: 3, humanOpens: 1, openedAt: first });
  assert.equal(effect({ status: 'BOUNCED', bouncedAt: first }, { kind: 'bounce' }).set, { bouncedAt: first });
  assert.equal(effect({ status: 'DELIVERED', deliveredAt: first }, {}).set, {});
  const confirmed = effect({ ...assumed, deliveredAt: first }, { diagnostic: '250 ok' });
  assert.equal([confirmed.set, confirmed.steps], [{ deliveredAt: AT }, [{ at: NOW, to: 'DELIVERED', by: 'proc', detail: '250 ok' }]]);
});

test('a bounce takes back a delivery that was assumed, not one that was reported', () => {
  assert.is(effect(assumed, { kind: 'bounce' }).set.deliveredAt, null);
  const confirmed = { ...assumed, trace: [...assumed.trace, { at: AT, to: 'DELIVERED' as const, by: 'p', detail: 'reported: delivery' }] };
  assert.not.ok('deliveredAt' in effect(confirmed, { kind: 'bounce' }).set);
});

test('a transient bounce is published and nothing else', () => {
  const { set, steps, facts, countTransition } = effect(
    { status: 'SENT' },
    { kind: 'bounce', bounceType: 'transient', diagnostic: '452 full' },
  );
  assert.equal([set, steps, countTransition], [{}, [], false]);
  const { bounceType, transientBounce, bouncedAt } = facts[0]!.data;
  assert.equal([bounceType, transientBounce, bouncedAt], ['Transient', true, AT.toISOString()]);
});

test('kinds of bounces', () => {
  for (const [word, kind] of [
    ['Permanent', 'Permanent'],
    [' permanent ', 'Permanent'],
    ['TRANSIENT', 'Transient'],
    ['Undetermined', 'Undetermined'],
    ['', 'Undetermined'],
    ['x', 'Undetermined'],
    [null, 'Undetermined'],
  ] as const) {
    assert.is(bounceTypeOf(word), kind);
  }
});

test('counters and what is said of the first', () => {
  const first = effect({ status: 'SENT' }, { kind: 'click', link: 'https://x.test/' });
  assert.equal(first.set, {
    clicks: 1,
    humanClicks: 1,
    links: [{ link: 'https://x.test/', clicks: 1, humanClicks: 1 }],
    clickedAt: AT,
    status: 'CLICKED',
  });
  const { link, clicks, isFirstClick, clickedAt } = first.facts[0]!.data;
  assert.equal([link, clicks, isFirstClick, clickedAt], ['https://x.test/', 1, true, AT.toISOString()]);
  const scanner = effect({ humanClicks: 1, links: first.set.links! }, { kind: 'click', link: 'https://y.test/', userAgent: 'curl/8' });
  assert.equal(scanner.set.links, [...first.set.links!, { link: 'https://y.test/', clicks: 1, humanClicks: 0 }]);
  assert.equal([scanner.set.humanClicks, scanner.facts[0]!.data['machine']], [undefined, 'tool']);
  const later = effect({ status: 'CLICKED', opens: 4 }, { kind: 'open' }).facts[0]!.data;
  assert.equal([later['opens'], later['isFirstOpen']], [5, false]);
});

test.run();
