/** Recount and RepairCounts of a service: an empty answer every few seconds keeps the stream alive while they work. */
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

/** What comes of the work, behind a beat every few seconds while it lasts. */
export async function* behindBeats<T extends object>(work: Promise<T>, beat: T): AsyncIterable<T> {
  for (;;) {
    const pause = new AbortController();
    const done = await Promise.race([work, sleep(BEAT_MS, undefined, { signal: pause.signal })]).finally(() => pause.abort());
    yield done ?? beat;
    if (done) return;
  }
}

async function answerOf(work: Promise<readonly object[]>): Promise<RecountAnswer> {
  // As the message carries it: what is undefined is absent.
  return { differences: JSON.parse(JSON.stringify(await work)) as RecountAnswer['differences'] };
}

const answers = (work: Promise<readonly object[]>): AsyncIterable<RecountAnswer> => behindBeats(answerOf(work), { differences: [] });

export function createRecountHandlers(recount: Recount): RecountHandlers {
  return {
    recount: (_, { projectId }) => answers(recount(projectId, false)),
    repairCounts: (_, { projectId }) => answers(recount(projectId, true)),
  };
}
