import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { trackedData } from '#services/events/domain/data.ts';
import { eventOf, factOf } from '#services/events/domain/event.ts';

const test = suite('events: data');

for (const [what, sent, kept] of [
  [
    'both kinds of wrapper become their value',
    { a: { value: 1, persistent: false }, b: { value: 'x', persistent: true } },
    { a: 1, b: 'x' },
  ],
  [
    'a wrapper may hold anything',
    { a: { value: null, persistent: false }, b: { value: { c: [1] }, persistent: true } },
    { a: null, b: { c: [1] } },
  ],
  ['other keys do not make it less of a wrapper', { a: { value: 1, persistent: false, note: 'n' } }, { a: 1 }],
  [
    'without a boolean it is no wrapper',
    { a: { value: 1, persistent: 'no' }, b: { value: 1 }, c: { persistent: true } },
    { a: { value: 1, persistent: 'no' }, b: { value: 1 }, c: { persistent: true } },
  ],
  [
    'wrappers inside are as sent',
    { a: { in: { value: 1, persistent: false } }, b: [{ value: 1, persistent: true }] },
    { a: { in: { value: 1, persistent: false } }, b: [{ value: 1, persistent: true }] },
  ],
  [
    'reserved keys, nulls and empty texts stay',
    { id: 'x', email: 'y', unsubscribeUrl: '', z: null },
    { id: 'x', email: 'y', unsubscribeUrl: '', z: null },
  ],
  ['an empty object stays', {}, {}],
] as const) {
  test(what, () => assert.equal(trackedData(sent as Record<string, unknown>), kept));
}

test('__proto__ is a key like any other', () => {
  const kept = trackedData(JSON.parse('{"__proto__":{"value":{"polluted":true},"persistent":false}}') as Record<string, unknown>);
  assert.is(JSON.stringify(kept), '{"__proto__":{"polluted":true}}');
  assert.is(Object.getPrototypeOf(kept), Object.prototype);
});

test('an event and its fact tell the same', () => {
  const event = {
    id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42',
    projectId: 'p',
    name: 'signup',
    data: { plan: 'pro' },
    contactId: 'c',
    emailId: null,
    createdAt: new Date('2026-11-21T10:00:00.123Z'),
  };
  assert.is(factOf(event).at, '2026-11-21T10:00:00.123Z');
  assert.equal(eventOf(factOf(event)), event);
});

test.run();
