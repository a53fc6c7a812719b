/** Sees to it that the loop's schedule is there: Temporal may be away when this starts, and an operator may remove it. */
import type { Log } from '#kit/telemetry/log.ts';

const FIRST_MS = 1_000;
const EVERY_MS = 300_000;

/** `ensure` is harmless when repeated. */
export function keepSchedule(ensure: () => Promise<void>, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round: Promise<void> = Promise.resolve();

  function next(wait: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      round = ensure().then(() => next(EVERY_MS), (error: Error) => {
        log.warn({ error: error.message }, 'the schedule of segments waits for Temporal');
        next(Math.min(wait * 2, EVERY_MS));
      });
    }, wait).unref();
  }

  return {
    start: () => next(FIRST_MS),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
