/** The one port behind which mail leaves (contract "Send pipeline: Provider port"). */
import type { Refusal } from '../domain/replies.ts';

/** A composed message ready to leave. */
export interface Outgoing {
  emailId: string;
  projectId: string;
  attempt: number;
  /** Where bounces go, and the recipient. */
  envelope: { from: string; to: string };
  /** The author's address. */
  from: string;
  subject: string;
  /** Its opens and clicks are to be reported; for providers that follow mail by themselves. */
  tracked: boolean;
  /** RFC 5322, signed. */
  raw: Buffer;
}

export interface Accepted {
  /** The provider's words. */
  reply: string;
  /** The provider's acceptance is the delivery. */
  delivered: boolean;
  /** The provider's id of the mail: notices name it by that. */
  messageId?: string;
}

/** A message that a provider takes when it has room for one; what became of it is said once, by one of the two. */
export interface TakenMail extends Outgoing {
  /** See `Provider.send`. */
  handingOver(): void;
  accepted(answer: Accepted): void;
  /** Refused, Unanswered, or what went wrong before the provider had it. */
  failed(error: Error): void;
}

/** Mail that is taken, not given: the sender composes what is taken, and says at that moment whether it may leave. */
export interface Feed {
  /** The next one; undefined: none now. */
  next(): TakenMail | undefined;
  /** How many connections it may have at once. */
  room(): number;
  /** So many connections carry it now. */
  busy(connections: number): void;
}

/** Takes what a feed has; called whenever it may have more. */
export type Look = () => void;

export interface Provider {
  name: 'capture' | 'smtp' | 'ses';
  /** Signs messages by itself: they leave without a signature of ours. */
  signs?: boolean;
  /** Follows opens and clicks by itself. */
  tracks?: boolean;
  /** Mails a second it takes, when it says so; may change. */
  readonly quota?: number | undefined;
  /**
   * Hands a message over. Throws Refused when it is not accepted, Unanswered when nobody can say.
   * @param handingOver called right before the provider may have it; when it throws, nothing is handed over. Again where a connection was
   *   lost in between
   */
  send(message: Outgoing, handingOver: () => void): Promise<Accepted>;
  /** Takes mail from the feed by itself, for providers whose connections can; one feed a provider. */
  feed?(feed: Feed): Look;
  /** Whether a mail had been accepted, for providers that can tell. */
  outcomeOf?(emailId: string): Promise<Accepted | null>;
  /** What is handed over and waits for an answer is Unanswered then, what is not is Closed. */
  close(): Promise<void>;
}

/** The message was not accepted. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

/** The message was handed over whole, and the answer to it never came: it may have been accepted. */
export class Unanswered extends Error {}

/** The provider was closed before the message was handed over. */
export class Closed extends Error {
  override readonly message = 'the process stops';
}
