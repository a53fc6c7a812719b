/**
 * Whose mail leaves next. Between classes by weight: each class has a clock that runs the slower the heavier it is, and the class whose
 * clock is behind goes next. Within a class the projects take turns, one mail each. So nobody waits for ever, and a backlog delays only its
 * own project.
 */

/** Places of a class out of 21 while all three wait, by priority (contract "Send pipeline: Priority"). */
export const WEIGHTS: Readonly<Record<number, number>> = { 1: 16, 5: 4, 10: 1 };
const URGENT = 1;

/** Transactional mail: the class that bulk may not hold up. */
export function isUrgent(priority: number): boolean {
  return priority === URGENT;
}

export interface QueueKey {
  priority: number;
  projectId: string;
}

interface Class {
  readonly weight: number;
  clock: number;
  /** Projects with mail waiting, the next one first: a Map keeps the order of insertion. */
  readonly ring: Map<string, true>;
}

/** Queues (a class of a project each) that have mail waiting. A queue that runs dry must be taken out. */
export class FairQueue {
  readonly #classes = new Map<number, Class>();

  constructor(weights: Readonly<Record<number, number>> = WEIGHTS) {
    for (const [priority, weight] of Object.entries(weights)) this.#classes.set(Number(priority), { weight, clock: 0, ring: new Map() });
  }

  /** A queue has mail: it goes behind those of its class that wait already. */
  add(priority: number, projectId: string): void {
    const joined = this.#classes.get(priority)!;
    if (joined.ring.has(projectId)) return;
    if (joined.ring.size === 0) {
      // Time in which a class had nothing to send is not saved up.
      const others = [...this.#classes.values()].filter(({ ring }) => ring.size > 0);
      if (others.length > 0) joined.clock = Math.max(joined.clock, Math.min(...others.map(({ clock }) => clock)));
    }
    joined.ring.set(projectId, true);
  }

  remove(priority: number, projectId: string): void {
    this.#classes.get(priority)!.ring.delete(projectId);
  }

  /** The queue whose mail goes next, and counts it; undefined when none waits. @param urgentOnly passes the other classes over */
  next(urgentOnly = false): QueueKey | undefined {
    let chosen: [number, Class] | undefined;
    for (const [priority, one] of this.#classes) {
      if (one.ring.size === 0 || (urgentOnly && !isUrgent(priority))) continue;
      if (!chosen || one.clock < chosen[1].clock) chosen = [priority, one];
    }
    if (!chosen) return undefined;
    const [priority, { ring, weight }] = chosen;
    const projectId = ring.keys().next().value!;
    ring.delete(projectId);
    ring.set(projectId, true);
    chosen[1].clock += 1 / weight;
    return { priority, projectId };
  }
}
