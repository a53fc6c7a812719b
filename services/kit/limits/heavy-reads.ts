/** Reads over many documents: a few at once for each project, and each is ended when nobody waits for it any more. */
import type { CallMeta } from '#kit/contract/call.ts';
import { timeLeft } from '#kit/contract/deadline.ts';
import { fault } from '#kit/errors.ts';

export interface HeavyReads {
  /**
   * Reads as soon as the project has room for it, in the order asked. `maxTimeMS` is for MongoDB: what is left of the caller's time then.
   * Faults SERVICE_TIMEOUT when that is over, before the read or in it.
   */
  run<T>(call: CallMeta, read: (maxTimeMS: number) => Promise<T>): Promise<T>;
}

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Of one project in one process. */
export const MOST_AT_ONCE = 4;
const LONGEST_MS = 60_000;
const MAX_TIME_EXPIRED = 50;

export function createHeavyReads(): HeavyReads {
  const queues = new Map<string, Queue>();

  async function enter(projectId: string): Promise<Queue> {
    const queue = queues.get(projectId) ?? { running: 0, waiting: [] };
    queues.set(projectId, queue);
    if (queue.running < MOST_AT_ONCE) queue.running += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return queue;
  }

  /** The next in line takes the place over. */
  function leave(projectId: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(projectId);
  }

  async function run<T>(call: CallMeta, read: (maxTimeMS: number) => Promise<T>): Promise<T> {
    const queue = await enter(call.projectId);
    try {
      return await read(timeLeft(call, LONGEST_MS));
    } catch (error) {
      throw (error as { code?: unknown }).code === MAX_TIME_EXPIRED ? fault('SERVICE_TIMEOUT') : error;
    } finally {
      leave(call.projectId, queue);
    }
  }

  return { run };
}
