/** The check before saving: what is refused, where, and what is not. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { checkSyntax } from '../../../services/templating/language/syntax.ts';
import { refuseBroken } from '../../../services/templating/handlers.ts';
import { rendering } from './rendering.ts';

const VALID = [
  '',
  'text',
  'a{b{c:d}} @media x{.a{width:100%}}',
  '{{first name}}',
  '{{a ?? b}}',
  '{{a ?? b ?? "c"}}',
  '{{}}',
  '{{ }}',
  '{{ a.b[0]["c d"] | upcase }}',
  "{{ it's }}",
  '{% if a ?? "x" == "x" and b contains "y" %}{% elsif c %}{% else %}{% endif %}',
  '{% for i in (1..3) reversed %}{{ i }}{% else %}{% endfor %}',
  '{% raw %}{{ {% {% endraw %}',
  '{% comment %}{{ {% if %}{% endcomment %}',
  '{% assign x = a | split: "," %}',
  '{% capture x %}{% endcapture %}',
  '{{{ a }}}',
  '&quot; {{ a ?? &quot;b&quot; }}',
];

/** [template, line, words of the message] */
const BROKEN: [string, number, RegExp][] = [
  ['{{ a', 1, /not closed/],
  ['a\n\n{{ b', 3, /not closed/],
  ['{% if a', 1, /not closed/],
  ['{{ a }}\n{% if a %}\n{{ b }}', 2, /not closed/],
  ['\n{% endif %}', 2, /endif/],
  ['\n\n{% nosuch %}', 3, /nosuch/],
  ['{% if %}{% endif %}', 1, /value expected/],
  ['{% if a == %}{% endif %}', 1, /value expected/],
  ['{% if a = b %}{% endif %}', 1, /unexpected "="/],
  ['x\n{{ a | nosuch }}', 2, /undefined filter: nosuch/],
  ['{{ a | }}', 1, /filter name expected/],
  ['{{ a ?? "b }}', 1, /not closed/],
  ['{{ a\n\n}}\n{{ b | nosuch }}', 4, /nosuch/],
  ['{% comment %}\n\n{% endcomment %}\n{% include "x" %}', 4, /^tag is not available: include/],
  ['{% render "x" %}', 1, /^tag is not available: render/],
  ['{% layout "x" %}', 1, /^tag is not available: layout/],
  ['{% liquid\n include "x" %}', 1, /^tag is not available: include/],
  ['{% raw %}{{ a }}', 1, /not closed/],
  ['{% assign x %}', 1, /assign/],
  ['{% for x of y %}{% endfor %}', 1, /loop/],
  ['{{ a | where_exp: "i", "i.q" }}', 1, /where_exp/],
];

const test = suite('save-time syntax');

for (const text of VALID) test(`valid: ${text}`, () => assert.is(checkSyntax(text), undefined));
for (const [text, line, words] of BROKEN) {
  test(`broken: ${text}`, () => {
    const problem = checkSyntax(text);
    assert.is(problem?.line, line, problem?.message);
    assert.match(problem!.message, words);
  });
}

test('deep nesting is refused, not a crash', () => {
  const depth = 50_000;
  assert.match(checkSyntax(`${'{% if a %}'.repeat(depth)}${'{% endif %}'.repeat(depth)}`)!.message, /nests too deep/);
});

test('the fault names field and line, the subject first', async () => {
  const { renderer, pool } = rendering();
  const refused = async (texts: { subject?: string; body?: string }) =>
    refuseBroken(renderer, texts, 'project').then(
      () => undefined,
      (error: Fault) => error,
    );
  const both = (await refused({ subject: '{{ a', body: '\n{{ b' }))!;
  assert.instance(both, Fault);
  assert.equal([both.code, both.status, both.options.details], ['BAD_REQUEST', 400, { field: 'subject', line: 1 }]);
  assert.equal((await refused({ subject: '{{ a }}', body: '\n{{ b' }))!.options.details, { field: 'body', line: 2 });
  assert.is(await refused({ subject: 'a', body: '' }), undefined);
  assert.is(await refused({ body: '{{ a ?? b }}' }), undefined);
  await pool.stop();
});

test.run();
