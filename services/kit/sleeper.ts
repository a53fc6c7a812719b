/** Sleeping that can be cut short, and delays that grow. */

export interface Sleeper {
  /** Waits for `ms` milliseconds or the next `wake`, whichever comes first. */
  sleep(ms: number): Promise<void>;
  /** Ends the sleep under way or, if there is none, the next one before it begins. */
  wake(): void;
}

export function createSleeper(): Sleeper {
  let woken = false;
  let end: (() => void) | undefined;

  async function sleep(ms: number): Promise<void> {
    if (!woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    end = undefined;
    woken = false;
  }

  function wake(): void {
    woken = true;
    end?.();
  }

  return { sleep, wake };
}

export interface Backoff {
  /** Milliseconds to wait now; twice as many the next time, up to the most. */
  next(): number;
  /** After a success: starts anew. */
  reset(): void;
}

/** @param least first delay. @param most longest delay. Both in milliseconds. */
export function createBackoff(least: number, most: number): Backoff {
  let delay = least;

  function next(): number {
    const now = delay;
    delay = Math.min(delay * 2, most);
    return now;
  }

  function reset(): void {
    delay = least;
  }

  return { next, reset };
}
