/** A template filled in is what composing the whole makes, byte for byte, or is left to that. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import type { Text } from '#services/delivery/domain/mime/transfer.ts';
import { transferred, wholeText } from '#services/delivery/domain/mime/transfer.ts';
import { joined } from '#services/delivery/domain/skeleton.ts';
import { createOwnLinks } from '#services/delivery/message/own-links.ts';
import { wholeContent } from '#services/delivery/message/content.ts';
import type { Content, Dress } from '#services/delivery/message/content.ts';
import { bytesOf, composeMessage } from '#services/delivery/message/mime-message.ts';
import { filledContent, compileContent } from '#services/delivery/message/compiled-content.ts';
import { phrase } from './corpus.ts';
import { row } from './row.ts';

const test = suite('filling');

const ours = createOwnLinks({ api: 'https://api.test', dashboard: 'https://api.test/app', trackingKeys: keyRing(['s'.repeat(32)]) });
const mail = row({ projectId: '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', contactId: 'c-1' });

const travels = (text: Text) => {
  const { encoding, content } = transferred(text);
  return [encoding, content.join('')];
};

const leaves = (content: Content): string =>
  bytesOf(composeMessage({ row: mail, ...content, attachments: [], defaults: [] })).toString('latin1');

/** Whether it was filled in; what was is compared with the whole. */
function isFilled(pieces: string[], values: string[], dress: Dress): boolean {
  const plan = compileContent(pieces, dress, ours);
  const filled = plan && filledContent(plan, { mail, values, addresses: ours });
  if (filled) {
    const whole = wholeContent({ mail, body: joined(pieces, values), addresses: ours }, dress);
    assert.equal({ html: wholeText(filled.html), text: wholeText(filled.text) }, whole, JSON.stringify([pieces, values, dress]));
    for (const kind of ['html', 'text'] as const)
      assert.equal(travels(filled[kind]), travels(whole[kind]), JSON.stringify([pieces, values, dress]));
    assert.equal(leaves(filled), leaves(whole), JSON.stringify([pieces, values, dress]));
  }
  return filled !== null;
}

const PLAIN: Dress = { footer: null, tracked: false };
const FULL: Dress = { footer: 'de', tracked: true };
const cut = (template: string): string[] => template.split('{}');

test('usual templates are filled in: text, headings, links of every kind, footers', () => {
  const table: [string, string[]][] = [
    ['<h1>Hi {}</h1><p>Dear {} {}, see you on {}.</p>', ['Ada ß', 'Ada', 'Lovelace', '3 May – 14:00']],
    ['<!doctype html><html><head><title>{}</title></head><body><p>{}</p></body></html>', ['News', 'O’Brien "x" \'y\'']],
    ['<a href="https://shop.test/{}?c={}">Order {}</a><a href=\'https://x.test/a?b=1&amp;c\'>y</a>', ['a1', 'x_2', '#77']],
    [
      '<a href="{}">go</a> <a href="{}">leave</a><a data-no-track href="https://x.test/{}">n</a>',
      ['https://x.test/y', 'https://api.test/app/unsubscribe/c-1', 'z'],
    ],
    ['<p style="color:{}">{}</p><img src="https://x.test/{}.png" alt="{}">', ['red', 'a', 'b', 'c']],
    ['no placeholders', []],
    ['{}', ['alone']],
    ['{}{}', ['two', 'together']],
    ['<ul><li>{}</li><li>{}</li></ul>', ['1', '日本']],
  ];
  for (const [template, values] of table) for (const dress of [PLAIN, FULL]) assert.ok(isFilled(cut(template), values, dress), template);
});

test('what could change how the rest is read is composed as a whole', () => {
  const texts = ['', ' ', 'a ', ' a', 'a  b', 'a\nb', '<b>', 'a&b', 'a>b', '\u00a0', '\u200b', '\u0000', '\ud800', '\ue000'];
  for (const value of texts) assert.not(isFilled(cut('<p>a {} b</p>'), [value], PLAIN), JSON.stringify(value));
  for (const value of ['"', "'", 'a b', '`', '<', '&'])
    assert.not(isFilled(cut('<a href="https://x.test/{}">x</a>'), [value], FULL), value);
  for (const value of ['mailto:a@b.test', '#top', '/x', 'javascript:1'])
    assert.not(isFilled(cut('<a href="{}">x</a>'), [value], FULL), value);
  for (const template of [
    '<{}>',
    '<a {}>',
    '<a href={}>',
    '</{}>',
    '<!-- {} -->',
    '<style>{}</style>',
    '<script>{}</script>',
    '<p>&am{};</p>',
    '<a href="https://x/?a&am{}">',
    '<ol start="{}"><li>x</ol>',
    '<html><body></body>{}</html>',
    '<html><body>{}',
    '\ue000{}',
  ]) {
    assert.not(isFilled(cut(template), ['p'], FULL), template);
  }
});

const shared = [
  '<p>A line that all mails of a template share, long enough to be kept.</p>\n',
  'From here on, \t \n=20.\n  two  blanks \r\nand a lone\rreturn between lines of this text.\n',
  'Grüße an alle, die dies lesen, und noch einige Zeichen mehr davon.\n',
  '日本語の長い行がここにあります。'.repeat(5) + '\n',
];
const markup = fc.constantFrom(
  ...shared,
  '<p>',
  '</p>',
  '<h1>',
  '</h1>',
  '<b>',
  '</b>',
  '<a href="https://x.test/?a=1&amp;b=2">',
  '<a href="',
  '">',
  '</a>',
  "<a href='https://x.test/",
  "'>",
  '<td>',
  '<table><tr><td>',
  '</td></tr></table>',
  '<ul><li>',
  '</li></ul>',
  '<br>',
  '<hr>',
  '<!doctype html><html><body>',
  '</body></html>',
  '</body>',
  '<pre>',
  '</pre>',
  '<title>',
  '</title>',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '<',
  '&',
  '&amp',
  ';',
  ' ',
  '\n',
  'word',
  ' two words ',
  '<img src="',
  '" alt="',
  '<blockquote>',
  '</blockquote>',
  'https://',
  '{{',
  'mailto:',
  '=',
  '"',
  "'",
);
const piece = fc
  .array(fc.oneof({ weight: 6, arbitrary: markup }, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
const value = fc.oneof(
  fc.constantFrom('Ada', 'Ada Lovelace', 'https://x.test/y', 'mailto:x', '#', 'ß', '<b>', '"', ''),
  phrase,
  fc.string({ maxLength: 20 }),
);
const dress = fc.record({ footer: fc.constantFrom(null, 'en', 'ja'), tracked: fc.boolean() });

test('by chance: never anything else than the whole', () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      dress,
      (pieces, values, how) => {
        if (isFilled(pieces, values.slice(0, pieces.length - 1), how)) count += 1;
      },
    ),
    { numRuns: 2_000 },
  );
  assert.ok(count > 100, `${count} were filled in`);
});

test.run();
