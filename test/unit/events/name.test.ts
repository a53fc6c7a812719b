import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { isReserved, trackableName } from '#services/events/domain/name.ts';

const test = suite('events: name');

for (const name of [
  'email.',
  'email.sent',
  'email.anything at all',
  'contact.subscribed',
  'contact.unsubscribed',
  'segment.vip.entry',
  'segment.a.b.exit',
  'segment. .entry',
  'segment.a\nb.exit',
]) {
  test(`${JSON.stringify(name)} is reserved`, () => assert.ok(isReserved(name)));
}

for (const name of [
  'signup',
  'email',
  'emails.sent',
  'Email.sent',
  'my email.sent',
  'contact.foo',
  'contact.subscribed.twice',
  'Contact.subscribed',
  'segment.created',
  'segment.vip.Entry',
  'segment.entry',
  'segment.vip.entry.now',
  'asegment.vip.entry',
]) {
  test(`${JSON.stringify(name)} may be tracked`, () => assert.is(trackableName(name, 'event'), name));
}

test('names are trimmed before they are judged', () => {
  assert.is(trackableName('  order.placed\n', 'event'), 'order.placed');
  assert.throws(() => trackableName(' email.sent ', 'event'));
});

test('a reserved name is refused with the field it came in', () => {
  try {
    trackableName(' email.sent ', 'name');
    assert.unreachable();
  } catch (error) {
    assert.instance(error, Fault);
    const { code, status, message, options } = error as Fault;
    assert.equal({ code, status, message }, { code: 'VALIDATION_ERROR', status: 422, message: 'Cannot track reserved system event' });
    assert.equal(options.errors, [
      { field: 'name', message: 'Cannot track reserved system event', code: 'reserved_event', received: 'email.sent' },
    ]);
  }
});

test('no name is a bad request', () => {
  assert.throws(
    () => trackableName(' \t', 'name'),
    (error: Fault) => error.status === 400 && error.message === 'Event name is required',
  );
});

test.run();
