/**
 * Claimed rows that wait for a worker: urgent ones first, and some workers kept free for them. Slots of pages share the others' workers;
 * while rows wait, they leave them half.
 */
import { isUrgent } from '../domain/fair-queue.ts';

/** One worker in so many is not given to bulk mail, so that a slow provider full of it still takes what is urgent. */
const KEPT_FREE = 8;

export class WorkerSlots<T extends { row: { priority: number } }> {
  /** As many mails are handed over at the same time. */
  readonly count: number;
  /** Workers that slots of pages have. */
  ofPages = 0;
  readonly #mostOther: number;
  readonly #urgent: T[] = [];
  readonly #other: T[] = [];
  #busy = 0;
  #busyOther = 0;

  constructor(count: number) {
    this.count = count;
    this.#mostOther = count - (count > 1 ? Math.ceil(count / KEPT_FREE) : 0);
  }

  push(item: T): void {
    (isUrgent(item.row.priority) ? this.#urgent : this.#other).push(item);
  }

  /** Rows that wait for a worker. */
  get waiting(): number {
    return this.#urgent.length + this.#other.length;
  }

  /** Workers that neither work nor have a row to begin with. */
  get free(): number {
    return Math.max(0, this.count - this.#busy - this.waiting);
  }

  /** How many workers slots of pages may have. */
  get roomForPages(): number {
    const wanted = this.#busyOther + this.#other.length;
    return this.#mostOther - Math.max(this.#busyOther, Math.min(wanted, Math.ceil(this.#mostOther / 2)));
  }

  /** The next row for a free worker; `done` reports its end. */
  next(): T | undefined {
    if (this.#busy >= this.count) return undefined;
    const item = this.#urgent.shift() ?? (this.#busyOther + this.ofPages < this.#mostOther ? this.#other.shift() : undefined);
    if (!item) return undefined;
    this.#busy += 1;
    if (!isUrgent(item.row.priority)) this.#busyOther += 1;
    return item;
  }

  /** Those that wait, which nobody works on then. */
  takeAll(): T[] {
    return [...this.#urgent.splice(0), ...this.#other.splice(0)];
  }

  done(item: T): void {
    this.#busy -= 1;
    if (!isUrgent(item.row.priority)) this.#busyOther -= 1;
  }
}
