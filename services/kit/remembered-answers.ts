/** Cache of answers about rights (whose key, which role), for as long as an old answer may still be acted on. */
import { LRUCache } from 'lru-cache';

/**
 * How long such an answer serves. Accounts withholds the answer of every call that takes rights away for longer than this
 * (`services/accounts/revocation.ts`), so that nobody hears of a revoked key before it is dead in every process.
 */
export const REMEMBERED_MS = 500;
const MOST_REMEMBERED = 10_000;

/** Concurrent and shortly following questions of one key share one answer, counted from when it was asked for. Failures are not kept. */
export function remember<T extends object>(max = MOST_REMEMBERED): (key: string, question: () => Promise<T>) => Promise<T> {
  const answers = new LRUCache<string, Promise<T>>({ max, ttl: REMEMBERED_MS });
  return function remembered(key, question) {
    const known = answers.get(key);
    if (known) return known;
    const answer = question();
    answers.set(key, answer);
    answer.catch(() => {
      if (answers.peek(key) === answer) answers.delete(key);
    });
    return answer;
  };
}
