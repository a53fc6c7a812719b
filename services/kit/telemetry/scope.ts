/** The request that is being worked on and its deadline, for log lines and for reads of the database. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log says of its work. */
export interface Scope {
  requestId?: string | undefined;
  projectId?: string | undefined;
  workflowId?: string | undefined;
  /** Of the call, in ms since the epoch; a read of the database ends by then. */
  deadline?: number | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work`; each line of the log written in it names the scope. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs what is done for several callers at once: the deadline of one is not that of the others. */
export function withoutDeadline<T>(work: () => T): T {
  const { deadline: _deadline, ...scope } = scopes.getStore() ?? {};
  return scopes.run(scope, work);
}

export function currentScope(): Scope | undefined {
  return scopes.getStore();
}
