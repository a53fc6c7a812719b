/** Mails of pages that were handed to the dispatcher: each page is notified when the last of them was tried, or the first given back. */
import { createSleeper } from '#kit/sleeper.ts';

export class Underway {
  readonly #pages = new Map<string, Batch>();

  /** @param ids of mails that are about to be hinted */
  add(ids: readonly string[], batch: Batch): void {
    for (const id of ids) {
      this.#pages.set(id, batch);
      batch.ids.add(id);
    }
  }

  /** The mail was tried, or somebody else has it. @param isGivenBack it was not, and is to be handed over again */
  tried(id: string, isGivenBack: boolean): void {
    const batch = this.#pages.get(id);
    if (!batch) return;
    this.#pages.delete(id);
    batch.ids.delete(id);
    batch.hasGivenBack ||= isGivenBack;
    if (batch.ids.size === 0 || batch.hasGivenBack) batch.alarm.wake();
  }

  /** Forgets what is left of a page; answers it. */
  forget(batch: Batch): string[] {
    const left = [...batch.ids];
    for (const id of left) this.#pages.delete(id);
    batch.ids.clear();
    return left;
  }
}

/** Mails of one page that are under way. */
export class Batch {
  readonly ids = new Set<string>();
  hasGivenBack = false;
  /** Rings when none is left, or one was given back. */
  readonly alarm = createSleeper();
}
