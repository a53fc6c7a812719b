import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { factsIn, joinedMessages, loneMessages } from '#kit/facts/message.ts';

const PAYLOAD_MAX = 1_000_000;
const pendingFact = (id: string, more: Partial<PendingFact> = {}): PendingFact => ({
  id,
  projectId: 'p1',
  name: 'email.sent',
  at: '2026-11-21T00:00:00.000Z',
  data: { 'a%2Eb': 1 },
  ...more,
});
const read = (payload: string) => factsIn({ json: () => JSON.parse(payload) });

const test = suite('facts: messages');

test('a lone fact has its own id and is published as itself, names decoded, without what is for the relay', () => {
  const [message] = joinedMessages('delivery', [pendingFact('1', { kind: 'sent', traceparent: '00-a' })], PAYLOAD_MAX);
  assert.equal(message, {
    subject: 'facts.p1.delivery.sent',
    id: '1',
    facts: ['1'],
    traces: ['00-a'],
    omitted: false,
    payload: '{"id":"1","projectId":"p1","name":"email.sent","at":"2026-11-21T00:00:00.000Z","data":{"a.b":1}}',
  });
  assert.equal(joinedMessages('delivery', [pendingFact('1')], PAYLOAD_MAX), loneMessages('delivery', [pendingFact('1')], PAYLOAD_MAX));
});

test('a fact over the payload limit is published alone, without its data', () => {
  const messages = joinedMessages(
    'delivery',
    [pendingFact('1'), pendingFact('2', { data: { large: 'x'.repeat(PAYLOAD_MAX) } }), pendingFact('3')],
    PAYLOAD_MAX,
  );
  assert.equal(
    messages.map(({ facts, omitted }) => [facts, omitted]),
    [
      [['1'], false],
      [['2'], true],
      [['3'], false],
    ],
  );
  assert.equal(read(messages[1]!.payload)[0]!.data, {});
});

test('facts that share a project and a kind travel together: each once, in few messages, under ids that follow from them', () => {
  const fact = fc.record({
    projectId: fc.constantFrom('p1', 'p2'),
    name: fc.constantFrom('email.sent', 'email.bounce'),
    size: fc.nat(4_000),
    traceparent: fc.option(fc.constantFrom('00-a', '00-b'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 500 }), fc.integer({ min: 10_000, max: PAYLOAD_MAX }), (made, payloadMax) => {
      const facts = made.map(({ size, traceparent, ...one }, index) =>
        pendingFact(String(index), { ...one, data: { text: 'é'.repeat(size / 2) }, ...(traceparent ? { traceparent } : {}) }),
      );
      const messages = joinedMessages('delivery', facts, payloadMax);
      assert.equal(messages.flatMap((message) => read(message.payload).map(({ id }) => id)).sort(), facts.map(({ id }) => id).sort());
      for (const { subject, payload, facts: ids, traces } of messages) {
        const own = read(payload);
        assert.equal(
          own.map(({ id }) => id),
          ids,
        );
        assert.ok(own.every(({ projectId, name }) => subject === `facts.${projectId}.delivery.${name}`));
        assert.ok(own.length <= 200 && Buffer.byteLength(payload) <= payloadMax + 1);
        assert.equal(traces, [...new Set(ids.flatMap((id) => facts[Number(id)]!.traceparent ?? []))]);
      }
      assert.equal(joinedMessages('delivery', facts, payloadMax), messages);
      assert.is(new Set(messages.map(({ id }) => id)).size, messages.length);
    }),
    { numRuns: 30 },
  );
});

for (const payload of ['[]', '{}', '[{"id":"1"},{"id":""}]', '7', 'null', '[null]']) {
  test(`${payload} is no fact`, () => {
    assert.throws(() => read(payload), TypeError);
  });
}

test.run();
