/** Looks now and then, and at once when asked, for work that is due. One look at a time; a failed one is logged and tried again. */
import type { Log } from './telemetry/log.ts';

export interface Sweeper {
  /** Looks now instead of at the next round. */
  hint(): void;
  start(): void;
  /** Waits for the look that is under way. */
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;

export interface SweeperOptions {
  log: Log;
  everyMs?: number;
}

/** @param what `purges`: named in the log when a look fails. */
export function createSweeper(sweep: () => Promise<void>, what: string, { log, everyMs = EVERY_MS }: SweeperOptions): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let queued = false;

  function hint(): void {
    if (queued) return;
    queued = true;
    round = round
      .then(() => {
        queued = false;
        return sweep();
      })
      .catch((error: unknown) => log.warn({ error: (error as Error).message }, `${what} wait`));
  }

  return {
    hint,
    start() {
      timer = setInterval(hint, everyMs).unref();
      hint();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
