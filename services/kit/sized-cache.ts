/** Least recently used first out, bounded by the size of what it holds. */
export class SizedCache<V> {
  readonly #entries = new Map<string, { value: V; size: number }>();
  readonly #limit: number;
  #size = 0;

  /** `limit` in the unit of the sizes given to `set`. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Something larger than the whole cache is not kept. */
  set(key: string, value: V, size: number): void {
    this.#drop(key);
    if (size > this.#limit) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limit) break;
      this.#drop(oldest);
    }
  }

  delete(key: string): void {
    this.#drop(key);
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
