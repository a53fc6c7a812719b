/** What becomes of a fact that a consumer cannot act on: it is set aside with the reason, for a person to see and replay. */
import { headers } from 'nats';
import type { JetStreamClient } from 'nats';
import { deadSubject } from './subject.ts';

/** Headers of a dead letter. */
export const ERROR = 'Posthorn-Error';
export const CONSUMER = 'Posthorn-Consumer';
export const SUBJECT = 'Posthorn-Subject';
/** Header of a replayed fact: the one consumer that is to see it. */
export const ONLY = 'Posthorn-Only';

const ERROR_LENGTH = 500;

export interface Undeliverable {
  seq: number;
  /** Its place in a message of several. */
  part: number;
  subject: string;
  data: Uint8Array;
}

/** Resolves once the letter is stored. The same fact of the same consumer is set aside once. */
export async function setAside(js: JetStreamClient, consumer: string, { seq, part, subject, data }: Undeliverable, error: unknown): Promise<void> {
  const told = headers();
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // A header is one line of printable text.
  told.set(ERROR, text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, ERROR_LENGTH));
  told.set(CONSUMER, consumer);
  told.set(SUBJECT, subject);
  await js.publish(deadSubject(consumer, subject), data, { msgID: `${consumer}:${seq}:${part}`, headers: told });
}
