/** The text alternative: how HTML is laid out as text. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from '#services/delivery/message/text-alternative.ts';

const test = suite('text alternative');

test('blocks, headings, links, lists, quotations, tables, preformatted text', () => {
  const table: [string, string][] = [
    ['<h1>Hi Ada ß</h1><p>Dear  <b>you</b>,\n welcome.</p>', 'HI ADA SS\n\nDear you, welcome.'],
    ['<a href="https://x.test/?a=1&amp;b=2">this</a> &amp; that', 'this [https://x.test/?a=1&b=2] & that'],
    ['<a href="mailto:a@b.test">m</a><a href="#top">up</a>', 'm [a@b.test]up'],
    ['<ul><li>one<li>two<ul><li>in</ul></li></ul>after', ' * one\n * two\n    * in\n\nafter'],
    ['<ol start="3"><li>a</li><li>b<br>c</li></ol>', ' 3. a\n 4. b\n    c'],
    ['<blockquote>q</blockquote><hr>end', `> q\n\n${'-'.repeat(40)}\n\nend`],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['x<pre> p\n  q</pre>y', 'x\n\n p\n  q\n\ny'],
    ['<title>t</title><style>a{}</style><script>s</script><!-- c -->shown<img alt="no">', 'shown'],
    ['a<br><br>b', 'a\n\nb'],
    ['1 < 2 & <b', '1 < 2 &'],
    ['</ul></blockquote></li>x', 'x'],
    ['', ''],
  ];
  for (const [html, text] of table) assert.is(textOf(html), text, html);
});

test('what is nested too deep is the HTML without its tags', () => {
  const deep = '<blockquote>'.repeat(2_000);
  assert.is(textOf(`${deep}a <b>b</b>${'</blockquote>'.repeat(2_000)}<p>c`), 'a b c');
  assert.is(textOf(`${'<div>'.repeat(50_000)}x`), 'x');
});

test.run();
