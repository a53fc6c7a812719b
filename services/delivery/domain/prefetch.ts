/**
 * How many rows to claim ahead of the workers: what leaves in 300 ms at the recent rate. Much mail is fed by large claims, of which a
 * row costs less; where little leaves, by a rate or a slow provider, a process that dies holds little.
 */
export class Prefetch {
  readonly #now: () => number;
  #perMs = 0;
  #since: number;
  #attempts = 0;

  /** @param now in ms */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** A mail was handed over, or refused. */
  attempted(): void {
    this.#attempts += 1;
    const elapsed = this.#now() - this.#since;
    if (elapsed < MOMENT_MS) return;
    const perMs = this.#attempts / elapsed;
    this.#perMs = Math.max(perMs, (this.#perMs + perMs) / 2);
    this.#since += elapsed;
    this.#attempts = 0;
  }

  /** Rows, for all workers together. */
  size(workers: number): number {
    return Math.round(Math.min(MOST * workers, Math.max(LEAST, this.#perMs * AHEAD_MS)));
  }
}

/** The rate is measured by the moment. */
const MOMENT_MS = 150;
const AHEAD_MS = 300;
/** A claim is worth its round trips. */
const LEAST = 10;
/** A worker; twenty of them have a page ahead. */
const MOST = 25;
