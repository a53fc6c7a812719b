/** No regular expression of the code takes more than linear time, whatever text it is given. Verdicts are kept in `.local/cache`. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';
import { unlessKnownFresh } from '#test/known-fresh.ts';
import { manifest } from '../../deploy/dependencies.ts';

const test = suite('regular expressions');

/** `file /source/flags` → why it may stay though the checker finds growth beyond linear. */
const BOUNDED: Readonly<Record<string, string>> = {
  'services/delivery/message/signature.ts /.{1,68}:(?=.)/g': 'at most 68 steps back at any place',
};
/** Files that make a pattern while they run: each is checked where it is made of closed parts only. */
const MADE_AT_RUN_TIME: ReadonlySet<string> = new Set([
  'deploy/local/suites.ts',
  'services/delivery/domain/markup.ts',
  'services/delivery/domain/return-path.ts',
  'services/delivery/domain/sender.ts',
]);
/** One that the checker cannot decide within this is an offence too. */
const DECIDED_WITHIN_MS = 20_000;

interface Expression {
  /** `services/x.ts:12` */
  place: string;
  file: string;
  pattern: string;
  flags: string;
}

/** The literals of a file, and whether it makes patterns at run time. */
function expressionsOf(file: string): { literals: Expression[]; made: boolean } {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const literals: Expression[] = [];
  let made = false;
  const add = (start: number, pattern: string, flags: string): void => {
    literals.push({ place: `${file}:${text.slice(0, start).split('\n').length}`, file, pattern, flags });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      const given = flags?.type === 'Literal' ? String(flags.value) : '';
      if (pattern?.type === 'Literal' && typeof pattern.value === 'string') add(start, pattern.value, given);
      else made = true;
    },
  }).visit(parseSync(file, text).program);
  return { literals, made };
}

const files = globSync('{services,temporal,deploy}/**/*.{ts,mts,mjs}', { cwd: ROOT }).toSorted();
const found = new Map(files.map((file) => [file, expressionsOf(file)]));

const CACHE = join(ROOT, '.local/cache/regular-expressions.json');

function readVerdicts(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** `safe`, or how the time grows. */
async function verdictOf({ pattern, flags }: Expression): Promise<string> {
  // It takes seconds to load, and mostly nothing is to be asked.
  const { check } = await import('recheck');
  const verdict = await check(pattern, flags, { timeout: stretched(DECIDED_WITHIN_MS) });
  if (verdict.status === 'vulnerable') return verdict.complexity.summary;
  return verdict.status === 'unknown' ? verdict.error.kind : 'safe';
}

test('each takes linear time at most', async () => {
  const verdicts = readVerdicts();
  const offences: string[] = [];
  for (const expression of [...found.values()].flatMap(({ literals }) => literals)) {
    const name = `/${expression.pattern}/${expression.flags}`;
    const verdict = (verdicts[name] ??= await verdictOf(expression));
    if (verdict === 'safe' || BOUNDED[`${expression.file} ${name}`]) continue;
    offences.push(`${expression.place} ${name}: ${verdict}`);
    // Asked again next time: on a busy machine the checker may have run out of time.
    delete verdicts[name];
  }
  mkdirSync(join(ROOT, '.local/cache'), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(verdicts));
  assert.equal(offences, []);
});

test('the checker knows a bad one', () =>
  unlessKnownFresh('recheck', manifest().devDependencies['recheck']!, async () => {
    const bad = { place: '', file: '', pattern: '^(a|a)*$', flags: '' };
    assert.is(await verdictOf(bad), 'exponential');
  }));

test('patterns are made at run time only where that was looked at', () => {
  assert.equal(
    [...found].filter(([, { made }]) => made).map(([file]) => file),
    [...MADE_AT_RUN_TIME].toSorted(),
  );
});

test.run();
