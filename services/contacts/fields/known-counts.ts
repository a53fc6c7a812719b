/** Counts that the field catalogue answers without reading contacts, once pending writes from before the question are counted. */
import { setTimeout } from 'node:timers/promises';
import { countOfValue, questionOf } from '../domain/known-count.ts';
import type { Catalogue } from './catalogue.ts';
import type { PendingCounts } from './pending-counts.ts';

/** Pending counts of a busy moment that take longer are not waited for. */
const TIMEOUT_MS = 1_000;

/** Answers undefined when the contacts must be counted. */
export type KnownCounts = (projectId: string, filter: Readonly<Record<string, unknown>>) => Promise<number | undefined>;

export function createKnownCounts(catalogue: Catalogue, pendingCounts: PendingCounts): KnownCounts {
  async function isSettled(projectId: string): Promise<boolean> {
    const given = new AbortController();
    const late = setTimeout(TIMEOUT_MS, false, { signal: given.signal, ref: false }).catch(() => false);
    const settled = pendingCounts.settle(projectId).then(
      () => true,
      () => false,
    );
    const inTime = await Promise.race([settled, late]);
    given.abort();
    return inTime;
  }

  return async function knownCount(projectId, filter) {
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
