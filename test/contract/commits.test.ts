/** Subjects of commits: `scope: imperative verb …` (CONTRIBUTING.md "Commits"), since the rule is checked. */
import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const SINCE = '2026-11-22T10:15:00Z';
const MOST = 140;
const SUBJECT = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: (\S+) \S/;
/** First words that are no verb, and what only looks like a past tense or a gerund. */
const NO_VERBS = /^(?:an?|the|all|every|each|no|not|of|what|when|where|who|which|its?|their|our|new|more|also|slow|own|drill|first)$/;
const VERBS = /^(?:bring|embed|feed|focus|need|proceed|ring|seed|shed|speed|string)$/;

/** What is wrong with the subject; null when nothing is. */
function problemOf(subject: string): string | null {
  const [, verb] = SUBJECT.exec(subject) ?? [];
  if ([...subject].length > MOST) return `longer than ${MOST} characters`;
  if (!verb) return 'not `scope: imperative verb …`';
  const isInflected = /(?:ed|ing|[^s]s)$/.test(verb) && !VERBS.test(verb);
  return isInflected || NO_VERBS.test(verb) || !/^[a-z-]+$/.test(verb) ? `"${verb}" is no imperative verb` : null;
}

const test = suite('subjects of commits');

test('name a scope and begin with an imperative verb', () => {
  const subjects = execFileSync('git', ['log', `--since=${SINCE}`, '--format=%s'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  assert.equal(
    subjects.flatMap((subject) => (problemOf(subject) ? [`${subject}: ${problemOf(subject)}`] : [])),
    [],
  );
});

for (const subject of ['contacts: merge data by key', 'delivery, campaigns: address rows by page', 'docs: embed the picture']) {
  test(`"${subject}" is one`, () => assert.is(problemOf(subject), null));
}

for (const subject of [
  'Merge data',
  'contacts: merged data',
  'contacts: merging data',
  'test: the sweep of rows',
  'kit: every value',
  'merge: x',
]) {
  test(`"${subject}" is none`, () => assert.ok(problemOf(subject)));
}

test.run();
