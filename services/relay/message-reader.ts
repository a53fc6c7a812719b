/** Reads messages in a thread of its own, one after the other. A message that takes too long, or kills it, is refused. */
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '#kit/thread-environment.ts';
import type { Message } from './domain/message.ts';
import { neverSent, notSentNow } from './domain/refusal.ts';
import type { ReadAnswer, ReadJob } from './reader-thread.ts';

export interface MessageReader {
  /** @throws Refusal 554 for a message that cannot be read within the limits, 451 for one that was not read in time */
  read(job: ReadJob): Promise<Message>;
  stop(): Promise<void>;
}

interface Task {
  job: ReadJob;
  resolve: (message: Message) => void;
  reject: (error: Error) => void;
}

/** A message of 40 MB takes five seconds. */
const READ_MS = 30_000;
/** Decoded parts lie outside the heap. */
const HEAP_MB = 256;

export function createMessageReader(readMs = READ_MS): MessageReader {
  const waiting: Task[] = [];
  let worker: Worker | undefined;
  let current: Task | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function started(): Worker {
    const fresh = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
    });
    fresh.on('message', (answer: ReadAnswer) => finish(answer));
    // Why it died comes here; that it died, to `exit`.
    fresh.on('error', () => {});
    fresh.on('exit', () => {
      if (worker !== fresh) return;
      worker = undefined;
      if (current) finish({ error: 'it takes too much memory to read' });
    });
    return fresh;
  }

  function finish(answer: ReadAnswer): void {
    clearTimeout(timer);
    const task = current;
    current = undefined;
    worker?.unref();
    if ('message' in answer) task?.resolve(answer.message);
    else task?.reject(neverSent(`The message cannot be read: ${answer.error}`));
    next();
  }

  function giveUp(): void {
    const [late, slow] = [current, worker];
    [current, worker] = [undefined, undefined];
    void slow?.terminate();
    late?.reject(notSentNow('The message was not read in time'));
    next();
  }

  function next(): void {
    if (current || waiting.length === 0) return;
    current = waiting.shift()!;
    worker ??= started();
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage(current.job);
    timer = setTimeout(giveUp, readMs);
  }

  async function read({ source, size }: ReadJob): Promise<Message> {
    if (stopped) throw new Error('The reader is stopped');
    return await new Promise((resolve, reject) => {
      waiting.push({ job: { source, size }, resolve, reject });
      next();
    });
  }

  async function stop(): Promise<void> {
    stopped = true;
    await worker?.terminate();
  }

  return { read, stop };
}
