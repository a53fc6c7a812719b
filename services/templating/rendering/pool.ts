/** Worker threads with a hard limit: a worker that is silent for too long is terminated and another takes its place. */
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '#kit/thread-environment.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Job, Report } from './messages.ts';
import type { WorkerSettings, WorkerStart } from './worker.ts';

/** MB. With 32, renders cost the same, and two workers keep some 30 MB that they need for no longer than a moment. */
const YOUNG_MB = 8;

/** The worker that had this job was killed or died (what it had reported stands), or there is none to have. */
export class WorkerLost extends Error {
  /** False: the job was never begun, so it is not to blame. */
  readonly begun: boolean;
  /** Index of the scope it was at; those before it are not to blame, reported or not. */
  readonly at: number;

  constructor(message: string, begun: boolean, at = 0) {
    super(message);
    this.begun = begun;
    this.at = at;
  }
}

export interface PoolOptions {
  size: number;
  /** Silence after which a busy worker is killed. */
  silenceMs: number;
  worker: WorkerSettings;
  /** V8's heap of one worker; beyond it the worker dies. */
  heapMb: number;
  onLost?: (why: 'silent' | 'died') => void;
}

interface Task {
  owner: string;
  job: Job;
  onReport: (report: Report) => void;
  resolve: () => void;
  reject: (error: Error) => void;
}

interface WorkerSlot {
  worker: Worker;
  ready: boolean;
  task?: Task;
  timer?: NodeJS.Timeout;
  reports: number;
  takenAt: number;
  at: Int32Array;
}

export class Pool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<WorkerSlot>();
  readonly #queue = createFairQueue<Task>();
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Brings the workers up, so that the first render need not wait. */
  start(): void {
    while (this.#slots.size < this.#options.size) this.#addWorker();
  }

  /** Gives a project's job to a free worker when it is its turn; `onReport` gets each step. Rejects with WorkerLost. */
  run(owner: string, job: Job, onReport: (report: Report) => void): Promise<void> {
    if (this.#stopped) return Promise.reject(new WorkerLost('the pool is stopped', false));
    return new Promise((resolve, reject) => {
      this.#queue.push(owner, { owner, job, onReport, resolve, reject });
      this.#serve();
    });
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Workers that have loaded, busy or not. */
  get ready(): number {
    return [...this.#slots].filter((slot) => slot.ready).length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const task of this.#queue.drain()) task.reject(new WorkerLost('the pool is stopped', false));
    await Promise.all([...this.#slots].map(({ worker }) => worker.terminate()));
  }

  #addWorker(): void {
    const { worker: settings, heapMb } = this.#options;
    const at = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...settings, at } satisfies WorkerStart,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
    });
    const slot: WorkerSlot = { worker, ready: false, reports: 0, takenAt: 0, at: new Int32Array(at) };
    this.#slots.add(slot);
    worker.on('message', (report: Report) => this.#onReport(slot, report));
    // Why it died comes here; that it died, to `exit`.
    worker.on('error', () => {});
    worker.on('exit', () => this.#onExit(slot));
  }

  #serve(): void {
    while (this.#queue.size > 0) {
      const free = [...this.#slots].find((slot) => slot.ready && !slot.task);
      if (!free) {
        if (this.#slots.size < this.#options.size) this.#addWorker();
        return;
      }
      const next = this.#queue.take(this.#options.size, performance.now());
      if (!next) return;
      this.#give(free, next.item);
    }
  }

  #give(slot: WorkerSlot, task: Task): void {
    // Of the job before: a worker that dies before it has begun must not blame a scope of this one.
    Atomics.store(slot.at, 0, 0);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      slot.worker.postMessage(task.job);
    } catch (error) {
      // A scope that cannot be cloned: the job's fault, not the worker's.
      this.#queue.done(task.owner, 0, performance.now());
      task.reject(error as Error);
      return;
    }
    slot.task = task;
    slot.takenAt = performance.now();
    slot.worker.ref();
    this.#limitSilence(slot);
  }

  #limitSilence(slot: WorkerSlot): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => {
      const reportsBefore = slot.reports;
      // When this very thread was busy, reports may lie unread: let them in before judging.
      setImmediate(() => {
        if (!slot.task || slot.reports !== reportsBefore) return;
        this.#options.onLost?.('silent');
        this.#remove(slot);
        void slot.worker.terminate();
      });
    }, this.#options.silenceMs);
  }

  #onReport(slot: WorkerSlot, report: Report): void {
    if (!this.#slots.has(slot)) return;
    slot.reports++;
    if (report.kind === 'ready') {
      slot.ready = true;
      slot.worker.unref();
      this.#serve();
    } else if (report.kind === 'done') {
      clearTimeout(slot.timer);
      const { task } = slot;
      this.#release(slot, report.cpuMs);
      slot.worker.unref();
      task?.resolve();
      this.#serve();
    } else {
      this.#limitSilence(slot);
      slot.task?.onReport(report);
    }
  }

  #onExit(slot: WorkerSlot): void {
    if (!this.#slots.has(slot)) return;
    if (slot.task) this.#options.onLost?.('died');
    const neverReady = !slot.ready;
    this.#remove(slot);
    // A worker that cannot even load would be replaced for ever.
    if (neverReady) for (const task of this.#queue.drain()) task.reject(new WorkerLost('a worker could not start', false));
  }

  /** CPU and not time is counted against an owner: on a busy machine a small render may take long. */
  #release(slot: WorkerSlot, cpuMs: number): void {
    if (!slot.task) return;
    this.#queue.done(slot.task.owner, cpuMs, performance.now());
    slot.task = undefined;
  }

  #remove(slot: WorkerSlot): void {
    clearTimeout(slot.timer);
    this.#slots.delete(slot);
    const { task } = slot;
    // It cannot say what it used; one that was killed for its silence was busy all the time.
    this.#release(slot, performance.now() - slot.takenAt);
    task?.reject(new WorkerLost('the worker was lost', true, Atomics.load(slot.at, 0)));
    if (this.#stopped) return;
    // Its successor takes a while to come up: not only when somebody waits for it already.
    if (slot.ready) this.#addWorker();
    this.#serve();
  }
}
