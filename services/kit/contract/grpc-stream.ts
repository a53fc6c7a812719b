/** Streams over gRPC, both ways: nothing is made or read faster than the other side takes it, and whoever leaves ends the other's work. */
import type { ClientReadableStream, ClientWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from '../errors.ts';

/** How long the other side may keep a stream waiting: a page of a selective filter takes seconds. */
const IDLE_TIMEOUT_MS = 60_000;

/** The server's side of a call that answers in a stream. */
type Answering = EventEmitter & { cancelled: boolean; write(answer: unknown, sent: (error?: Error | null) => void): boolean };

/**
 * Sends answers until there are none, the caller has gone, or `closing` says that this process stops: then the caller gets 503, so
 * that it goes on elsewhere.
 */
export async function sendAnswers(call: Answering, answers: AsyncIterable<unknown>, closing: AbortSignal): Promise<void> {
  const left = new AbortController();
  const end = (): void => left.abort();
  call.once('cancelled', end).once('close', end);
  closing.addEventListener('abort', end);
  const gone = once(left.signal, 'abort');
  try {
    if (closing.aborted) throw fault('SERVICE_UNAVAILABLE');
    for await (const answer of answers) {
      // Called back when the caller's window had room for it.
      await Promise.race([new Promise((sent) => call.write(answer, sent)), gone]);
      if (left.signal.aborted) break;
    }
    if (closing.aborted && !call.cancelled) throw fault('SERVICE_UNAVAILABLE');
  } finally {
    closing.removeEventListener('abort', end);
  }
}

/** Answers as they come; who stops reading cancels the call. `faultOf` makes a Fault of what went wrong. */
export async function* readAnswers(call: ClientReadableStream<unknown>, faultOf: (error: unknown) => Error): AsyncGenerator<unknown> {
  const answers = call[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = answers.next();
      next.catch(() => undefined);
      const waited = new AbortController();
      const late = sleep(IDLE_TIMEOUT_MS, undefined, { signal: waited.signal }).then(() => Promise.reject(fault('SERVICE_TIMEOUT')));
      late.catch(() => undefined);
      const { done, value } = await Promise.race([next, late]).finally(() => waited.abort());
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    call.cancel();
    // A cancelled call says so once more.
    call.on('error', () => undefined);
  }
}

/**
 * Sends requests as fast as the other side takes them. What the source throws cancels the call; to the handler a call that was cancelled
 * may look like one whose requests have come to their end, so requests of which none may be missing say themselves which is the last.
 */
export async function sendRequests(
  call: ClientWritableStream<unknown>,
  requests: AsyncIterable<unknown>,
  ended: Promise<unknown>,
): Promise<void> {
  let over = false;
  const end = ended.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  try {
    for await (const request of requests) {
      await Promise.race([new Promise((sent) => call.write(request, sent)), end]);
      if (over) return;
    }
    call.end();
  } catch (error) {
    call.cancel();
    throw error;
  }
}
