/**
 * What executions and their mails count as. A key names one number of a workflow: a step, what became of it, and the branch taken. A
 * document that is counted remembers its keys, so that a change is the difference of two lists and counting it again changes nothing.
 */
import type { STATUSES, Status, StepRun } from './advance.ts';

/** JSON text `[stepId, what, branch]`; without a step it is about executions. */
export type CountKey = string;

export interface CountName {
  stepId: string | null;
  what: string;
  branch: string | null;
}

/** Executions that Temporal has not been asked to start. */
export const STARTING = 'starting';
/** Mails of a step. */
export const MAIL_FLAGS = ['sent', 'opened', 'clicked'] as const;
export type MailFlag = (typeof MAIL_FLAGS)[number];

export const countKey = ({ stepId, what, branch }: CountName): CountKey => JSON.stringify([stepId, what, branch]);

export function countName(key: CountKey): CountName {
  const [stepId, what, branch] = JSON.parse(key) as [string | null, string, string | null];
  return { stepId, what, branch };
}

export const executionKey = (what: (typeof STATUSES)[number] | typeof STARTING): CountKey => countKey({ stepId: null, what, branch: null });

export interface CountedExecution {
  status: Status;
  isStarting: boolean;
  runs: readonly Pick<StepRun, 'stepId' | 'status' | 'branch'>[];
}

export function executionKeys({ status, isStarting, runs }: CountedExecution): CountKey[] {
  return [
    executionKey(status),
    ...(isStarting ? [executionKey(STARTING)] : []),
    ...runs.map(({ stepId, status: what, branch }) => countKey({ stepId, what, branch })),
  ];
}

export function mailKeys(stepId: string, flags: Readonly<Record<MailFlag, boolean>>): CountKey[] {
  return MAIL_FLAGS.filter((flag) => flags[flag]).map((what) => countKey({ stepId, what, branch: null }));
}

/** Adds to `into` what a document that counted as `before` and counts as `after` changes. */
export function addDifference(into: Map<CountKey, number>, before: readonly CountKey[], after: readonly CountKey[]): void {
  const add = (key: CountKey, by: number): void => void into.set(key, (into.get(key) ?? 0) + by);
  for (const key of before) add(key, -1);
  for (const key of after) add(key, 1);
}
