/** What the dispatcher knows of the frozen pages that this process holds: their slots are claimed, and what became of them is noted. */
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Mail } from '../message/composer.ts';
import type { OutcomeWriter } from '../ledger/ledger.ts';
import type { Gated } from './send-gate.ts';

/** What ended plainly: the provider took it, and keeps no id of its own for it. */
export interface AcceptedSlot {
  slot: number;
  /** The provider's words. */
  reply: string;
  delivered: boolean;
}

/** The mail of a slot, as it is composed. */
export type SlotMail = Mail & Gated;

/** A page that this process holds. */
export interface HeldPage {
  /** Its id. */
  readonly id: string;
  /** Of the trace in which the page was taken. */
  readonly traceparent: string | undefined;
  /** When this process took it, by `performance.now()`. */
  readonly since: number;
  /** Names the claim that holds it. */
  readonly owner: string;
  /** Whether a claimed slot may still be handed over. */
  mayHandOver(): boolean;
  /** Was claimed and not handed over: as if it had never been claimed. */
  giveBack(slot: number): void;
  /** Written down with others' soon; then `onNoted` is called. */
  taken(taken: AcceptedSlot): void;
  /**
   * What did not end plainly gets a row of its own. Rejects when that could not be written: then it may be tried again. False once the
   * page is somebody else's: then it may stand nowhere.
   */
  record(slot: number, outcome: Outcome, rows: Pick<OutcomeWriter, 'record'>): Promise<boolean>;
  emailId(slot: number): string;
  mail(slot: number): SlotMail;
  /** A claimed slot as a row. */
  row(slot: number): EmailRow;
}

/** Some claimed slots of a page. */
export interface ClaimedSlots {
  page: HeldPage;
  slots: readonly number[];
}

/** Hears what became of what was taken. */
export interface NoteListener {
  /** On disk. */
  noted(page: HeldPage, taken: readonly AcceptedSlot[]): void;
  /** The page was lost before: it stands nowhere. */
  lost(page: HeldPage, taken: readonly AcceptedSlot[]): void;
}

/** Slots of pages that this process holds. */
export interface PageSlots {
  /** Whether it is one that nobody tried yet. */
  has(emailId: string): boolean;
  /** Those that may be handed over now. Pages that are somebody else's by now are left out. */
  claim(emailIds: readonly string[]): Promise<ClaimedSlots[]>;
  /** One listener: the dispatcher. */
  onNoted(listener: NoteListener): void;
}
