/** Every row of contract "Template language" that concerns rendering, as a table. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Rendering } from './rendering.ts';
import { rendering } from './rendering.ts';

const SCOPE = {
  id: 'c1',
  email: 'bob@example.org',
  name: 'Bob',
  zero: 0,
  no: false,
  yes: true,
  blankText: '',
  nothing: null,
  dollars: '$1 $& $$ {{ name }} {% if %}',
  'first name': 'Ann',
  "it's": 'apostrophe',
  'terms and conditions': 'T&C',
  'first-name': 'dash',
  'utm:source': 'colon',
  straße: 'umlaut',
  profile: { tier: 'gold', 'first name': 'Zed', size: undefined },
  'a.b': 'literal',
  a: { b: 'path', c: 'C', 'd.e': 'nested literal' },
  data: { 'x.y': 'data literal', x: { y: 'data path', z: 'Z' }, name: 'hidden' },
  items: ['x', 'y', { q: 1 }],
  mixed: [1, null, [2, 3], true],
  none: [],
  key: 'b',
  when: '2026-11-21T10:00:00.000Z',
};

/** [row of the section, template, text] */
const ROWS: [string, string, string][] = [
  ['scope', '{{ name }} {{ data.name }} {{ email }}', 'Bob hidden bob@example.org'],
  ['missing', '[{{ nope }}][{{ nope.deep.er }}][{{ name.nope }}][{{ nope | upcase }}]', '[][][][]'],
  ['??', '{{ nope ?? "x" }}{{ nothing ?? \'y\' }}{{ blankText ?? "z" }}', 'xyz'],
  ['?? stands', '{{ zero ?? 5 }} {{ no ?? "x" }} {{ name ?? "x" }}', '0 false Bob'],
  ['?? unquoted', "{{ nope ?? name }} {{ nope ?? there friend }} {{ nope ?? it's fine }}", "name there friend it's fine"],
  ['?? chain', '{{ nope ?? b ?? c }} {{ nope ?? "b" ?? "c" }} {{ nope ?? "" ?? "c" }}|', 'b b |'],
  ['?? in quotes', '{{ nope ?? "a ?? b" }} {{ "a ?? b" }} {{ nope ?? "a | b" }}', 'a ?? b a ?? b a | b'],
  ['?? no blanks', '{{nope??"x"}}{{nope??y}}{{ nope ?? }}', 'xy'],
  ['?? before filters', '{{ nope ?? "x" | upcase }} {{ nope ?? y | append: "!" | upcase }}', 'X Y!'],
  ['?? in filter arguments', '{{ name | append: nope ?? "!" | upcase }}', 'BOB!'],
  [
    '?? in if',
    '{% if nope ?? "x" == "x" %}y{% endif %}{% if zero ?? 5 == 0 and name %}z{% endif %}{% unless nope ?? false %}u{% endunless %}',
    'yzu',
  ],
  [
    '?? in assign, case, for',
    '{% assign n = nope ?? there friend | upcase %}{{ n }}{% case nope ?? "k" %}{% when "j" or "k" %}K{% endcase %}{% for i in nope ?? items limit: 2 %}{{ i }}{% endfor %}',
    'THERE FRIENDKitems',
  ],
  ['?? over lists', '{% for i in items ?? none limit:2 %}{{ i }}{% endfor %}', 'xy'],
  ['spaced keys', '{{first name}} {{ first   name }} {{ profile.first name }} {{ first name ?? "x" | upcase }}', 'Ann Ann Zed ANN'],
  ['spaced keys in tags', '{% if first name == "Ann" %}y{% endif %}{% assign n = profile.first name %}{{ n }}', 'yZed'],
  ['odd keys', "{{ it's }} {{ terms and conditions }} {{ first-name }} {{ utm:source }} {{ straße }}", 'apostrophe T&C dash colon umlaut'],
  ['empty', '[{{}}][{{ }}][{{-}}]', '[][][]'],
  ['blanks inside', '{{\tname\n}} {{\n first\n name | upcase }} {%\n if name\n%}y{% endif %}', 'Bob ANN y'],
  ['bare array', '{{ items }}', '<li>x</li>\n<li>y</li>\n<li>[object Object]</li>'],
  [
    'array values',
    '{{ mixed }}|{{ none }}|{{ items | reverse }}',
    '<li>1</li>\n<li></li>\n<li>2,3</li>\n<li>true</li>||<li>[object Object]</li>\n<li>y</li>\n<li>x</li>',
  ],
  ['object', '{{ a }} {{ a | upcase }} {{ profile }}', '[object Object] [OBJECT OBJECT] [object Object]'],
  ['indexes', '{{ items.0 }} {{ items[1] }} {{ items[-1].q }} {{ items[2].q }} {{ items[zero] }}', 'x y 1 1 x'],
  ['size, first, last', '{{ items.size }} {{ items.first }} {{ items.last.q }} {{ name.size }} {{ none.size }}', '3 x 1 3 0'],
  [
    'look-up',
    '{{ a.b }} {{ a.c }} {{ data.x.y }} {{ data.x.z }} {{ a.d.e }} {{ a[key] }} {{ a["b"] }}',
    'literal C data literal Z nested literal literal literal',
  ],
  ['look-up in tags', '{% if a.b == "literal" %}y{% endif %}{{ a.b | upcase }}', 'yLITERAL'],
  ['literal insertion', '{{ dollars }} {{ dollars | append: "$1" }}', '$1 $& $$ {{ name }} {% if %} $1 $& $$ {{ name }} {% if %}$1'],
  ['no escaping', '{{ terms and conditions }} {{ "<b>" }}', 'T&C <b>'],
  [
    'entities inside',
    '{{ nope ?? &quot;x&quot; }}{{ nope ?? &#39;y&#39; }}{% if 3 &gt; 2 %}z{% endif %}{{&nbsp;name&nbsp;}}{{ first&nbsp;name }}',
    'xyzBobAnn',
  ],
  ['entities outside', '&gt; {{ name }} &amp;nbsp;', '&gt; Bob &amp;nbsp;'],
  ['if', '{% if no %}a{% elsif name %}b{% else %}c{% endif %}{% if name == "Bob" and yes %}d{% endif %}{% if not no %}e{% endif %}', 'bde'],
  ['unless, case', '{% unless nope %}u{% else %}v{% endunless %}{% case name %}{% when "Al", "Bob" %}w{% else %}x{% endcase %}', 'uw'],
  [
    'for',
    '{% for i in items %}{{ forloop.index }}{{ forloop.first }}{{ i }}{% unless forloop.last %},{% endunless %}{% else %}-{% endfor %}{% for i in none %}{% else %}-{% endfor %}',
    '1truex,2falsey,3false[object Object]-',
  ],
  [
    'for with options',
    '{% for i in (1..5) reversed limit: 2 offset: 1 %}{{ i }}{% endfor %}{% for i in items %}{% if forloop.index == 2 %}{% break %}{% endif %}{{ i }}{% endfor %}',
    '32x',
  ],
  [
    'nested for',
    '{% for i in items limit:2 %}{% for j in (1..2) %}{{ forloop.parentloop.index }}{{ i }}{{ j }} {% endfor %}{% endfor %}',
    'x1 x2 y1 y2 ',
  ],
  ['assign, capture', '{% assign x = name | upcase %}{% capture y %}[{{ x }}]{% endcapture %}{{ y }}{{ y }}', '[BOB][BOB]'],
  [
    'comment, raw',
    'a{% comment %} {{ {% if %} {% endcomment %}b{% raw %}{{ name }} {% if %}{% endraw %}{% # note %}',
    'ab{{ name }} {% if %}',
  ],
  ['trim', 'a {{- name -}} b {%- if yes -%} c {%- endif -%} d', 'aBobbcd'],
  ['refused tags', 'a{% include "x" %}{% render "x", y: 1 %}{% layout "x" %}b', 'ab'],
  [
    'truth',
    '{% if zero %}a{% endif %}{% if blankText %}b{% endif %}{% if nothing %}c{% endif %}{% if no %}d{% endif %}{% if nope %}e{% endif %}{% if none %}f{% endif %}{% if "0" %}g{% endif %}{% unless zero %}h{% endunless %}',
    'fgh',
  ],
  [
    'filters',
    '{{ "a,b" | split: "," | join: "-" }} {{ 3 | plus: 4 }} {{ name | downcase | replace: "b", "p" }} {{ when | date: "%Y-%m-%d %H:%M" }} {{ nope | default: "d" }}{{ zero | default: 9 }}',
    'a-b 7 pop 2026-11-21 10:00 d0',
  ],
  ['unknown filter', '{{ name | nosuch: 1, "x" | upcase }}', 'BOB'],
  ['evaluating filters', '{{ items | where_exp: "i", "i.q" | size }}', '3'],
  [
    'own properties',
    '[{{ constructor }}{{ __proto__ }}{{ name.constructor }}{{ a.toString }}{{ items.constructor | upcase }}{{ items.map }}{{ hasOwnProperty }}{{ name.length }}]',
    '[]',
  ],
  [
    'braces',
    '.a{b{c:d}} {{ name }} @media x{.a{width:100%}} {{{ name }}} {{{ name | upcase }}}',
    '.a{b{c:d}} Bob @media x{.a{width:100%}} {Bob} {BOB}',
  ],
  ['quoted delimiters', '{{ "}}" }}{{ nope ?? "}}" }}', '}}}}'],
  ['failure: unclosed output', 'Hi {{ name }}, {{ first name ?? "x" }} {{ oops', 'Hi Bob, Ann {{ oops'],
  ['failure: unclosed before a good one', '{{ oops and {{ name }}', '{{ oops and Bob'],
  ['failure: unclosed block', '{{ name }} {% if yes %}{{ nope ?? "x" }} {{ name | upcase }}', 'Bob {% if yes %}x {{ name | upcase }}'],
  ['failure: unknown tag', '{{ name }} {% nosuch %} {{ items.0 }}', 'Bob {% nosuch %} x'],
  ['failure: memory', '{% for i in (1..100000000) %}{% endfor %}{{ name }}', '{% for i in (1..100000000) %}{% endfor %}Bob'],
  ['liquid tag', '{% liquid\n assign z = nope ?? "q"\n if zero\n echo "a"\n else\n echo z | upcase\n endif %}', 'Q'],
];

const test = suite<Rendering>('template language', rendering());
test.after(({ pool }) => pool.stop());

for (const [row, template, text] of ROWS) {
  test(row, async ({ one }) => {
    assert.is(await one(template, structuredClone(SCOPE)), text, template);
  });
}

test('what one recipient assigns, another does not see', async ({ renderer }) => {
  const text = '{{ x }}{% increment n %}{% cycle "a", "b" %}{% assign x = name %}{{ x }};';
  assert.equal(await renderer.render(text, [{ name: 'A' }, { name: 'B' }, {}], 'project'), ['0aA;', '0aB;', '0a;']);
});

test('keys that JSON makes own, and Object.prototype does not', async ({ one }) => {
  const scope = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":"mine"}');
  assert.is(await one('{{ polluted }}{{ constructor }}', scope), 'mine');
  assert.is(await one('{% assign __proto__ = "x" %}{{ polluted }}{{ constructor | upcase }}', scope), 'MINE');
});

test('objects whose methods are data', async ({ one }) => {
  const scope = { o: { toString: 1, valueOf: 2, toLiquid: 3, toJSON: 4 } };
  assert.is(await one('{{ o }} {{ o.toString }}', scope), '[object Object] 1');
  assert.is(await one('{% if o %}{{ o }} {{ o.valueOf }}{% endif %}', scope), '[object Object] 2');
});

test('plain texts take no worker, others do', async ({ one, ways }) => {
  Object.assign(ways, { plain: 0, worker: 0, fallback: 0 });
  for (const text of ['no placeholders', '{{ name }} {{ a.b ?? "x" }}']) await one(text);
  assert.equal(ways, { plain: 2, worker: 0, fallback: 0 });
  for (const text of ['{{ name | upcase }}', '{% if x %}{% endif %}']) await one(text);
  assert.equal(ways, { plain: 2, worker: 2, fallback: 0 });
});

test('brackets 2,500 deep are text, in outputs and in tags', async ({ one }) => {
  for (const [open, close] of [
    ['[', ']'],
    ['(', ')'],
  ] as const) {
    const deep = `a${open.repeat(2_500)}${close.repeat(2_500)}`;
    for (const text of [`{{ ${deep} }}{{ name }}`, `{% if ${deep} %}{{ name }}{% endif %}`, `{% assign x = ${deep} %}{{ name }}`])
      assert.ok((await one(text, { name: 'Ada' })).includes('Ada'), text.slice(0, 10));
  }
});

test('a text over the limit has its placeholders replaced; its tags stay', async ({ renderer }) => {
  const filler = 'x'.repeat(2_000_001);
  const text = `{{ name }}${filler}{% if name %}{{ missing ?? "nobody" }}{% endif %}{{ name | upcase }}`;
  const texts = await renderer.render(text, [{ name: 'Ada' }, { name: 'Bob' }], 'project');
  for (const [index, name] of ['Ada', 'Bob'].entries())
    assert.ok(texts[index] === `${name}${filler}{% if name %}nobody{% endif %}{{ name | upcase }}`);
});

test.run();
