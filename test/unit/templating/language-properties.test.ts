/** What must hold for every template and every scope. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../../services/templating/domain/compile.ts';
import { lookup } from '../../../services/templating/domain/lookup.ts';
import { renderPlaceholders } from '../../../services/templating/domain/placeholder.ts';
import { decodeEntities } from '../../../services/templating/language/entities.ts';
import { createEngine, run } from '../../../services/templating/language/engine.ts';
import { checkSyntax } from '../../../services/templating/language/syntax.ts';

const FRAGMENTS = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{',
  '}',
  '-',
  ' ',
  '\n',
  '"',
  "'",
  '\\',
  '??',
  '|',
  ':',
  ',',
  '.',
  '[',
  ']',
  '(',
  ')',
  '..',
  '==',
  '=',
  '<',
  '&quot;',
  '&nbsp;',
  '&',
  'a',
  'b',
  'first name',
  'items',
  '0',
  '-1',
  'true',
  'nil',
  'and',
  'not',
  'in',
  'upcase',
  'date',
  '__proto__',
  'constructor',
  'if',
  'endif',
  'else',
  'for i in items',
  'endfor',
  'assign x =',
  'raw',
  'endraw',
  'comment',
  'endcomment',
  'liquid',
  'case',
  'when',
  'include',
  '#',
  '😀',
  '\u00a0',
  '\0',
  '$&',
];
const source = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join(''));
const scope = fc.dictionary(fc.constantFrom('a', 'b', 'a.b', 'first name', 'items', '', '__proto__'), fc.jsonValue({ maxDepth: 3 }), {
  noNullPrototype: true,
}) as fc.Arbitrary<object>;

const engine = createEngine({ strict: false, renderLimit: 1_000 });
const compiled = (text: string) => compile(text, decodeEntities);

const test = suite('template language, properties');

test('no text makes understanding, rendering without an engine, or the check throw', () => {
  fc.assert(
    fc.property(source, scope, (text, data) => {
      const { parts, problems } = compiled(text);
      assert.type(renderPlaceholders(parts, data), 'string');
      assert.ok(problems.every(({ line }) => line >= 1 && line <= text.split('\n').length));
      checkSyntax(text);
    }),
    { numRuns: 1_000 },
  );
});

test('a text that passes the check can be parsed for sending', () => {
  fc.assert(
    fc.property(source, (text) => {
      fc.pre(!checkSyntax(text));
      const { broken, liquid } = compiled(text);
      assert.not.ok(broken);
      engine.parse(liquid);
    }),
    { numRuns: 1_000 },
  );
});

test('rewriting keeps the lines', () => {
  fc.assert(
    fc.property(source, (text) => {
      const { liquid, broken } = compiled(text);
      fc.pre(!broken);
      assert.is(liquid.split('\n').length, text.split('\n').length);
    }),
    { numRuns: 1_000 },
  );
});

test('without an engine and with it: the same text', () => {
  const name = fc.constantFrom(
    'a',
    'a.b',
    'b.a',
    'first name',
    'items',
    'items.0',
    'items[1]',
    'items[-1]',
    'items.size',
    '',
    '__proto__',
    'b["c d"]',
    'a.b.c',
  );
  const fallback = fc.constantFrom(
    '',
    ' ?? "x"',
    ' ?? some text',
    ' ?? 5',
    ' ?? 5.0',
    ' ?? true',
    ' ?? &quot;y&quot;',
    " ?? 'a ?? b'",
    ' ?? x ?? y',
  );
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('t', '{', '}', '\n', '}}', '$1'),
        fc.tuple(name, fallback).map(([n, f]) => `{{ ${n}${f} }}`),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, scope, (template, data) => {
      const { plain, parts, liquid } = compiled(template);
      if (plain) assert.is(run(engine, engine.parse(liquid), structuredClone(data)), renderPlaceholders(parts, data));
    }),
    { numRuns: 1_000 },
  );
});

test('what a value holds is never evaluated', () => {
  fc.assert(
    fc.property(source, (value) => {
      const data = { v: value, secret: 'SECRET' };
      assert.is(renderPlaceholders(compiled('{{ v }}').parts, data), value);
      const template = '{% assign w = v %}{% capture x %}{{ w }}{% endcapture %}{{ x }}';
      assert.is(run(engine, engine.parse(compiled(template).liquid), data), value);
    }),
    { numRuns: 2_000 },
  );
});

test('only own properties are read', () => {
  const keys = fc.array(
    fc.oneof(
      fc.constantFrom('constructor', '__proto__', 'toString', 'prototype', 'length', 'a', 'b', 'size', 'first'),
      fc.string(),
      fc.integer(),
    ),
    { maxLength: 6 },
  );
  const guard = (target: object): object =>
    new Proxy(target, {
      get(object, key, receiver) {
        assert.ok(Object.hasOwn(object, key), `read ${String(key)}`);
        const value: unknown = Reflect.get(object, key, receiver);
        return typeof value === 'object' && value !== null ? guard(value) : value;
      },
    });
  fc.assert(
    fc.property(keys, (path) => {
      const found = lookup(guard({ a: { b: { a: 1 } }, 'a.b': 'x', b: 'text' }), path);
      assert.ok(typeof found !== 'function');
    }),
    { numRuns: 1_000 },
  );
});

test('texts made to be slow are understood in time that grows with their length only', () => {
  for (const part of ['{{', '{{"', '{{\\"', '{% raw %}', '{% comment %}', '{%', '{{ " {{ ', "{{ 'a}}", '{{a[', '{{a ?? "', '{']) {
    const text = part.repeat(400_000 / part.length);
    // CPU time: others may be at work on this machine.
    const begin = process.cpuUsage();
    compiled(text);
    const { user, system } = process.cpuUsage(begin);
    assert.ok(user + system < 2_000_000, part);
  }
});

test.run();
