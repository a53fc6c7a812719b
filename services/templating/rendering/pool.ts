/** Worker threads with a hard limit: a worker that is silent for too long is terminated and another takes its place. */
import { Worker } from 'node:worker_threads';
import type { Job, Report } from './messages.ts';
import type { WorkerSettings, WorkerStart } from './worker.ts';

/** The worker that had this job was killed or died (what it had reported stands), or there is none to have. */
export class WorkerLost extends Error {
  /** False: the job was never begun, so it is not to blame. */
  readonly begun: boolean;
  /** Index of the scope it was at; those before it are not to blame, told or not. */
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
  job: Job;
  onReport: (report: Report) => void;
  resolve: () => void;
  reject: (error: Error) => void;
}

interface Seat {
  worker: Worker;
  ready: boolean;
  task?: Task;
  timer?: NodeJS.Timeout;
  reports: number;
  at: Int32Array;
}

export class Pool {
  readonly #options: PoolOptions;
  readonly #seats = new Set<Seat>();
  readonly #queue: Task[] = [];
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Brings the workers up, so that the first render need not wait. */
  start(): void {
    while (this.#seats.size < this.#options.size) this.#seat();
  }

  /** Gives a job to the next free worker; `onReport` hears of each step. Rejects with WorkerLost. */
  run(job: Job, onReport: (report: Report) => void): Promise<void> {
    if (this.#stopped) return Promise.reject(new WorkerLost('the pool is stopped', false));
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, onReport, resolve, reject });
      this.#serve();
    });
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Workers that have loaded, busy or not. */
  get ready(): number {
    return [...this.#seats].filter((seat) => seat.ready).length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const task of this.#queue.splice(0)) task.reject(new WorkerLost('the pool is stopped', false));
    await Promise.all([...this.#seats].map(({ worker }) => worker.terminate()));
  }

  #seat(): void {
    const { worker: settings, heapMb } = this.#options;
    const at = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...settings, at } satisfies WorkerStart,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    const seat: Seat = { worker, ready: false, reports: 0, at: new Int32Array(at) };
    this.#seats.add(seat);
    worker.on('message', (report: Report) => this.#heard(seat, report));
    // Why it died comes here; that it died, to `exit`.
    worker.on('error', () => {});
    worker.on('exit', () => this.#left(seat));
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const free = [...this.#seats].find((seat) => seat.ready && !seat.task);
      if (!free) {
        if (this.#seats.size < this.#options.size) this.#seat();
        return;
      }
      this.#give(free, this.#queue.shift()!);
    }
  }

  #give(seat: Seat, task: Task): void {
    // Of the job before: a worker that dies before it has begun must not blame a scope of this one.
    Atomics.store(seat.at, 0, 0);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      seat.worker.postMessage(task.job);
    } catch (error) {
      // A scope that cannot be cloned: the job's fault, not the worker's.
      task.reject(error as Error);
      return;
    }
    seat.task = task;
    seat.worker.ref();
    this.#watch(seat);
  }

  #watch(seat: Seat): void {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(() => {
      const heard = seat.reports;
      // When this very thread was busy, reports may lie unread: let them in before judging.
      setImmediate(() => {
        if (!seat.task || seat.reports !== heard) return;
        this.#options.onLost?.('silent');
        this.#vacate(seat);
        void seat.worker.terminate();
      });
    }, this.#options.silenceMs);
  }

  #heard(seat: Seat, report: Report): void {
    if (!this.#seats.has(seat)) return;
    seat.reports++;
    if (report.kind === 'ready') {
      seat.ready = true;
      seat.worker.unref();
      this.#serve();
    } else if (report.kind === 'done') {
      clearTimeout(seat.timer);
      const { task } = seat;
      seat.task = undefined;
      seat.worker.unref();
      task?.resolve();
      this.#serve();
    } else {
      this.#watch(seat);
      seat.task?.onReport(report);
    }
  }

  #left(seat: Seat): void {
    if (!this.#seats.has(seat)) return;
    if (seat.task) this.#options.onLost?.('died');
    const neverReady = !seat.ready;
    this.#vacate(seat);
    // A worker that cannot even load would be replaced for ever.
    if (neverReady) for (const task of this.#queue.splice(0)) task.reject(new WorkerLost('a worker could not start', false));
  }

  #vacate(seat: Seat): void {
    clearTimeout(seat.timer);
    this.#seats.delete(seat);
    seat.task?.reject(new WorkerLost('the worker was lost', true, Atomics.load(seat.at, 0)));
    seat.task = undefined;
    if (this.#stopped) return;
    // Its successor takes a while to come up: not only when somebody waits for it already.
    if (seat.ready) this.#seat();
    this.#serve();
  }
}
