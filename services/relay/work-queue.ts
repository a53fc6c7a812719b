/** Messages that wait to be worked on: the projects take turns, one message each; number and bytes of what is in flight are bounded. */

export interface WorkQueue {
  /** Does the work when it is the owner's turn. */
  run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

interface Waiting {
  bytes: number;
  begin: () => void;
}

/** @param mostBytes a single message larger than this goes alone */
export function createWorkQueue(mostWorks: number, mostBytes: number): WorkQueue {
  /** The next owner first: a Map keeps the order of insertion. */
  const owners = new Map<string, Waiting[]>();
  let [works, bytes, waiting] = [0, 0, 0];

  function next(): void {
    for (const [owner, queue] of owners) {
      const first = queue[0]!;
      if (works > 0 && (works >= mostWorks || bytes + first.bytes > mostBytes)) return;
      queue.shift();
      owners.delete(owner);
      if (queue.length > 0) owners.set(owner, queue);
      waiting -= 1;
      works += 1;
      bytes += first.bytes;
      first.begin();
    }
  }

  async function run<T>(owner: string, size: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const queue = owners.get(owner) ?? [];
      queue.push({ bytes: size, begin });
      owners.set(owner, queue);
      waiting += 1;
      next();
    });
    try {
      return await work();
    } finally {
      works -= 1;
      bytes -= size;
      next();
    }
  }

  return {
    run,
    get waiting() {
      return waiting;
    },
  };
}
