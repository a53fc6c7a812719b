/** Sweeps executions that have to end: those of disabled projects, and of workflows whose executions are cancelled or removed. */
import type { Model } from 'mongoose';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault } from '#kit/errors.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { DefinitionsStore } from './definitions.ts';
import type { ExecutionsStore } from './executions.ts';
import type { ExecutionDoc } from './model.ts';
import type { KeptCounts } from './kept-counts.ts';
import type { Snapshots } from './snapshots.ts';
import type { StepMails } from './step-mails.ts';

export interface ReconcilerParts {
  model: Model<ExecutionDoc>;
  definitions: DefinitionsStore;
  executions: ExecutionsStore;
  snapshots: Snapshots;
  mails: StepMails;
  counts: Pick<KeptCounts, 'remove'>;
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'getProject'>;
  clock: () => Date;
  log: Log;
  /** Temporal may be asked now. */
  hint: () => void;
}

export interface Reconciler extends Sweeper {
  /** Removes what a workflow left; may be cut off and asked again. */
  clear(projectId: string, workflowId: string): Promise<void>;
  /** Removes everything of a project, or its workflows made until then with all they left. */
  purge(erasure: Erasure): Promise<void>;
}

export const CANCELLED_ALL = 'Cancelled by user (bulk cancel)';
const PROJECT_DISABLED = 'Project disabled';
const EVERY_MS = 2_000;
const WORKFLOWS = 20;
/** Projects with executions under way that are looked at in one round. */
const PROJECTS = 50;

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { model, definitions, executions, snapshots, mails, counts, accounts, clock, log, hint } = parts;
  let after = '';

  /** The next ones that have executions under way, from the beginning again at the end: a step of the index each. */
  async function nextProjects(): Promise<string[]> {
    const found: string[] = [];
    while (found.length < PROJECTS) {
      const next = await acrossProjects(model.findOne({ active: true, projectId: { $gt: after } }, { projectId: 1 }))
        .sort({ projectId: 1, contactId: 1, awaits: 1 })
        .lean<Pick<ExecutionDoc, 'projectId'>>();
      after = next?.projectId ?? '';
      if (!next) break;
      found.push(after);
    }
    return found;
  }

  async function isDisabled(projectId: string): Promise<boolean> {
    try {
      return (await accounts.getProject({}, ownCall('workflows', projectId))).disabled;
    } catch (error) {
      // Its purge is under way.
      if (error instanceof Fault && error.status === 404) return false;
      throw error;
    }
  }

  async function clear(projectId: string, workflowId: string): Promise<void> {
    while ((await executions.of(projectId).removePage(workflowId)) > 0);
    await snapshots.remove(projectId, workflowId);
    await mails.remove(projectId, workflowId);
    await counts.remove(projectId, workflowId);
    await definitions.of(projectId).remove(workflowId);
  }

  async function sweep(): Promise<void> {
    let cancelled = 0;
    for (const { id, projectId, until } of await definitions.cancelling(WORKFLOWS)) {
      cancelled += await executions.of(projectId).cancel({ workflowId: id, until }, CANCELLED_ALL, clock());
      await definitions.of(projectId).cancelled(id, until);
    }
    for (const { id, projectId } of await definitions.buried(WORKFLOWS)) await clear(projectId, id);
    for (const projectId of await nextProjects())
      if (await isDisabled(projectId)) cancelled += await executions.of(projectId).cancel({}, PROJECT_DISABLED, clock());
    if (cancelled > 0) hint();
  }

  return {
    ...createSweeper(sweep, 'executions to look after', { log, everyMs: EVERY_MS }),
    clear,

    async purge({ projectId, until }) {
      if (until) {
        for (const id of await definitions.of(projectId).buryAll(until, clock())) await clear(projectId, id);
        return;
      }
      await definitions.of(projectId).removeAll();
      while ((await executions.of(projectId).removePage(null)) > 0);
      await snapshots.removeAll(projectId);
      await mails.remove(projectId);
      await counts.remove(projectId);
    },
  };
}
