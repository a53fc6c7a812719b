/** Claimed rows that wait for a worker: urgent ones first, and some workers kept free for them. */
import { isUrgent } from '../domain/fair-queue.ts';

/** One worker in so many is not given to bulk mail, so that a slow provider full of it still takes what is urgent. */
const KEPT_FREE = 8;

export class WorkerSlots<T extends { row: { priority: number } }> {
  readonly #workers: number;
  readonly #urgent: T[] = [];
  readonly #other: T[] = [];
  #busy = 0;
  #busyOther = 0;

  constructor(workers: number) {
    this.#workers = workers;
  }

  push(item: T): void {
    (isUrgent(item.row.priority) ? this.#urgent : this.#other).push(item);
  }

  /** Rows that wait for a worker. */
  get size(): number {
    return this.#urgent.length + this.#other.length;
  }

  /** The next row for a free worker; `done` reports its end. */
  next(): T | undefined {
    if (this.#busy >= this.#workers) return undefined;
    const mostOther = this.#workers - (this.#workers > 1 ? Math.ceil(this.#workers / KEPT_FREE) : 0);
    const item = this.#urgent.shift() ?? (this.#busyOther < mostOther ? this.#other.shift() : undefined);
    if (!item) return undefined;
    this.#busy += 1;
    if (!isUrgent(item.row.priority)) this.#busyOther += 1;
    return item;
  }

  done(item: T): void {
    this.#busy -= 1;
    if (!isUrgent(item.row.priority)) this.#busyOther -= 1;
  }
}
