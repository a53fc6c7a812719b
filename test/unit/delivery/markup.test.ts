/** Where tags lie, which links are followed up, where the footer and the pixel go. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { stretched } from '#local/time-scale.ts';
import { FOOTERS, withFooter } from '#services/delivery/domain/footer.ts';
import { rewriteLinks, trackable } from '#services/delivery/domain/links.ts';
import { insertAtEnd, tags } from '#services/delivery/domain/markup.ts';
import { FIELDS, givingWayTo, isTracked } from '#services/delivery/domain/tracking.ts';
import { createOwnLinks } from '#services/delivery/message/own-links.ts';
import { wholeContent } from '#services/delivery/message/content.ts';
import { LANGUAGES } from '#services/recipient/language.ts';
import { readTracked } from '#services/recipient/tracking-token.ts';
import { row } from './row.ts';

const test = suite('markup');

const names = (html: string) => [...tags(html)].map(({ name, closing }) => (closing ? `/${name}` : name));

test('tags as the HTML standard finds them', () => {
  const table: [string, string[]][] = [
    ['<p>a</p>', ['p', '/p']],
    ['a < b <3 <> </> < p>', []],
    ['<!-- <a> --><b>', ['b']],
    ['<!--><b>', ['b']],
    ['<!---><b>', ['b']],
    ['<!-- a --!><b>', ['b']],
    ['<!-- a -- > <b>', []],
    ['<!doctype html><html>', ['html']],
    ['<?php <a> ?><b>', ['b']],
    ['</ a><b>', ['b']],
    ['<script>if (a<b) "<a href=x>"</script ><i>', ['script', '/script', 'i']],
    ['<style><a></sTYLE\n><i>', ['style', '/style', 'i']],
    ['<textarea><a></textarea>', ['textarea', '/textarea']],
    ['<title><a></titles></title>', ['title', '/title']],
    ['<script><a></script', ['script']],
    ['<plaintext><a>', ['plaintext']],
    ['<a title=">" href=\'>\'>x', ['a']],
    ['<a href="x', []],
    ['<a href=x', []],
    ['<a/href=x/>', ['a']],
    ['<![if !mso]><a><![endif]>', ['a']],
    ['<!--[if mso]><a href="x"><![endif]-->', []],
    ['<A HREF=x>', ['a']],
  ];
  for (const [html, expected] of table) assert.equal(names(html), expected, html);
});

test('attributes, however they are written', () => {
  const table: [string, [string, string][]][] = [
    [
      '<a href="x" b>',
      [
        ['href', 'x'],
        ['b', ''],
      ],
    ],
    [
      "<a\thref = 'x'c=d>",
      [
        ['href', 'x'],
        ['c', 'd'],
      ],
    ],
    ['<a href=x/y?z=1>', [['href', 'x/y?z=1']]],
    [
      '<a HREF=x href=y>',
      [
        ['href', 'x'],
        ['href', 'y'],
      ],
    ],
    [
      '<a =b=c href>',
      [
        ['=b', 'c'],
        ['href', ''],
      ],
    ],
    ['<a href=>', [['href', '']]],
    ['<a href= "x y" />', [['href', 'x y']]],
    [
      '<a/b/c>',
      [
        ['b', ''],
        ['c', ''],
      ],
    ],
  ];
  for (const [html, expected] of table)
    assert.equal(
      [...tags(html)][0]!.attributes.map(({ name, value }) => [name, value]),
      expected,
      html,
    );
});

test('the end of the body is found, or the end of the text', () => {
  assert.is(insertAtEnd('<body>a</body></html>', '!'), '<body>a!</body></html>');
  assert.is(insertAtEnd('<body>a</BODY ></html>', '!'), '<body>a!</BODY ></html>');
  assert.is(insertAtEnd('<p>a', '!'), '<p>a!');
  assert.is(insertAtEnd('a</body>b</body>c', '!'), 'a</body>b!</body>c');
  assert.is(insertAtEnd('a<!-- </body> -->', '!'), 'a<!-- </body> -->!');
  assert.is(insertAtEnd('<script>"</body>"</script></body>', '$&'), '<script>"</body>"</script>$&</body>');
});

test('links are replaced where they are links', () => {
  const table: [string, string][] = [
    ['<a href="u">u</a>', '<a href="[u]">u</a>'],
    ["<a class=x href='u' id=y>", '<a class=x href="[u]" id=y>'],
    ['<a href=u>', '<a href="[u]">'],
    ['<area href=u>', '<area href="[u]">'],
    ['<a href=u data-no-track>', '<a href=u data-no-track>'],
    ['<a DATA-NO-TRACK="" href=u>', '<a DATA-NO-TRACK="" href=u>'],
    ['<a href=u href=v>', '<a href="[u]" href=v>'],
    ['<link href=u><base href=u><img href=u>', '<link href=u><base href=u><img href=u>'],
    ['<a title="href=u">', '<a title="href=u">'],
    ['<!-- <a href=u> --><style>a{href:u}</style>', '<!-- <a href=u> --><style>a{href:u}</style>'],
    ['</a href=u>', '</a href=u>'],
    ['href="u"', 'href="u"'],
  ];
  for (const [html, expected] of table)
    assert.is(
      rewriteLinks(html, (written) => `[${written}]`),
      expected,
      html,
    );
  assert.is(
    rewriteLinks('<a href=u>', () => 'x"&'),
    '<a href="x&quot;&amp;">',
  );
  assert.is(
    rewriteLinks('<a href=u>', () => null),
    '<a href=u>',
  );
});

const piece = fc.oneof(
  fc.constantFrom(
    '<a href="',
    '">',
    '</a>',
    '<a href=',
    "<a href='",
    "'",
    ' data-no-track',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<',
    '>',
    '=',
    '/',
    'https://x.test/?a=1&amp;b=2',
    '</body>',
    '<p ',
    '\n',
    '&quot;',
  ),
  fc.string(),
);
const anyHtml = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

test('nothing changes outside the values of hrefs', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const written: string[] = [];
      assert.is(
        rewriteLinks(html, (value) => (written.push(value), null)),
        html,
      );
      // Marked values taken out of the result, and the values out of the source, leave the same text.
      const mark = '\u{10ffff}';
      const parts = rewriteLinks(html, () => mark).split(`"${mark}"`);
      assert.is(parts.length - 1, written.length);
      let at = 0;
      for (const [index, part] of parts.entries()) {
        assert.ok(html.startsWith(part, at), html);
        at += part.length;
        const value = written[index];
        if (value === undefined) continue;
        const quoted = ['', '"', "'"].find(
          (quote) => html.startsWith(`${quote}${value}${quote}`, at) && (quote !== '' || !/^["']/.test(html.slice(at))),
        );
        assert.is.not(quoted, undefined);
        at += value.length + 2 * quoted!.length;
      }
      assert.is(at, html.length);
    }),
    { numRuns: 1_000 },
  );
});

test('a piece put in leaves the rest as it was', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const made = insertAtEnd(html, '\u{10ffff}');
      assert.is(made.replace('\u{10ffff}', ''), html);
    }),
  );
});

test('hostile text is read in linear time', () => {
  for (const unit of ['<a ', '<a href="', '<!--', '<script>', '</', '<a b=', '<!-', '<a href=x ']) {
    const began = performance.now();
    rewriteLinks(unit.repeat(200_000), (value) => value);
    assert.ok(performance.now() - began < stretched(3_000), unit);
  }
});

test('which addresses are followed up', () => {
  const targetOf = trackable({ api: 'https://api.test', dashboard: 'https://App.test/app' });
  const table: [string, string | null][] = [
    ['https://x.test/a?b=1&c=2#d', 'https://x.test/a?b=1&c=2#d'],
    ['HTTP://x.test', 'HTTP://x.test'],
    ['  https://x.test/\n', 'https://x.test/'],
    ['https://x.t\nest/', 'https://x.test/'],
    ['https://exämple.test/ü', 'https://xn--exmple-cua.test/%C3%BC'],
    ['https://x.test/a b', 'https://x.test/a%20b'],
    ['mailto:a@b.test', null],
    ['tel:+1', null],
    ['#top', null],
    ['', null],
    ['/relative', null],
    ['//x.test/', null],
    ['javascript:alert(1)', null],
    ['ftp://x.test/', null],
    ['data:text/html,x', null],
    ['https://', null],
    ['https:x.test', null],
    ['{{link}}', null],
    ['https://app.test/app/unsubscribe/c1?e=1&t=2', null],
    ['https://APP.test/app/manage/c1', null],
    ['https://app.test/app/subscribe/c1', null],
    ['https://api.test/unsubscribe/c1', null],
    ['https://app.test/app/x/../manage/c1', null],
    ['https://app.test/app/other', 'https://app.test/app/other'],
    ['https://evil.test/unsubscribe/c1', 'https://evil.test/unsubscribe/c1'],
    [`https://x.test/${'a'.repeat(1_980)}`, `https://x.test/${'a'.repeat(1_980)}`],
    [`https://x.test/${'a'.repeat(2_000)}`, null],
  ];
  for (const [address, expected] of table) assert.is(targetOf(address), expected, address);
});

const SECRET = keyRing(['s'.repeat(32)]);
const mail = row({ _id: '0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11', projectId: '1b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11' });
const ours = createOwnLinks({ api: 'https://api.test', dashboard: 'https://api.test/app', trackingKeys: SECRET });

test('a followed mail: entities in links are decoded, the pixel is last', () => {
  const body = '<!doctype html><body><a href="https://x.test/?a=1&amp;b=2&copy=3&#x26;d">x</a> <a href=mailto:a@b.test>m</a></body>';
  const { html } = wholeContent({ mail, body, addresses: ours }, { footer: null, tracked: true });
  const [, click] = /^<!doctype html><body><a href="https:\/\/api\.test\/t\/c\/([\w-]+)">x<\/a> <a href=mailto:a@b\.test>m<\/a><img /.exec(
    html,
  )!;
  assert.equal(readTracked(SECRET, 'click', click!), {
    projectId: mail.projectId,
    emailId: mail._id,
    target: 'https://x.test/?a=1&b=2&copy=3&d',
  });
  const [, open] = /<img src="https:\/\/api\.test\/t\/o\/([\w-]+)" alt="" [^>]*><\/body>$/.exec(html)!;
  assert.equal(readTracked(SECRET, 'open', open!), { projectId: mail.projectId, emailId: mail._id, target: null });
});

test('whose mail is tracked', () => {
  const classes = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
  const table: [string, boolean[]][] = [
    ['ENABLED', [true, true, true]],
    ['MARKETING_ONLY', [false, true, true]],
    ['DISABLED', [false, false, false]],
    ['other', [false, false, false]],
  ];
  for (const [tracking, expected] of table)
    assert.equal(
      classes.map((one) => isTracked(tracking, one)),
      expected,
      tracking,
    );
});

test('what gives way to an opening and a click', () => {
  assert.equal(givingWayTo(FIELDS.open.status).sort(), ['DELIVERED', 'SENT', 'UNKNOWN']);
  assert.equal(givingWayTo(FIELDS.click.status).sort(), ['DELIVERED', 'OPENED', 'SENT', 'UNKNOWN']);
});

test('a footer for every language we know, in that language', () => {
  assert.equal(Object.keys(FOOTERS).sort(), [...LANGUAGES].sort());
  for (const [language, { text, link }] of Object.entries(FOOTERS)) {
    const html = withFooter('<body>a</body>', language, 'https://d/unsubscribe/c?e=1&t=2');
    assert.ok(html.startsWith(`<body>a<div lang="${language}"`) && html.trimEnd().endsWith('</div>\n</body>'), language);
    assert.ok(
      html.includes(text) && html.includes(`href="https://d/unsubscribe/c?e=1&amp;t=2"`) && html.includes(`>${link}</a>`),
      language,
    );
  }
  assert.is(new Set(Object.values(FOOTERS).map(({ text }) => text)).size, LANGUAGES.size);
  for (const unknown of ['xx', 'DE', 'constructor', '']) assert.ok(withFooter('', unknown, 'u').includes(FOOTERS['en']!.text), unknown);
});

test.run();
