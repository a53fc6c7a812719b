/** Recount and RepairCounts of a service: an answer that says nothing every few seconds, so that nobody takes the work for dead. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './call.ts';

/**
 * What is kept counted of a project against a count of everything, at one moment of the database: the differences, each as JSON; repaired
 * where that is asked.
 */
export type Recount = (projectId: string, repairing: boolean) => Promise<readonly object[]>;

export interface RecountAnswer {
  differences: { [key: string]: any }[];
}

export interface RecountHandlers {
  recount(request: object, call: Call): AsyncIterable<RecountAnswer>;
  repairCounts(request: object, call: Call): AsyncIterable<RecountAnswer>;
}

const BEAT_MS = 5_000;

async function* answers(work: Promise<readonly object[]>): AsyncIterable<RecountAnswer> {
  for (;;) {
    const beat = new AbortController();
    const found = await Promise.race([work, sleep(BEAT_MS, undefined, { signal: beat.signal })]).finally(() => beat.abort());
    if (found) {
      // As the message carries it: what is undefined is absent.
      yield { differences: JSON.parse(JSON.stringify(found)) as RecountAnswer['differences'] };
      return;
    }
    yield { differences: [] };
  }
}

export function recountHandlers(recount: Recount): RecountHandlers {
  return {
    recount: (_, { projectId }) => answers(recount(projectId, false)),
    repairCounts: (_, { projectId }) => answers(recount(projectId, true)),
  };
}
