/**
 * How many rows to claim ahead of the workers: what leaves in a moment at the pace of late. Much mail is fed by large claims, of which a row
 * costs less; where little leaves, by a rate or a slow provider, a process that dies holds little.
 */
export class Pace {
  readonly #now: () => number;
  #perMs = 0;
  #since: number;
  #carried = 0;

  /** @param now in ms */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** A mail was handed over, or refused. */
  carried(): void {
    this.#carried += 1;
    const elapsed = this.#now() - this.#since;
    if (elapsed < MOMENT_MS) return;
    const perMs = this.#carried / elapsed;
    this.#perMs = Math.max(perMs, (this.#perMs + perMs) / 2);
    this.#since += elapsed;
    this.#carried = 0;
  }

  /** Rows, for all workers together. */
  ahead(workers: number): number {
    return Math.round(Math.min(MOST * workers, Math.max(LEAST, this.#perMs * MOMENT_MS)));
  }
}

const MOMENT_MS = 150;
/** A claim is worth its round trips. */
const LEAST = 10;
/** A worker. */
const MOST = 12;
