/** One thread that signs: a group at a time, in the order in which they are asked for. */
import { sign } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Signed, Signing } from './signing-threads.ts';

function signedAll({ algorithm, key, texts }: Signing): Signed {
  try {
    return { signatures: texts.map((text) => sign(algorithm, text, key).toString('base64')) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
parentPort!.on('message', (signing: Signing) => parentPort!.postMessage(signedAll(signing)));
// A thread that is ended writes nothing at its end.
flushCompileCache();
