/** Values that are taken to stand as they were read for a moment: known at once in it, and read anew before it is over while asked for. */

export interface Moments<V> {
  /** Undefined: read too long ago, or never. */
  now(key: string): V | undefined;
  /** Of a reading that began after this was asked, or counts still when it ends. Rejects when it could not be read. */
  soon(key: string): Promise<V>;
}

export interface MomentsParts<V> {
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
/** The share of its moment after which a value that is asked for is read anew. */
const READ_ANEW = 0.7;

export function createMoments<V>({ load, now, holdsMs }: MomentsParts<V>): Moments<V> {
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
    now(key) {
      const known = seen.get(key);
      if (!known || !isYoungerThan(known, holdsMs)) return undefined;
      // Whoever asks next need not wait.
      if (!isYoungerThan(known, holdsMs * READ_ANEW) && !reading.has(key)) readAnew(key).catch(() => undefined);
      return known.value;
    },
    async soon(key) {
      // What was read by a reading that began before it was asked for may be old by now: the next one is not.
      const found = await reading.get(key);
      return (found && isYoungerThan(found, holdsMs) ? found : await (reading.get(key) ?? readAnew(key))).value;
    },
  };
}
