/** What became of those who came to each step ("Workflows beyond the seed"), from the kept numbers. */
import type { StepStats } from '#proto/workflows/v1/workflows.ts';
import type { Workflow } from './definitions.ts';
import { RUN_STATUSES } from './domain/advance.ts';
import { countName } from './domain/counting.ts';
import type { CountKey, CountName } from './domain/counting.ts';
import type { KeptCounts } from './kept-counts.ts';

export type Stats = (workflow: Workflow) => Promise<StepStats[]>;

type Number = CountName & { count: number };

function branchesOf(runs: readonly Number[]): Record<string, number> {
  const taken = runs.filter(({ branch, count }) => branch !== null && count > 0);
  const branches = Map.groupBy(taken, ({ branch }) => branch!);
  return Object.fromEntries([...branches].map(([branch, own]) => [branch, own.reduce((sum, { count }) => sum + count, 0)]));
}

function statsOf(stepId: string, own: readonly Number[]): StepStats {
  const isRun = ({ what }: Number): boolean => (RUN_STATUSES as readonly string[]).includes(what);
  const sum = (wanted: string): number => own.reduce((total, { what, count }) => (what === wanted ? total + count : total), 0);
  const runs = own.filter(isRun);
  return {
    stepId,
    entered: runs.reduce((total, { count }) => total + count, 0),
    waiting: sum('WAITING'),
    completed: sum('COMPLETED'),
    failed: sum('FAILED'),
    skipped: sum('SKIPPED'),
    branches: branchesOf(runs),
    emails: { sent: sum('sent'), opened: sum('opened'), clicked: sum('clicked') },
  };
}

/** By step, in the order of the graph. */
export function stepStats({ graph }: Pick<Workflow, 'graph'>, counts: ReadonlyMap<CountKey, number>): StepStats[] {
  const byStep = Map.groupBy(
    [...counts].map(([key, count]) => ({ ...countName(key), count })),
    ({ stepId }) => stepId,
  );
  return graph.steps.map(({ id }) => statsOf(id, byStep.get(id) ?? []));
}

export function createStats(kept: Pick<KeptCounts, 'read'>): Stats {
  return async (workflow) => stepStats(workflow, (await kept.read(workflow.projectId, [workflow.id])).get(workflow.id)!);
}
