/** What must hold of whole renders, with and without workers: no throw, nothing evaluated twice, nothing read from outside the scope. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '#services/templating/domain/compile.ts';
import { renderPlaceholders } from '#services/templating/domain/placeholder.ts';
import { decodeEntities } from '#services/templating/language/entities.ts';
import { createEngine, run } from '#services/templating/language/engine.ts';
import { rendering } from './rendering.ts';

const engine = createEngine({ strict: false, renderLimit: 1_000 });
const test = suite('template scope, properties');

/** Both ways a text can be rendered; the engine's undefined when it cannot parse it or hits a limit. */
function bothWays(text: string, scope: object): { plain: string; engine?: string } {
  const { parts, liquid, broken } = compile(text, decodeEntities);
  const plain = renderPlaceholders(parts, scope);
  if (broken) return { plain };
  try {
    return { plain, engine: run(engine, engine.parse(liquid), structuredClone(scope)) };
  } catch {
    return { plain };
  }
}

/** Ways a value can take through a template. */
const ROUTES = [
  (v: string) => `{{ ${v} }}`,
  (v: string) => `{{ nope ?? x }}{{ ${v} | append: ${v} }}`,
  (v: string) => `{% assign w = ${v} %}{{ w }}`,
  (v: string) => `{% capture w %}{{ ${v} }}{% endcapture %}{{ w }}`,
  (v: string) => `{% for i in list %}{{ i }}{{ ${v} }}{% endfor %}`,
  (v: string) => `{% if ${v} %}{{ ${v} }}{% endif %}`,
  (v: string) => `{% case ${v} %}{% when ${v} %}{{ ${v} }}{% endcase %}`,
  (v: string) => `{{ list | join: ${v} }}`,
  (v: string) => `{{ nope | default: ${v} }}`,
  (v: string) => `{{ ${v} ?? "none" | upcase | downcase }}`,
  (v: string) => `{{ ${v} | split: "" | join: "" }}`,
  (v: string) => `{% liquid\n assign w = ${v}\n echo w\n%}`,
  (v: string) => `{{ ${v} | date: ${v} }}`,
  (v: string) => `{{ list | map: ${v} }}{{ list | where: ${v} }}{{ list | sum: ${v} }}`,
  (v: string) => `{% cycle ${v}, "b" %}`,
  (v: string) => `{% tablerow i in list %}{{ ${v} }}{% endtablerow %}`,
  (v: string) => `{{ o[${v}] }}{{ ${v}[${v}] }}`,
];
const ATTACKS = [
  '{{ secret }}',
  '{{secret}}',
  '{% assign x = secret %}{{ x }}',
  '{% include "secret" %}',
  '{%- echo secret -%}',
  '&#123;{ secret }}',
  'secret',
  '{{ "a" | append: secret }}',
  '{% raw %}',
  '{% endraw %}{{ secret }}',
  '$&{{ secret }}',
  '"}}{{ secret }}',
];

test('what a value says is never done, whichever way it goes', () => {
  const routes = fc.array(fc.constantFrom(...ROUTES), { minLength: 1, maxLength: 5 });
  const value = fc.array(fc.constantFrom(...ATTACKS, ' ', 'a'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(routes, value, (ways, v) => {
      const text = ways.map((way) => way('v')).join('\n');
      const scope = { v, list: ['p', v, { [v]: 1 }], o: { a: 1 }, secret: 'S3CR3T' };
      const { plain, engine: full } = bothWays(text, scope);
      // `o[v]` and `map: v` may name the key `secret` of what they look in; neither holds it.
      assert.not.match(plain, /S3CR3T/);
      if (full !== undefined) assert.not.match(full, /S3CR3T/i);
    }),
    { numRuns: 1_000 },
  );
});

test('a value comes out as it is', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(...ATTACKS, ' ', '\n', '😀', '\u00a0', '&amp;', '<b>'), { minLength: 1, maxLength: 5 })
        .map((parts) => parts.join('')),
      (v) => {
        const { plain, engine: full } = bothWays('{{ v }}', { v });
        assert.equal([plain, full], [v, v]);
        assert.is(bothWays('{% if v %}[{{ v }}]{% endif %}', { v }).engine, `[${v}]`);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('nothing that a scope inherits is ever read', () => {
  const name = fc.constantFrom(
    'canary',
    'toString',
    'constructor',
    '__proto__',
    'a',
    'a.canary',
    'list.canary',
    'canary.canary',
    'list[0].canary',
    '__proto__.canary',
    'constructor.name',
    'a["canary"]',
    'a[k]',
    'data.canary',
    'text.canary',
    'text.length',
    'forloop.canary',
  );
  const template = fc
    .array(
      fc.oneof(
        name.map((each) => `{{ ${each} }}`),
        name.map((each) => `{{ ${each} ?? "none" }}`),
        name.map((each) => `{% if ${each} %}{{ ${each} | append: "!" }}{% endif %}`),
        name.map((each) => `{% for i in ${each} %}{{ i }}{% endfor %}`),
        name.map((each) => `{% assign q = ${each} %}{{ q }}{{ q.canary }}`),
        fc
          .constantFrom('map', 'where', 'sum', 'sort', 'uniq', 'compact', 'group_by', 'find', 'reject', 'has')
          .map((filter) => `{{ list | ${filter}: "canary" | join: "," }}`),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join(' '));
  const prototype = Object.prototype as Record<string, unknown>;
  prototype['canary'] = 'LEAKED';
  try {
    fc.assert(
      fc.property(template, (text) => {
        const scope = { a: { b: 1 }, list: [{ x: 1 }, { x: 2 }], k: 'canary', text: 'four', data: {} };
        const { plain, engine: full } = bothWays(text, scope);
        assert.not.match(`${plain}${full ?? ''}`, /LEAKED|native code|function/);
      }),
      { numRuns: 1_000 },
    );
  } finally {
    delete prototype['canary'];
  }
});

test('no text and no scope makes a render fail', async () => {
  const { renderer, pool } = rendering({ size: 2 });
  const fragments = [
    '{{',
    '}}',
    '{%',
    '%}',
    '??',
    '|',
    'upcase',
    'date: "%s"',
    'if a',
    'endif',
    'for i in a',
    'endfor',
    'a',
    'a.b',
    '"',
    "'",
    '[',
    ']',
    ' ',
    '\n',
    'case a',
    'when',
    'endcase',
    'assign a =',
    'split: ""',
    'json',
    '😀',
    '\ud800',
    '\0',
  ];
  const text = fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => parts.join(' '));
  const scope = fc.dictionary(
    fc.constantFrom('a', 'b', 'a.b', '__proto__', 'toString', 'toLiquid', 'then', 'next', 'length'),
    fc.jsonValue({ maxDepth: 4 }),
    { noNullPrototype: true },
  ) as fc.Arbitrary<object>;
  await fc.assert(
    fc.asyncProperty(text, fc.array(scope, { minLength: 1, maxLength: 4 }), async (template, scopes) => {
      const rendered = await renderer.render(template, scopes, 'project');
      assert.is(rendered.length, scopes.length);
      assert.ok(rendered.every((each) => typeof each === 'string'));
    }),
    { numRuns: 500 },
  );
  await pool.stop();
});

test.run();
