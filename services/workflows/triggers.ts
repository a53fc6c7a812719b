/** Which enabled workflows an event starts, by project and name. Known for a moment, so that changes act within a second. */
import type { DefinitionsStore, Workflow } from './definitions.ts';
import { triggerEvent } from './domain/workflow.ts';

export interface Triggers {
  startedBy(projectId: string, eventName: string): Promise<readonly Workflow[]>;
  /** A workflow of the project changed in this process. */
  forget(projectId: string): void;
}

type ByName = ReadonlyMap<string, Workflow[]>;

interface Known {
  until: number;
  byName: Promise<ByName>;
}

const KNOWN_MS = 500;
const MOST_PROJECTS = 10_000;

/** @param now milliseconds, monotonic */
export function createTriggers(store: DefinitionsStore, now: () => number = () => performance.now()): Triggers {
  const known = new Map<string, Known>();

  async function load(projectId: string): Promise<ByName> {
    const workflows = await store.of(projectId).enabledByEvent();
    return Map.groupBy(workflows, ({ fields }) => triggerEvent(fields)!);
  }

  function ask(projectId: string): Promise<ByName> {
    const found = known.get(projectId);
    if (found && found.until > now()) return found.byName;
    if (known.size >= MOST_PROJECTS) known.clear();
    const byName = load(projectId);
    known.set(projectId, { until: now() + KNOWN_MS, byName });
    byName.catch(() => known.delete(projectId));
    return byName;
  }

  return {
    startedBy: async (projectId, eventName) => (await ask(projectId)).get(eventName) ?? [],
    forget: (projectId) => void known.delete(projectId),
  };
}
