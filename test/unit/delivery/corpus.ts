/** Texts that mail programs stumble over. */
import fc from 'fast-check';

/** Names and subjects of many scripts, with what headers make special. */
export const PHRASES = [
  'Hello',
  'Smith, John',
  'O’Brien',
  '"quoted" \\ back',
  'Zoë Müller-Lüdenscheidt',
  'Иван Петров',
  'Γειά σου Κόσμε',
  'שלום עולם',
  'مرحبا بالعالم',
  'नमस्ते दुनिया',
  'สวัสดีชาวโลก',
  '你好，世界',
  'こんにちは世界',
  '안녕하세요 세계',
  'გამარჯობა',
  'ᏣᎳᎩ',
  '👩‍👩‍👧‍👦 family 🏳️‍🌈',
  '😀'.repeat(80),
  'e\u0301'.repeat(60),
  '=?utf-8?q?not_a_word?=',
  '=?',
  'a  b',
  ' lead',
  'trail ',
  'tab\there',
  'x'.repeat(998),
  `${'word '.repeat(199)}word`,
  'ü'.repeat(400),
  `a ${'y'.repeat(996)}`,
  '(comment) <angle> @at ;semi: [br]',
  '\u0000\u0007\u001b',
  '\ud800 lone',
  ':',
  '.',
  '..',
  '-- ',
  'İstanbul ß ŉ',
];

/** Bodies whose lines, ends of lines and characters need care. */
export const BODIES = [
  '',
  '<p>Hello</p>',
  '.',
  '.\r\n..\r\n.x\r\n',
  'a\rb\nc\r\nd\n\r e',
  '\n\n\n',
  `<p>${'x'.repeat(997)}</p>`,
  'y'.repeat(998),
  'z'.repeat(999),
  '<p>ü</p>'.repeat(2_000),
  '日'.repeat(3_000),
  'From here\nFrom there',
  'trailing blanks   \n\t\t\nmore \t',
  '=3D = == =\r\n=',
  '👩‍👩‍👧‍👦'.repeat(500),
  '\u0000 null \u0007',
  '\ud83d lone',
  'مرحبا '.repeat(400),
  '<pre>  two  blanks\n\ttab</pre>',
  `${'<td style="a:b">'.repeat(300)}`,
  '\u2028 \u2029 \u0085',
];

export const phrase: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...PHRASES),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
);

export const body: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...BODIES),
  fc
    .array(fc.oneof(fc.constantFrom(...BODIES, '\r', '\n', '\r\n', ' ', '.', '=', 'From '), fc.string({ unit: 'binary', maxLength: 90 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);
