import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOGUE, Fault, fault, invalid, shortFault } from '#kit/errors.ts';
import type { FaultName } from '#kit/errors.ts';

const test = suite('errors');

test('the catalogue is frozen', () => {
  assert.throws(() => Object.assign(CATALOGUE, { NEW: {} }));
});

for (const name of Object.keys(CATALOGUE) as FaultName[]) {
  test(`${name} survives the journey between processes`, () => {
    const sent = fault(name, {
      details: { id: '1' },
      message: 'words',
      status: 418,
      errors: [{ field: 'f', message: 'm', code: 'custom' }],
    });
    const got = Fault.fromWire(JSON.parse(JSON.stringify(sent.toWire())));
    assert.equal(
      [got.name, got.code, got.status, got.grpc, got.message, got.options.details],
      [name, sent.code, 418, sent.grpc, 'words', { id: '1' }],
    );
    assert.equal(got.options.errors, sent.options.errors);
  });
}

test('a name nobody knows arrives as an unexpected error', () => {
  assert.is(Fault.fromWire({ name: 'FUTURE' as FaultName, message: 'x' }).status, 500);
});

test('the short form keeps its text and status', () => {
  const { message, status, options } = shortFault('Template is in use', 409);
  assert.equal([message, status, options.short], ['Template is in use', 409, true]);
});

test('field errors come with 422', () => {
  assert.is(invalid([{ field: 'to', message: 'Required', code: 'invalid_type' }]).status, 422);
});

test.run();
