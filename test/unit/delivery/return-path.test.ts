import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { createBounceAddresses } from '#services/delivery/feedback/bounce-addresses.ts';
import { readReturnPath } from '#services/delivery/domain/return-path.ts';

const test = suite('return path');
const ID = '0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11';
const bounces = createBounceAddresses(keyRing(['s'.repeat(32)]));
const address = bounces.write(ID, 'posthorn.example.org');

test('names its mail, in a local part that every server takes', () => {
  assert.match(address, /^bounce\+[0-9a-f-]{36}\.[0-9a-f]{20}@posthorn\.example\.org$/);
  assert.is(address.split('@')[0]!.length, 64);
  assert.is(bounces.read(address), ID);
});

test('is read whatever its case and its domain', () => {
  assert.is(bounces.read(address.toUpperCase()), ID);
  assert.is(bounces.read(address.replace('posthorn.example.org', 'elsewhere.test')), ID);
});

test('hosts without a name are written as literals', () => {
  assert.match(bounces.write(ID, '127.0.0.1'), /@\[127\.0\.0\.1\]$/);
  assert.match(bounces.write(ID, '[::1]'), /@\[IPv6:::1\]$/);
});

test('a changed, foreign or malformed one is none', () => {
  const flip = (text: string, index: number) => text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1);
  for (let index = 7; index < 64; index += 1) assert.is(bounces.read(flip(address, index)), null, `${index}`);
  for (const other of [
    '',
    '@',
    'bounce+',
    'bounce@x.test',
    'ada@example.org',
    address.replace('+', '-'),
    `x${address}`,
    address.replace('@', '0@'),
    `${'a'.repeat(100_000)}@x.test`,
  ]) {
    assert.is(bounces.read(other), null, other.slice(0, 80));
  }
  assert.is(createBounceAddresses(keyRing(['t'.repeat(32)])).read(address), null);
  assert.is(readReturnPath('bounce+é.00000000000000000000@x.test'), null);
});

test.run();
