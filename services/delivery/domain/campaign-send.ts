/** How a send stands, what that means for its rows, and what became of them (contract 3.1, 4.6 "GET …/stats"). */
import type { EmailRow } from './email.ts';
import type { Outcome } from './outcome.ts';
import type { Status } from './states.ts';

export const CAMPAIGN_SEND_STATES = ['OPEN', 'PAUSED', 'CLOSED'] as const;
/** OPEN: pages leave; PAUSED: nothing leaves, until it is opened again; CLOSED: nothing leaves any more. */
export type CampaignSendState = (typeof CAMPAIGN_SEND_STATES)[number];

export interface CampaignCounts {
  frozen: number;
  pending: number;
  sending: number;
  sent: number;
  failed: number;
  suppressed: number;
  unknown: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  /** Opened and followed by people. */
  humanOpened: number;
  humanClicked: number;
}

export const NO_COUNTS: CampaignCounts = {
  frozen: 0,
  pending: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  humanOpened: 0,
  humanClicked: 0,
};

/** Rows of one status, as the ledger counts them. `sent` and what follows are those among them with the time set. */
export interface Counted extends Pick<
  CampaignCounts,
  'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed' | 'humanOpened' | 'humanClicked'
> {
  status: Status;
  rows: number;
}

/** Where rows that no provider accepted stand. */
const PLACE: Partial<Record<Status, 'pending' | 'sending' | 'failed' | 'suppressed' | 'unknown'>> = {
  PENDING: 'pending',
  SENDING: 'sending',
  SUPPRESSED: 'suppressed',
  UNKNOWN: 'unknown',
};

/** Every row counts in exactly one of pending, sending, sent, failed, suppressed and unknown; what a provider accepted once is sent. */
export function countsOf(groups: readonly Counted[]): CampaignCounts {
  return groups.reduce((counts, { status, rows, ...set }) => {
    const place = PLACE[status] ?? 'failed';
    const next = { ...counts, frozen: counts.frozen + rows, [place]: counts[place] + rows - set.sent };
    for (const key of Object.keys(set) as (keyof typeof set)[]) next[key] += set[key];
    return next;
  }, NO_COUNTS);
}

/** A paused mail that was tried before looks again after this: its page does not wait for it any more. */
export const PAUSED_MS = 30_000;

/**
 * What keeps a claimed row of a send from leaving; undefined: nothing. Neither costs the row an attempt. What was never tried is held until
 * its page comes round again, and in a closed send for good. @param state undefined: the send is gone
 */
export function heldBack(
  state: CampaignSendState | undefined,
  { attempt }: Pick<EmailRow, 'attempt'>,
): Extract<Outcome, { kind: 'held' }> | undefined {
  if (state === 'OPEN') return undefined;
  if (state !== 'PAUSED') return { kind: 'held', reason: 'the campaign was cancelled' };
  const reason = 'the campaign is paused';
  return attempt > 1 ? { kind: 'held', reason, delayMs: PAUSED_MS } : { kind: 'held', reason };
}

/** When mail of a paused project looks again by itself: whoever lets the project go on has it looked for at once. */
const PAUSED_PROJECT_MS = 3_600_000;

type Asked = Pick<EmailRow, 'campaignId' | 'attempt'>;

/** A campaign's that was never tried waits for its page. */
const waitsForPage = ({ campaignId, attempt }: Asked): boolean => campaignId !== null && attempt === 1;

/** A row of a paused project waits, without having used up an attempt. */
export function heldByPause(mail: Asked): Extract<Outcome, { kind: 'held' }> {
  const reason = 'the project is paused';
  return waitsForPage(mail) ? { kind: 'held', reason } : { kind: 'held', reason, delayMs: PAUSED_PROJECT_MS };
}

/** Queued mail of a suspended project fails; its campaigns are paused, and what they did not try yet waits with them. */
export function heldBySuspension(mail: Asked): Extract<Outcome, { kind: 'held' | 'stopped' }> {
  const reason = 'Project is disabled';
  return waitsForPage(mail) ? { kind: 'held', reason } : { kind: 'stopped', reason };
}
