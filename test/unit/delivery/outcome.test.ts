import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBulk, messageIdOf, priorityOf } from '#services/delivery/domain/email.ts';
import { changeOf } from '#services/delivery/domain/outcome.ts';
import type { Outcome } from '#services/delivery/domain/outcome.ts';
import { canTransition } from '#services/delivery/domain/states.ts';
import { policyOf } from '#services/delivery/domain/unknown.ts';
import { row } from './row.ts';

const outcome = suite('outcome');

const HOUR = 3_600_000;
const at = (ms: number) => ({
  now: new Date(row().createdAt.getTime() + ms),
  by: 'proc',
  random: 0,
  deadlineTransactional: HOUR,
  deadlineBulk: 24 * HOUR,
  unknownRetryAfter: 900_000,
});
const refused = (code: number | undefined, text: string): Outcome => ({ kind: 'refused', refusal: { code, text, stage: 'recipient' } });

outcome('acceptance that is delivery tells both facts, with the data of contract 6', () => {
  const change = changeOf(row({ templateId: 't' }), { kind: 'accepted', reply: '250 ok', delivered: true }, at(5));
  assert.is(change.status, 'DELIVERED');
  assert.is(change.dueAt, undefined);
  assert.equal(
    change.trace.map(({ to }) => to),
    ['SENT', 'DELIVERED'],
  );
  const common = {
    subject: 'Hello',
    from: 'team@example.org',
    fromName: 'Team',
    messageId: `${row()._id}@example.org`,
    emailId: row()._id,
    templateId: 't',
    campaignId: null,
    sourceType: 'TRANSACTIONAL',
  };
  const time = '2026-01-02T03:04:05.005Z';
  assert.equal(change.facts, [
    { name: 'email.sent', data: { ...common, sentAt: time } },
    { name: 'email.delivery', data: { ...common, deliveredAt: time } },
  ]);
});

outcome('acceptance alone is SENT', () => {
  const change = changeOf(row(), { kind: 'accepted', reply: '250 ok', delivered: false }, at(5));
  assert.is(change.status, 'SENT');
  assert.is(change.set.deliveredAt, undefined);
  assert.equal(
    change.facts.map(({ name }) => name),
    ['email.sent'],
  );
});

outcome('a refused recipient is a permanent bounce', () => {
  const change = changeOf(row(), refused(550, '550 5.1.1 nobody'), at(5));
  assert.is(change.status, 'BOUNCED');
  assert.is(change.set.error, '550 5.1.1 nobody');
  assert.is(change.facts[0]!.data['bounceType'], 'Permanent');
});

outcome('another permanent reply fails without a fact', () => {
  const change = changeOf(row(), refused(554, '554 5.7.1 policy'), at(5));
  assert.is(change.status, 'FAILED');
  assert.equal(change.facts, []);
});

outcome('a temporary reply waits, until the deadline of its class', () => {
  const later = changeOf(row(), refused(451, '451 later'), at(5));
  assert.is(later.status, 'PENDING');
  assert.equal(later.dueAt, new Date(row().createdAt.getTime() + 5 + 2_000));
  assert.is(changeOf(row(), refused(451, '451 later'), at(HOUR)).status, 'FAILED');
  assert.is(changeOf(row({ class: 'MARKETING' }), refused(451, '451 later'), at(HOUR)).status, 'PENDING');
  assert.is(changeOf(row({ sourceType: 'CAMPAIGN' }), refused(451, '451 later'), at(24 * HOUR)).status, 'FAILED');
});

outcome('temporary to the end is a transient bounce; silence to the end is not', () => {
  const bounced = changeOf(row(), refused(452, '452 full'), at(HOUR));
  assert.equal(
    [bounced.facts[0]!.name, bounced.facts[0]!.data['bounceType'], bounced.facts[0]!.data['transientBounce']],
    ['email.bounce', 'Transient', true],
  );
  assert.equal(changeOf(row(), refused(undefined, 'connect ECONNREFUSED'), at(HOUR)).facts, []);
});

outcome('what was never handed over goes back or ends', () => {
  assert.is(changeOf(row(), { kind: 'stopped', reason: 'Project is disabled' }, at(5)).set.error, 'Project is disabled');
  const released = changeOf(row(), { kind: 'released', reason: 'the lease was running out', delayMs: 0 }, at(5));
  assert.equal([released.status, released.dueAt], ['PENDING', at(5).now]);
});

outcome('handed over without an answer: a transactional mail waits to be repeated, once; every other stays as it is', () => {
  const unknown: Outcome = { kind: 'unknown', reason: 'the connection was lost' };
  const change = changeOf(row(), unknown, at(5));
  assert.equal(
    [change.status, change.dueAt, change.set.error, change.facts],
    ['UNKNOWN', new Date(at(5).now.getTime() + 900_000), 'the connection was lost', []],
  );
  for (const over of [
    { repeated: true },
    { class: 'MARKETING' },
    { class: 'HEADLESS' },
    { sourceType: 'WORKFLOW' },
    { sourceType: 'CAMPAIGN' },
  ] as const) {
    const left = changeOf(row(over), unknown, at(5));
    assert.equal([left.status, left.dueAt], ['UNKNOWN', undefined], JSON.stringify(over));
  }
});

outcome('every change is a transition that the states allow', () => {
  const outcomes: Outcome[] = [
    { kind: 'accepted', reply: '', delivered: true },
    { kind: 'accepted', reply: '', delivered: false },
    { kind: 'stopped', reason: '' },
    { kind: 'released', reason: '', delayMs: 0 },
    { kind: 'unknown', reason: '' },
    refused(550, ''),
    refused(554, ''),
    refused(451, ''),
    refused(undefined, ''),
  ];
  for (const one of outcomes) {
    const { trace, status } = changeOf(row(), one, at(5));
    const path = ['SENDING', ...trace.map(({ to }) => to)] as const;
    path.slice(1).forEach((to, index) => assert.ok(canTransition(path[index]!, to), `${path[index]} → ${to}`));
    assert.is(path.at(-1), status);
  }
});

outcome('an unknown outcome: asked where the provider knows, repeated once if transactional, else left', () => {
  assert.is(policyOf(row(), true), 'ask');
  assert.is(policyOf(row({ class: 'MARKETING' }), true), 'ask');
  assert.is(policyOf(row(), false), 'wait');
  assert.is(policyOf(row({ repeated: true }), false), 'leave');
  assert.is(policyOf(row({ class: 'MARKETING' }), false), 'leave');
  assert.is(policyOf(row({ sourceType: 'WORKFLOW' }), false), 'leave');
  assert.is(policyOf(row({ sourceType: 'CAMPAIGN' }), false), 'leave');
});

outcome('class, priority and Message-ID', () => {
  assert.equal([isBulk(row()), isBulk(row({ class: 'HEADLESS' })), isBulk(row({ sourceType: 'CAMPAIGN' }))], [false, true, true]);
  assert.equal([priorityOf('TRANSACTIONAL'), priorityOf('WORKFLOW'), priorityOf('CAMPAIGN')], [1, 5, 10]);
  assert.is(messageIdOf({ _id: 'x', from: '"a@b"@mail.example.org' }), 'x@mail.example.org');
});

outcome.run();
