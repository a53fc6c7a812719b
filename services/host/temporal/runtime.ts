/** Temporal's native runtime: one a process, quiet, and never acting on signals by itself. */
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Log } from '#kit/telemetry/log.ts';

/** What a reader needs of the runtime's metadata. */
const FIELDS = ['taskQueue', 'workflowType', 'workflowId', 'activityType', 'attempt'] as const;

/** Said by every worker that does one of the two jobs only, as all of ours do. */
const EXPECTED = /^No (workflows|activities) registered/;

const REPEAT_MS = 10_000;

let installed = false;

/** While Temporal is away every poller complains every second; of lines that differ in numbers only, one passes each 10 s. */
function seldom(): (message: string) => boolean {
  const last = new Map<string, number>();
  return (message) => {
    const kind = message.replace(/\d+/g, '#');
    const passes = Date.now() - (last.get(kind) ?? 0) > REPEAT_MS;
    if (passes) last.set(kind, Date.now());
    return passes;
  };
}

/** Installs the runtime once; what it says at WARN and above goes to the first log given. */
export function installRuntime(log: Log): void {
  if (installed) return;
  installed = true;
  const passes = seldom();
  const logger = new DefaultLogger('WARN', ({ level, message, meta = {} }) => {
    if (EXPECTED.test(message) || !passes(message)) return;
    const shown = Object.fromEntries(FIELDS.filter((field) => field in meta).map((field) => [field, meta[field as keyof typeof meta]]));
    const error = (meta as { error?: unknown }).error;
    log[level === 'ERROR' ? 'error' : 'warn']({ ...shown, ...(error ? { error: String(error) } : {}) }, `temporal: ${message}`);
  });
  Runtime.install({ logger, shutdownSignals: [], telemetryOptions: { logging: { forward: {}, filter: 'WARN' } } });
}
