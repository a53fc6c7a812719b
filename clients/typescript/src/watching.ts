/** Looks at something that changes until it has ended. */
import { waited } from './transport.ts';

interface Watch<T> {
  hasEnded(state: NoInfer<T>): boolean;
  /** Milliseconds between two looks; 1,000 by default. */
  everyMs?: number;
  signal?: AbortSignal;
}

/** Each state that differs from the one before; the last is the one it ended in. */
export async function* watched<T>(look: () => Promise<T>, { hasEnded, everyMs = 1_000, signal }: Watch<T>): AsyncGenerator<T, void> {
  let seen: string | undefined;
  for (;;) {
    const state = await look();
    const text = JSON.stringify(state);
    if (text !== seen) yield state;
    if (hasEnded(state)) return;
    seen = text;
    await waited(everyMs, signal);
  }
}
