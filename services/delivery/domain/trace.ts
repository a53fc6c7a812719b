/** A row's steps as the API shows them: what each step came from and its attempt follow from the steps before it. */
import type { Step } from './email.ts';

export interface Shown {
  at: string;
  from: string | null;
  to: string;
  actor: string;
  attempt: number;
  detail: string | null;
}

/** @param steps oldest first */
export function transitions(steps: readonly Step[]): Shown[] {
  let attempt = 0;
  return steps.map(({ at, to, by, detail }, index) => {
    if (to === 'SENDING') attempt += 1;
    return { at: at.toISOString(), from: steps[index - 1]?.to ?? null, to, actor: by, attempt, detail: detail ?? null };
  });
}
