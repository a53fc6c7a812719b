/** Group commit: single writes, or reads, that arrive together leave as one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutDeadline } from '../telemetry/scope.ts';

export interface BatcherOptions<Item, Result> {
  /**
   * Does a batch and answers one result an item, in order. An Error among them rejects that item alone; a thrown error
   * rejects every item of the batch.
   */
  write: (items: Item[]) => Promise<(Result | Error)[]>;
  /** Most items in one batch. */
  max?: number;
  /** Batches under way at once. */
  lanes?: number;
  /** How many ms an item waits for others to leave with; 0: it leaves at once, and takes all that wait along. Always 0 without it. */
  waitMs?: (item: Item) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins concurrent calls. Without `waitMs` there is no timer: what arrives while every lane is busy leaves together when one is free, so
 * a lone call waits for nothing and concurrent ones share one round trip.
 */
export function createBatcher<Item, Result>({
  write,
  max = 500,
  lanes = 2,
  waitMs,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = 0;
  let scheduled = false;
  /** When those that wait have to leave, and what sees to it; meanwhile they may be joined. */
  let dueAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  // A batch belongs to the trace of whom it was begun for, not to that of the batch before it.
  let within = AsyncLocalStorage.snapshot();

  async function flush(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      busy -= 1;
      pump();
    }
  }

  function pump(): void {
    scheduled = false;
    while (busy < lanes && waiting.length > 0 && (dueAt <= performance.now() || waiting.length >= max)) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      busy += 1;
      void within(() => withoutDeadline(() => flush(batch)));
    }
    if (waiting.length > 0) return;
    dueAt = Infinity;
    clearTimeout(timer);
  }

  /** Nobody waits for company any more: a timer may be early by a fraction of a millisecond. */
  function leave(): void {
    dueAt = 0;
    pump();
  }

  function schedule(ms: number): void {
    const at = ms > 0 ? performance.now() + ms : 0;
    if (at < dueAt) {
      dueAt = at;
      clearTimeout(timer);
      if (ms > 0) timer = setTimeout(leave, ms);
    }
    if (scheduled || busy >= lanes || (dueAt > 0 && waiting.length < max)) return;
    // One turn of the loop lets requests that arrived in the same read of the sockets join.
    scheduled = true;
    setImmediate(pump);
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) within = AsyncLocalStorage.snapshot();
      waiting.push({ item, resolve, reject });
      schedule(waitMs?.(item) ?? 0);
    });
}
