/** A cache of values that hold for some milliseconds, each read again before it expires as long as it is asked for. */

export interface RefreshedCache<V> {
  /** Without waiting. Undefined: it expired, or was never read. */
  peek(key: string): V | undefined;
  /** Read now, or by a reading that still holds when it ends. Rejects when it could not be read. */
  read(key: string): Promise<V>;
}

export interface RefreshedCacheParts<V> {
  load: (key: string) => Promise<V>;
  /** Monotonic, in ms. */
  now: () => number;
  holdsMs: number;
}

interface Seen<V> {
  value: V;
  /** When it began to be read: it may have changed since. */
  at: number;
}

const KEYS_MAX = 10_000;
/** The share of its lifetime after which a value that is asked for is read again. */
const READ_ANEW = 0.7;

export function createRefreshedCache<V>({ load, now, holdsMs }: RefreshedCacheParts<V>): RefreshedCache<V> {
  const seen = new Map<string, Seen<V>>();
  const reading = new Map<string, Promise<Seen<V>>>();
  const isYoungerThan = ({ at }: Seen<V>, ms: number): boolean => now() - at < ms;

  function readAnew(key: string): Promise<Seen<V>> {
    const at = now();
    const anew = load(key)
      .then((value) => {
        if (seen.size >= KEYS_MAX) seen.clear();
        const found = { value, at };
        seen.set(key, found);
        return found;
      })
      .finally(() => reading.delete(key));
    reading.set(key, anew);
    return anew;
  }

  return {
    peek(key) {
      const known = seen.get(key);
      if (!known || !isYoungerThan(known, holdsMs)) return undefined;
      // Whoever asks next need not wait.
      if (!isYoungerThan(known, holdsMs * READ_ANEW) && !reading.has(key)) readAnew(key).catch(() => undefined);
      return known.value;
    },
    async read(key) {
      // What was read by a reading that began before it was asked for may be old by now: the next one is not.
      const found = await reading.get(key);
      return (found && isYoungerThan(found, holdsMs) ? found : await (reading.get(key) ?? readAnew(key))).value;
    },
  };
}
