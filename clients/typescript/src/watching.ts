/** Looks at something that changes until it has ended: again and again, or by a stream of server-sent events. */
import { PosthornError } from './errors.ts';
import { waited } from './transport.ts';

const EVERY_MS = 1_000;
/** A stream tells something every second: one that is silent for so long is dead. */
const QUIET_MS = 15_000;

interface Watch<T> {
  hasEnded(state: NoInfer<T>): boolean;
  /** Milliseconds between two looks; 1,000 by default. */
  everyMs?: number;
  signal?: AbortSignal;
}

/** Each state that differs from the one before; the last is the one it ended in. */
export async function* watched<T>(look: () => Promise<T>, { hasEnded, everyMs = EVERY_MS, signal }: Watch<T>): AsyncGenerator<T, void> {
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

interface StreamEvent {
  event: string;
  data: string;
}

function eventOf(text: string): StreamEvent {
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  return { event: lines.get('event') ?? 'message', data: lines.get('data') ?? '' };
}

/** Whole events as they come; fails when the connection does, or when nothing comes for `QUIET_MS`. */
async function* eventsIn({ body }: Response): AsyncGenerator<StreamEvent, void> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel().catch(() => undefined), QUIET_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const pieces = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = pieces.pop()!;
      yield* pieces.map(eventOf);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Each state a stream tells that differs from the one before, until the event `end`; a stream that breaks off is opened again. */
export async function* followed<T>(open: () => Promise<Response>, signal?: AbortSignal): AsyncGenerator<T, void> {
  let seen: string | undefined;
  for (;;) {
    try {
      for await (const { event, data } of eventsIn(await open())) {
        if (data !== seen) yield JSON.parse(data) as T;
        if (event === 'end') return;
        seen = data;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PosthornError) throw error;
    }
    await waited(EVERY_MS, signal);
  }
}
