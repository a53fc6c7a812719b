/** As many threads as there are cores, which make signatures and nothing else: started with the first one, by the group. */
import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '#kit/thread-environment.ts';

/** What is to be signed with one key. */
export interface Signing {
  /** As `node:crypto` names it. */
  algorithm: string | null;
  key: KeyObject;
  texts: readonly Uint8Array[];
}

/** What a thread answers: signatures in base64, or what went wrong. */
export type Signed = { signatures: string[] } | { failure: string };

export interface SigningThreads {
  /** In base64, in the order of the texts. Rejects when the key cannot sign. */
  sign(signing: Signing): Promise<string[]>;
}

interface Waiting {
  resolve: (signatures: string[]) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  /** In the order in which they were asked for. */
  waiting: Waiting[];
}

const FILE = new URL('./signing-thread.ts', import.meta.url);
/** It holds keys and a few kilobytes: what Node would reserve for a program of its own is not needed. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

export function createSigningThreads(count = availableParallelism()): SigningThreads {
  const threads: Thread[] = [];

  function start(): Thread {
    const thread: Thread = { worker: new Worker(FILE, { env: threadEnvironment(), resourceLimits: LIMITS }), waiting: [] };
    thread.worker.on('message', (signed: Signed) => {
      const asked = thread.waiting.shift()!;
      if ('signatures' in signed) asked.resolve(signed.signatures);
      else asked.reject(new Error(signed.failure));
    });
    thread.worker.on('error', (error) => end(thread, error as Error));
    thread.worker.on('exit', () => end(thread, new Error('the thread that signs has ended')));
    // A process may end though it runs: whoever waits for signatures keeps the process up.
    thread.worker.unref();
    threads.push(thread);
    return thread;
  }

  /** Another one takes its place. */
  function end(thread: Thread, error: Error): void {
    const at = threads.indexOf(thread);
    if (at >= 0) threads.splice(at, 1);
    for (const { reject } of thread.waiting.splice(0)) reject(error);
  }

  /** The one with the least to do. */
  function freest(): Thread {
    const idle = threads.find(({ waiting }) => waiting.length === 0);
    if (idle) return idle;
    if (threads.length < count) return start();
    return threads.reduce((least, one) => (one.waiting.length < least.waiting.length ? one : least));
  }

  return {
    sign: (signing) =>
      new Promise((resolve, reject) => {
        const { worker, waiting } = freest();
        waiting.push({ resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
        worker.postMessage(signing);
      }),
  };
}
