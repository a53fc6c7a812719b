/** Composing takes time in proportion to what it reads, whatever a sender wrote: hostile inputs are doubled, and so is at most the time. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { defaultHeaders } from '#services/delivery/domain/headers.ts';
import { compileContent } from '#services/delivery/message/compiled-content.ts';
import { wholeContent } from '#services/delivery/message/content.ts';
import { bytesOf, composeMessage } from '#services/delivery/message/mime-message.ts';
import { createOwnLinks } from '#services/delivery/message/own-links.ts';
import { row } from './row.ts';

const test = suite('linear time');

const ours = createOwnLinks({ api: 'https://api.test', dashboard: 'https://api.test/app', trackingKeys: keyRing(['s'.repeat(32)]) });
const dress = { footer: 'de', tracked: true };

/** All that is done with a body. Its length also goes into a subject, a header and the values' places. */
function composeWhole(body: string): void {
  const mail = row({
    projectId: '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11',
    contactId: 'c-1',
    subject: body.slice(0, 20_000),
    headers: [{ name: 'X-Long', value: body.slice(0, 20_000) }],
  });
  const { html, text } = wholeContent({ mail, body, addresses: ours }, dress);
  const defaults = defaultHeaders({ ...mail, body: () => body, unsubscribeUrl: () => 'https://api.test/u' });
  bytesOf(composeMessage({ row: mail, html, text, attachments: [], defaults }));
  const pieces = body.split('{}').slice(0, 1_000);
  compileContent(pieces, dress, ours);
}

/** Of the processor: what others do meanwhile does not count. */
function millisecondsFor(body: string): number {
  const from = process.threadCpuUsage();
  composeWhole(body);
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000;
}

const LENGTH = 10_000;
/** Doubling may cost this much more; the rest is the machine's. */
const FACTOR = 3;
const NOISE_MS = 40;
/** Memory is shared with whatever else runs: a slow one is measured again. */
const TRIES = 4;

function growsLinearly([before, unit, after]: readonly [string, string, string]): void {
  const body = (length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after;
  const times: string[] = [];
  while (times.length < TRIES) {
    const [once, twice] = [millisecondsFor(body(LENGTH)), millisecondsFor(body(2 * LENGTH))];
    if (twice <= FACTOR * once + NOISE_MS) return;
    times.push(`${once.toFixed(0)} ms, twice as long ${twice.toFixed(0)} ms`);
  }
  assert.unreachable(`${JSON.stringify([before, unit, after])}: ${times.join('; ')}`);
}

test('inputs that once stopped a process', () => {
  for (const hostile of [
    ['', '<!---->', ''],
    ['', '<!----> ', 'x'],
    ['<a href="http://x.test/', ' ', 'x">'],
    ['<a href="', ' ', '">'],
    ['', '<blockquote>', 'x'],
    ['', '<div>', 'x'],
    ['', '<ul><li>', 'x'],
    ['', '<ul>', '</blockquote>'.repeat(5_000)],
    ['', '<style>', '{}'],
    ['', '<style></style>', '{}'],
    ['', '{}', ''],
    ['', '<p title="{}', '">'],
    ['<p ', 'a ', '>'],
    ['<p title="', '&', '{}">'],
    ['', '&', ';'],
    ['', '&amp', ';'],
    ['', '<', ''],
    ['', '<!--', ''],
    ['', '</body', ''],
    ['', 'x'.repeat(989) + ' ', ''],
    ['', '\t ', 'x'],
    ['', '<pre>\n', ''],
    ['', '<a href="mailto:x">', ''],
  ] as const)
    growsLinearly(hostile);
});

const fragment = fc.constantFrom(
  '<',
  '>',
  '/',
  '"',
  "'",
  '=',
  '&',
  ';',
  '!',
  '-',
  ' ',
  '\n',
  '\t',
  'x',
  '{}',
  '<a href="',
  'http://',
  '<!--',
  '-->',
  '<ul>',
  '<li>',
  '</',
  '<pre>',
  '<h1>',
  '<blockquote>',
  '<style>',
  '<script>',
  '<title>',
  '</p>',
  '<td>',
  '&#',
  '&lt',
  'ü',
  '\ue000',
  '=?',
  'a@b',
);
const text = (maxLength: number) => fc.array(fragment, { maxLength }).map((parts) => parts.join(''));

test('whatever is repeated', () => {
  fc.assert(
    fc.property(
      text(4),
      fc.array(fragment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      text(4),
      (...parts) => growsLinearly(parts),
    ),
    { numRuns: 20, seed: 20_260_101, endOnFailure: true },
  );
});

test.run();
