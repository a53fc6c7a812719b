/** A sleep that can be cut short. */
export class Alarm {
  #rung = false;
  #wake: (() => void) | undefined;

  /** Ends the sleep under way or, if there is none, the next one before it begins. */
  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits for `ms` milliseconds or the next ring, whichever comes first. */
  async sleep(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}

/** `least`, then twice as long each time, up to `most`; a success starts it anew. */
export function backoff(least: number, most: number): { next(): number; reset(): void } {
  let delay = least;
  return {
    next() {
      const now = delay;
      delay = Math.min(delay * 2, most);
      return now;
    },
    reset() {
      delay = least;
    },
  };
}
