/** Answers that stay true for a moment: spares a look-up a request, forgets before anyone could notice. */

interface Entry<T> {
  at: number;
  answer: Promise<T>;
}

export interface RecentOptions {
  /** How long an answer serves, counted from when it was asked for. */
  ttlMs: number;
  /** Most answers kept; beyond, the oldest go. */
  max: number;
  now?: () => number;
}

export type Recent<T> = (key: string, question: () => Promise<T>) => Promise<T>;

/** Concurrent and shortly following questions of one key share one answer. Failures are not kept. */
export function recent<T>({ ttlMs, max, now = () => performance.now() }: RecentOptions): Recent<T> {
  const kept = new Map<string, Entry<T>>();
  return (key, question) => {
    const hit = kept.get(key);
    if (hit && now() - hit.at < ttlMs) return hit.answer;
    const entry: Entry<T> = { at: now(), answer: question() };
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > max) kept.delete(kept.keys().next().value!);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
}
