/** What no line of a message may hold, and the header a balancer puts before a connection: however their bytes are cut. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLineGuard } from '#services/relay/domain/line-guard.ts';
import { readProxyHeader } from '#services/relay/domain/proxy-header.ts';

const lines = suite('line guard');

/** Checks the text in pieces of these sizes. */
function faultOf(text: string, sizes: readonly number[] = [text.length]): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const guard = createLineGuard();
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length]!);
    const fault = guard.check(bytes.subarray(at, at + size));
    if (fault !== undefined) return fault.text;
    at += size;
  }
  return undefined;
}

const REFUSED: [string, string, RegExp][] = [
  ['a bare line feed', 'a\nb', /line feed/],
  ['the dot that some servers take for the end', 'a\n.\nMAIL FROM:<x>', /line feed/],
  ['a bare carriage return', 'a\rb', /carriage return/],
  ['CR.CRLF', 'a\r.\r\nb', /carriage return/],
  ['CRCRLF', 'a\r\r\nb', /carriage return/],
  ['NUL', 'a\0b', /NUL/],
  ['999 characters', 'x'.repeat(999), /998/],
  ['999 characters, far on', `${'y\r\n'.repeat(5_000)}${'x'.repeat(999)}\r\n`, /998/],
];
for (const [name, text, fault] of REFUSED)
  lines(`refuses ${name}, however it is cut`, () => {
    for (const sizes of [[text.length], [1], [2], [3, 1]]) assert.match(faultOf(text, sizes)!, fault);
  });

lines('takes lines of 998 characters, empty ones, and bytes beyond ASCII', () => {
  for (const text of ['', '\r\n', `${'x'.repeat(998)}\r\n`.repeat(3), 'x'.repeat(998), '\xff\x01\t \r\n.\r\n..\r\n'])
    assert.is(faultOf(text), undefined);
});

lines('says the same as a look at the whole', () => {
  const piece = fc.constantFrom('\r\n', '\r\n', 'a', 'b'.repeat(500), '\n', '\r', '.', '\0');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (pieces, sizes) => {
      const text = pieces.join('');
      // A carriage return at the very end is judged by what follows it.
      const whole = text.replace(/\r$/, '');
      const isFine = !/[\r\n\0]/.test(whole.replaceAll('\r\n', '')) && whole.split('\r\n').every(({ length }) => length <= 998);
      assert.is(faultOf(text, sizes) === undefined, isFine, JSON.stringify(text.slice(0, 80)));
    }),
    { seed: 20, numRuns: 500 },
  );
});
lines.run();

const headers = suite('PROXY header');
const SIGNATURE = '0d0a0d0a000d0a515549540a';
const v2 = (rest: string): Buffer => Buffer.from(SIGNATURE + rest, 'hex');
const behind = (address: string, port: number) => ({ address, port });

const READ: [string, Buffer, unknown][] = [
  ['version 1, IPv4', Buffer.from('PROXY TCP4 192.0.2.1 10.0.0.1 5000 587\r\nEHLO'), { length: 40, peer: behind('192.0.2.1', 5000) }],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::1 ::1 5000 587\r\n'), { length: 37, peer: behind('2001:db8::1', 5000) }],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN\r\n'), { length: 15, peer: null }],
  ['version 2, IPv4', v2('2111000cc00002010a00000113880 24b'.replace(' ', '')), { length: 28, peer: behind('192.0.2.1', 5000) }],
  [
    'version 2, IPv6 and more behind the addresses',
    v2(`21210027${'20010db8000000000000000000000001'}${'0'.repeat(31)}11388024b040000`),
    { length: 55, peer: behind('2001:db8:0:0:0:0:0:1', 5000) },
  ],
  ['version 2, of the balancer itself', v2('20000000'), { length: 16, peer: null }],
  ['version 2, a UNIX socket', v2('21310002abcd'), { length: 18, peer: null }],
];
for (const [name, bytes, read] of READ)
  headers(`${name}: read whole, waited for in pieces`, () => {
    assert.equal(readProxyHeader(bytes), read);
    const { length } = read as { length: number };
    for (let size = 0; size < length; size += 1) assert.is(readProxyHeader(bytes.subarray(0, size)), 'more', `${size} bytes`);
  });

for (const [name, bytes] of [
  ['a client that speaks at once', Buffer.from('EHLO client.example\r\n')],
  ['a line that does not end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['no port', Buffer.from('PROXY TCP4 192.0.2.1 10.0.0.1\r\n')],
  ['a port beyond 65535', Buffer.from('PROXY TCP4 192.0.2.1 10.0.0.1 70000 587\r\n')],
  ['another version', v2('31110000')],
  ['addresses that are not all there', v2('21110004c0000201')],
  ['more than any header has', v2('2111ffff')],
] as const)
  headers(`${name}: refused`, () => assert.is(readProxyHeader(bytes), 'invalid'));

headers('random bytes are refused or waited for, never thrown at', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isSigned) => {
      const header = readProxyHeader(Buffer.from(isSigned ? [...Buffer.from(SIGNATURE, 'hex'), ...bytes] : bytes));
      assert.ok(header === 'more' || header === 'invalid' || header.length >= 15);
    }),
    { seed: 21, numRuns: 1_000 },
  );
});
headers.run();
