/** Bounds how many pages of one project are worked on at once in this process; the others wait, first come, first served. */

export interface Waiting {
  signal: AbortSignal;
  /** Called when there is no room at once. */
  onWait: () => void;
}

export interface ProjectLimiter {
  /** Works when there is room; `release` gives the room back before the work is over. Rejects when the signal aborts while waiting. */
  within<T>(projectId: string, waiting: Waiting, work: (release: () => void) => Promise<T>): Promise<T>;
}

/** @param most at once, of each project */
export function createProjectLimiter(most: number): ProjectLimiter {
  const busy = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();

  async function enter(projectId: string, { signal, onWait }: Waiting): Promise<void> {
    const now = busy.get(projectId) ?? 0;
    if (now < most) {
      busy.set(projectId, now + 1);
      return;
    }
    onWait();
    const queue = queues.get(projectId) ?? [];
    queues.set(projectId, queue);
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener('abort', left);
        resolve();
      };
      const left = (): void => {
        queue.splice(queue.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      queue.push(turn);
      signal.addEventListener('abort', left, { once: true });
    });
  }

  /** Who waits first gets the room. */
  function leave(projectId: string): void {
    const next = queues.get(projectId)?.shift();
    if (next) return next();
    queues.delete(projectId);
    const now = busy.get(projectId)! - 1;
    if (now === 0) busy.delete(projectId);
    else busy.set(projectId, now);
  }

  return {
    async within(projectId, waiting, work) {
      await enter(projectId, waiting);
      let isIn = true;
      const release = (): void => {
        if (isIn) leave(projectId);
        isIn = false;
      };
      try {
        return await work(release);
      } finally {
        release();
      }
    },
  };
}
