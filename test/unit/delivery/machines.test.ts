/** People and machines told apart: every rule on requests as they were recorded, and the edges between them. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Visit } from '#services/delivery/domain/machines.ts';
import { machineOf, PREFETCHERS, RULES, SCANNERS, TOOLS } from '#services/delivery/domain/machines.ts';

const test = suite('machines');

/** `near`: the rule that a request comes close to, and does not meet. */
type Recorded = Pick<Visit, 'kind' | 'userAgent'> & Partial<Visit> & { from: string; rule: string | null; near?: string };
const recorded = JSON.parse(readFileSync(new URL('fixtures/recorded-hits.json', import.meta.url), 'utf8')) as Recorded[];
const visit = (over: Partial<Visit>): Visit => ({ kind: 'open', userAgent: null, purpose: '', sinceSentMs: 3_600_000, ...over });

for (const { from, rule, near: _near, ...hit } of recorded)
  test(`${hit.kind} by ${from}: ${rule ?? 'a person'}`, () => assert.is(machineOf(visit(hit)), rule));

test('each rule is tried by a request that meets it and by one that comes near, and so are people', () => {
  for (const { id } of RULES) {
    assert.ok(
      recorded.some(({ rule }) => rule === id),
      `${id}: met`,
    );
    assert.ok(
      recorded.some(({ near, rule }) => near === id && rule === null),
      `${id}: nearly`,
    );
  }
  assert.ok(recorded.filter(({ rule }) => rule === null).length > 10);
});

test('words are lower case, and none stands for another', () => {
  for (const word of [...SCANNERS, ...TOOLS, ...PREFETCHERS]) assert.is(word, word.toLowerCase());
  for (const words of [SCANNERS, TOOLS] as readonly (readonly string[])[])
    for (const word of words)
      assert.not.ok(
        words.some((other) => other !== word && word.includes(other)),
        word,
      );
});

test('a name of any length is read to its 512th character', () => {
  const long = `${'x'.repeat(1_000_000)} curl/8`;
  assert.is(machineOf(visit({ userAgent: long })), null);
  assert.is(machineOf(visit({ userAgent: `${'x'.repeat(500)} curl/8` })), 'tool');
});

test.run();
