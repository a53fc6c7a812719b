/**
 * Jobs that wait for a worker, fairly between projects: the one whose renders took least of late goes first, slow ones leave a worker free.
 */

/** Work that this many milliseconds ago counts half. */
const HALF_LIFE_MS = 5_000;
/** A job that uses more CPU of a worker than this is slow, and its project counts as slow for a minute. */
const SLOW_MS = 250;
const SLOW_FOR_MS = 60_000;

interface Owner<T> {
  waiting: T[];
  running: number;
  /** Milliseconds of the workers' CPU used, at the time of `usedAt`, halved every half-life since. */
  used: number;
  usedAt: number;
  slowUntil: number;
}

export interface FairQueue<T> {
  readonly size: number;
  push(owner: string, item: T): void;
  /** The next job to run, or undefined when those that wait must not take another of `workers`. */
  take(workers: number, now: number): { owner: string; item: T } | undefined;
  /** A job that `take` gave out has ended, after using `ms` of its worker's CPU. */
  done(owner: string, ms: number, now: number): void;
  /** Everything that waits, out of the queue. */
  drain(): T[];
}

export function createFairQueue<T>(): FairQueue<T> {
  const owners = new Map<string, Owner<T>>();
  let size = 0;

  const usedBy = ({ used, usedAt }: Owner<T>, now: number): number => used * 0.5 ** ((now - usedAt) / HALF_LIFE_MS);
  const isSlow = ({ slowUntil }: Owner<T>, now: number): boolean => slowUntil > now;

  function push(name: string, item: T): void {
    const owner = owners.get(name) ?? { waiting: [], running: 0, used: 0, usedAt: 0, slowUntil: 0 };
    owners.set(name, owner);
    owner.waiting.push(item);
    size += 1;
  }

  /** What nobody would miss: owners that wait for nothing and used next to nothing. */
  function forget(now: number): void {
    for (const [name, owner] of owners)
      if (owner.waiting.length + owner.running === 0 && !isSlow(owner, now) && usedBy(owner, now) < 1) owners.delete(name);
  }

  function take(workers: number, now: number): { owner: string; item: T } | undefined {
    let slowRunning = 0;
    for (const owner of owners.values()) if (isSlow(owner, now)) slowRunning += owner.running;
    const slowMay = workers === 1 || slowRunning < workers - 1;
    let next: [string, Owner<T>] | undefined;
    for (const entry of owners) {
      const [, owner] = entry;
      if (owner.waiting.length === 0 || (isSlow(owner, now) && !slowMay)) continue;
      if (!next || usedBy(owner, now) < usedBy(next[1], now)) next = entry;
    }
    if (!next) return undefined;
    const [name, owner] = next;
    owner.running += 1;
    size -= 1;
    return { owner: name, item: owner.waiting.shift()! };
  }

  function done(name: string, ms: number, now: number): void {
    const owner = owners.get(name)!;
    owner.running -= 1;
    owner.used = usedBy(owner, now) + ms;
    owner.usedAt = now;
    if (ms > SLOW_MS) owner.slowUntil = now + SLOW_FOR_MS;
    if (owners.size > 1_000) forget(now);
  }

  function drain(): T[] {
    const items = [...owners.values()].flatMap((owner) => owner.waiting.splice(0));
    size = 0;
    return items;
  }

  return {
    push,
    take,
    done,
    drain,
    get size() {
      return size;
    },
  };
}
