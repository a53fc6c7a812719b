/** A worker thread: runs LiquidJS where an endless template can be killed. One job at a time, a report per scope. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { CheckJob, Job, RenderJob, Report } from './messages.ts';
import { createEngine, run } from '../language/engine.ts';
import { checkSyntax } from '../language/syntax.ts';

export interface WorkerSettings {
  /** LiquidJS's own limit; the pool's, which kills, lies above it. */
  renderLimitMs: number;
  /** Characters of source whose parsed form is kept. */
  cacheLimit: number;
}

/** What a worker is started with. `at`: one Int32, the index of the scope it is at; read when it cannot speak any more. */
export interface WorkerStart extends WorkerSettings {
  at: SharedArrayBuffer;
}

/** Renders done in this time (ms) are reported together: a message costs about as much as a render. */
const REPORT_EVERY_MS = 5;

/** A job ends after this long, between two scopes: what is left of it waits for its turn again. */
const TURN_MS = 50;

const { renderLimitMs, cacheLimit, at: shared } = workerData as WorkerStart;
const at = new Int32Array(shared);
const engine = createEngine({ strict: false, renderLimit: renderLimitMs });
const parsed = new LRUCache<string, Template[]>({ maxSize: cacheLimit });

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
const report = (message: Report) => parentPort!.postMessage(message);

function templates({ key, liquid }: RenderJob): Template[] {
  const known = parsed.get(key);
  if (known) return known;
  const fresh = engine.parse(liquid);
  parsed.set(key, fresh, { size: liquid.length || 1 });
  return fresh;
}

function render(job: RenderJob): void {
  let source: Template[];
  try {
    source = templates(job);
  } catch {
    return report({ kind: 'unparsable' });
  }
  const begun = performance.now();
  let texts: string[] = [];
  let flushedAt = performance.now();
  const flush = () => {
    if (texts.length > 0) report({ kind: 'rendered', texts });
    texts = [];
    flushedAt = performance.now();
  };
  for (const [index, scope] of job.scopes.entries()) {
    if (index > 0 && performance.now() - begun > TURN_MS) break;
    Atomics.store(at, 0, index);
    try {
      texts.push(run(engine, source, scope));
      if (performance.now() - flushedAt > REPORT_EVERY_MS) flush();
    } catch (error) {
      flush();
      report({ kind: 'failed', limit: /limit exceeded/.test((error as Error).message) });
    }
  }
  flush();
}

function check({ text }: CheckJob): void {
  report({ kind: 'checked', problem: checkSyntax(text) });
}

parentPort!.on('message', (job: Job) => {
  const before = process.threadCpuUsage();
  if (job.kind === 'render') render(job);
  else check(job);
  const { user, system } = process.threadCpuUsage(before);
  report({ kind: 'done', cpuMs: (user + system) / 1_000 });
});
// A thread that is ended writes nothing at its end.
flushCompileCache();
report({ kind: 'ready' });
