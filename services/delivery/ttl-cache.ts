/** A cache with a time to live, in which concurrent look-ups of a key are one. */

/** Longest a remembered value may lag behind (contract 5: keys and states act within a second). */
export const TTL_MS = 1_000;
const KEYS_MAX = 10_000;

export interface TtlCache<V> {
  get(key: string, load: () => Promise<V>): Promise<V>;
  forget(key: string): void;
}

/** Concurrent askers share one load; a failed load is not remembered. */
export function createTtlCache<V>(now: () => number, lifetimeMs: number = TTL_MS): TtlCache<V> {
  const entries = new Map<string, { value: Promise<V>; until: number }>();
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known && known.until > now()) return known.value;
      if (entries.size >= KEYS_MAX) entries.clear();
      const entry = { value: load(), until: now() + lifetimeMs };
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
    forget(key) {
      entries.delete(key);
    },
  };
}
