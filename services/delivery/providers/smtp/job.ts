/** One mail on its way through the pool. */
import type { Closed, TakenMail, Refused, Unanswered } from '../port.ts';

export interface Job {
  envelope: { from: string; to: string };
  /** RFC 5322; every line ends with CRLF, the last one too. */
  raw: Buffer;
  /** The envelope as commands take it; set when a connection takes the mail. */
  path?: { from: string; to: string };
  /** Called before its final dot is written; when it throws, the dot is not. */
  handingOver: () => void;
  /** Its final dot has left this process: from here on only a reply says what became of it. */
  isHandedOver: boolean;
  /** A connection was lost under it once, before its final dot. */
  hasMoved: boolean;
  accepted(reply: string): void;
  failed(error: Refused | Unanswered | Closed): void;
}

/** A mail of the feed. @param delivered the acceptance is the delivery */
export function createJob(mail: TakenMail, delivered: boolean): Job {
  return {
    envelope: mail.envelope,
    raw: mail.raw,
    handingOver: () => mail.handingOver(),
    isHandedOver: false,
    hasMoved: false,
    accepted: (reply) => mail.accepted({ reply, delivered }),
    failed: (error) => mail.failed(error),
  };
}

/** A line that begins with a dot gets a second one (RFC 5321 §4.5.2); most messages have none and are not copied. */
export function dotStuffed(raw: Buffer): Buffer {
  if (raw[0] !== DOT && !raw.includes(LINE_OF_DOT)) return raw;
  return Buffer.from(raw.toString('latin1').replace(/^\.|\r\n\./g, '$&.'), 'latin1');
}

const DOT = 0x2e;
const LINE_OF_DOT = Buffer.from('\r\n.');
