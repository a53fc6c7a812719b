/** Rows of pages that were handed to the dispatcher: each page is notified when the last of its rows was tried. */
import { createSleeper } from '#kit/sleeper.ts';

export class Underway {
  readonly #pages = new Map<string, Batch>();

  /** @param ids rows that are about to be hinted */
  add(ids: readonly string[], batch: Batch): void {
    for (const id of ids) {
      this.#pages.set(id, batch);
      batch.ids.add(id);
    }
  }

  /** The row was tried, or somebody else has it. */
  tried(id: string): void {
    const batch = this.#pages.get(id);
    if (!batch) return;
    this.#pages.delete(id);
    batch.ids.delete(id);
    if (batch.ids.size === 0) batch.alarm.wake();
  }

  /** Forgets what is left of a page; answers it. */
  forget(batch: Batch): string[] {
    const left = [...batch.ids];
    for (const id of left) this.#pages.delete(id);
    batch.ids.clear();
    return left;
  }
}

/** Rows of one page that are under way. */
export class Batch {
  readonly ids = new Set<string>();
  /** Rings when none is left. */
  readonly alarm = createSleeper();
}
