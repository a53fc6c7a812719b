/** Which addresses webhooks may not lead to (contract 6 "SSRF guard"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBlockedAddress, readRange } from '../../../services/kit/outbound/blocked-address.ts';

const test = suite('blocked addresses');

for (const address of [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '64:ff9b:1::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::10.0.0.1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '64:ff9b::10.0.0.1',
  'example.org',
  '',
  '1.2.3',
])
  test(`${address} is blocked`, () => assert.ok(isBlockedAddress(address)));

for (const address of [
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '2002:101:101::1',
  '64:ff9b::1.1.1.1',
])
  test(`${address} is not`, () => assert.not(isBlockedAddress(address)));

test('holes open their range and nothing else', () => {
  const holes = [readRange('10.1.0.0/16')!, readRange('127.0.0.1')!];
  assert.not(isBlockedAddress('10.1.2.3', holes));
  assert.not(isBlockedAddress('::ffff:10.1.2.3', holes));
  assert.not(isBlockedAddress('127.0.0.1', holes));
  assert.ok(isBlockedAddress('10.2.0.0', holes));
  assert.ok(isBlockedAddress('127.0.0.2', holes));
  for (const text of ['x', '10.0.0.0/33', '']) assert.is(readRange(text), undefined);
});

test.run();
