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
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins concurrent calls. There is no timer: what arrives while every lane is busy leaves together when one is free, so a
 * lone call waits for nothing and concurrent ones share one round trip.
 */
export function createBatcher<Item, Result>({
  write,
  max = 500,
  lanes = 2,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = 0;
  let scheduled = false;
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
    while (busy < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      busy += 1;
      void within(() => withoutDeadline(() => flush(batch)));
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) within = AsyncLocalStorage.snapshot();
      waiting.push({ item, resolve, reject });
      if (scheduled || busy >= lanes) return;
      // One turn of the loop lets requests that arrived in the same read of the sockets join.
      scheduled = true;
      setImmediate(pump);
    });
}
