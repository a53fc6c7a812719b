/**
 * How many rows to claim ahead of the workers: what leaves in a moment at the pace of late. A quick provider is fed by large claims, of which
 * a row costs less; of a slow one's mail, a process that dies holds little.
 */
export class Pace {
  #ms: number | undefined;

  /** A mail was handed over, or refused, after so long. */
  carried(ms: number): void {
    this.#ms = this.#ms === undefined ? ms : this.#ms + (ms - this.#ms) * WEIGHT;
  }

  /** Rows, for all workers together. */
  ahead(workers: number): number {
    const each = this.#ms === undefined ? LEAST : Math.min(MOST, Math.max(LEAST, MOMENT_MS / Math.max(this.#ms, 1)));
    return Math.round(workers * each);
  }
}

/** What the last mail counts beside those before it. */
const WEIGHT = 0.02;
const MOMENT_MS = 100;
/** Rows a worker. */
const LEAST = 2;
const MOST = 12;
