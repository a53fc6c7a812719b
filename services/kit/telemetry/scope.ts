/** Whose work is under way, for the lines of the log that are written meanwhile. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log is told of its work. */
export interface Scope {
  requestId?: string | undefined;
  projectId?: string | undefined;
  workflowId?: string | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work`; each line of the log written in it names the scope. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work);
}

export function currentScope(): Scope | undefined {
  return scopes.getStore();
}
