import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deadSubject, subjectOf } from '#kit/facts/subject.ts';

const test = suite('facts: subject');
const projectId = 'b7a4a0f2-8f0e-4bb0-9d59-5a4f3f0b5c11';

for (const [name, kind, expected] of [
  ['email.sent', undefined, 'delivery.email.sent'],
  ['contact.subscribed', undefined, 'delivery.contact.subscribed'],
  ['segment.big-spenders.entry', undefined, 'delivery.segment.big-spenders.entry'],
  ['any text > at * all. ', 'tracked', 'delivery.tracked'],
  ['two words.>', undefined, 'delivery.two_words._'],
  ['a..b', undefined, 'delivery.a._.b'],
  ['', undefined, 'delivery._'],
] as const) {
  test(`${JSON.stringify(name)}${kind ? ` as ${kind}` : ''}`, () => {
    assert.is(subjectOf('delivery', { projectId, name }, kind), `facts.${projectId}.${expected}`);
  });
}

test('a project id cannot add tokens or wildcards', () => {
  assert.is(subjectOf('events', { projectId: 'a.*.>', name: 'x' }), 'facts.a____.events.x');
});

test('a dead letter names its consumer first', () => {
  assert.is(
    deadSubject('events-timeline', `facts.${projectId}.delivery.email.sent`),
    `dead.events-timeline.${projectId}.delivery.email.sent`,
  );
});

test.run();
