/** Counts that need no look at the contacts: the field catalogue has them, once what was written before the question is counted. */
import { setTimeout } from 'node:timers/promises';
import type { Catalogue } from './catalogue.ts';
import type { Counting } from './counting.ts';
import { countOfValue, questionOf } from './domain/known-count.ts';

/** Notes of a busy moment that take longer are not waited for. */
const PATIENCE_MS = 1_000;

/** Answers undefined when the contacts must be counted. */
export type KnownCounts = (projectId: string, filter: Readonly<Record<string, unknown>>) => Promise<number | undefined>;

export interface Counted {
  catalogue: Catalogue;
  counting: Counting;
}

export function makeKnownCounts({ catalogue, counting }: Counted): KnownCounts {
  async function isSettled(projectId: string): Promise<boolean> {
    const given = new AbortController();
    const late = setTimeout(PATIENCE_MS, false, { signal: given.signal, ref: false }).catch(() => false);
    const settled = await Promise.race([counting.settle(projectId).then(() => true, () => false), late]);
    given.abort();
    return settled;
  }

  return async (projectId, filter) => {
    const question = questionOf(filter);
    if (!question || !(await isSettled(projectId))) return undefined;
    if (question.of === 'all' || question.of === 'subscribed') {
      const { contacts, subscribed } = await catalogue.totals(projectId);
      return question.of === 'all' ? contacts : question.is ? subscribed : contacts - subscribed;
    }
    const field = await catalogue.field(projectId, question.key);
    // What it held is still being removed.
    if (field?.dying) return undefined;
    const present = field?.count ?? 0;
    if (question.of === 'present') return present;
    if (question.of === 'absent') return (await catalogue.totals(projectId)).contacts - present;
    const equal = countOfValue({ entries: field?.values ?? [], complete: field?.complete ?? true }, question.value);
    return equal === undefined || question.of === 'equal' ? equal : present - equal;
  };
}
