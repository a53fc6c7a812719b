/** The changes and facts of a row that follow from the outcome of one attempt. Pure; the ledger writes them. */
import type { EmailRow, Step } from './email.ts';
import { isBulk } from './email.ts';
import type { EmailFact } from './email-fact.ts';
import { emailFact } from './email-fact.ts';
import type { Refusal, RetryRules } from './replies.ts';
import { backoff, nextAttempt, verdictOf } from './replies.ts';
import type { Status } from './states.ts';
import { endOf } from './suppression.ts';
import { unknownUntil } from './unknown.ts';

/** What became of an attempt. */
export type Outcome =
  | { kind: 'accepted'; reply: string; delivered: boolean; messageId?: string }
  | { kind: 'refused'; refusal: Refusal }
  /** Never handed over, and never will be. */
  | { kind: 'stopped'; reason: string }
  /** Not to be handed over: the recipient does not want it, or cannot get it. */
  | { kind: 'suppressed'; reason: string }
  /** Never handed over; another try costs nothing. */
  | { kind: 'released'; reason: string; delayMs: number }
  /** Not now: without having used up an attempt. Absent `delayMs`: until somebody asks for the row. */
  | { kind: 'held'; reason: string; delayMs?: number }
  /** Handed over whole, and no answer came: the provider may have it. */
  | { kind: 'unknown'; reason: string };

/** The change of a row, with the facts it causes. */
export interface RowChange {
  status: Status;
  set: Partial<EmailRow>;
  /** Absent: nothing left to do. */
  dueAt?: Date;
  trace: Step[];
  facts: EmailFact[];
}

/** One row's outcome as it is written: only the claim that holds the row may do so. */
export interface Entry extends Omit<RowChange, 'facts' | 'dueAt'> {
  dueAt: Date | undefined;
  id: string;
  claim: string;
}

export interface Circumstances extends RetryRules {
  now: Date;
  by: string;
  /** From 0 to 1. */
  random: number;
}

const ERROR_MAX = 500;
/** What a trace says of a delivery that nobody reported. */
export const ASSUMED = 'delivered on acceptance';

/** How an outcome changes a row that is SENDING, or UNKNOWN and known late. */
export function changeOf(row: EmailRow, outcome: Outcome, circumstances: Circumstances): RowChange {
  const { now } = circumstances;
  const step = (to: Status, detail: string) => stepOf(circumstances, to, detail);

  switch (outcome.kind) {
    case 'accepted': {
      const named = outcome.messageId ? { messageId: outcome.messageId } : {};
      const sent = { sentAt: now, error: null, ...named };
      const known = { ...row, ...named };
      const trace = [step('SENT', outcome.reply)];
      const facts = [emailFact('email.sent', known, { sentAt: now.toISOString() })];
      if (!outcome.delivered) return { status: 'SENT', set: sent, trace, facts };
      return {
        status: 'DELIVERED',
        set: { ...sent, deliveredAt: now },
        trace: [...trace, step('DELIVERED', ASSUMED)],
        facts: [...facts, emailFact('email.delivery', known, { deliveredAt: now.toISOString() })],
      };
    }
    case 'stopped':
      return end(step('FAILED', outcome.reason));
    case 'suppressed':
      return end(step(endOf(row, outcome.reason), outcome.reason));
    case 'released':
      return {
        status: 'PENDING',
        set: {},
        dueAt: new Date(now.getTime() + outcome.delayMs),
        trace: [step('PENDING', outcome.reason)],
        facts: [],
      };
    case 'held': {
      const dueAt = outcome.delayMs === undefined ? {} : { dueAt: new Date(now.getTime() + outcome.delayMs) };
      return { status: 'PENDING', set: { attempt: row.attempt - 1 }, ...dueAt, trace: [step('PENDING', outcome.reason)], facts: [] };
    }
    case 'unknown':
      return {
        status: 'UNKNOWN',
        set: { error: outcome.reason.slice(0, ERROR_MAX) },
        dueAt: unknownUntil(row, now, circumstances),
        trace: [step('UNKNOWN', outcome.reason)],
        facts: [],
      };
    case 'refused':
      return refused(row, outcome.refusal, circumstances);
  }
}

const stepOf = ({ now, by }: Circumstances, to: Status, detail: string): Step & { detail: string } => ({
  at: now,
  to,
  by,
  detail: detail.slice(0, ERROR_MAX),
});

/** The row comes to its last state; the step's words are its error. */
const end = (last: Step & { detail: string }, { set = {}, facts = [] }: Partial<Pick<RowChange, 'set' | 'facts'>> = {}): RowChange => ({
  status: last.to,
  set: { ...set, error: last.detail },
  trace: [last],
  facts,
});

/** What deadlines count from: acceptance; for a campaign's row, which may wait for days, its first attempt. */
function triedSince({ sourceType, createdAt, resumedAt, trace }: EmailRow): Date {
  if (resumedAt) return resumedAt;
  return (sourceType === 'CAMPAIGN' && trace.find(({ to }) => to === 'SENDING')?.at) || createdAt;
}

function refused(row: EmailRow, refusal: Refusal, circumstances: Circumstances): RowChange {
  const { now, random, deadlineBulk, deadlineTransactional } = circumstances;
  const step = (to: Status) => stepOf(circumstances, to, refusal.text);
  const verdict = verdictOf(refusal);
  const bouncedAt = now.toISOString();
  if (verdict === 'fail') return end(step('FAILED'));
  if (verdict === 'bounce') {
    const facts = [emailFact('email.bounce', row, { bounceType: 'Permanent', bouncedAt })];
    return end(step('BOUNCED'), { set: { bouncedAt: now }, facts });
  }
  const deadline = triedSince(row).getTime() + (isBulk(row) ? deadlineBulk : deadlineTransactional);
  const dueAt = nextAttempt(now, deadline, backoff(row.attempt, random));
  if (dueAt)
    return {
      status: 'PENDING',
      set: { error: refusal.text.slice(0, ERROR_MAX) },
      dueAt,
      trace: [step('PENDING')],
      facts: [],
    };
  // A refusal that stayed temporary to the end is a transient bounce; silence is not.
  const facts =
    refusal.code === undefined ? [] : [emailFact('email.bounce', row, { bounceType: 'Transient', bouncedAt, transientBounce: true })];
  return end(step('FAILED'), { facts });
}
