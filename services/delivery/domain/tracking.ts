/** Whose opens and clicks are followed, and what they make of a row (contract "Send pipeline: Tracking, Counts"). */
import type { MailClass } from './email.ts';
import { STATUSES } from '#kit/mail-states.ts';
import type { Engagement } from './machines.ts';
import { TRANSITIONS } from './states.ts';
import type { Status } from './states.ts';

/** By `project.tracking`: ENABLED all mail, MARKETING_ONLY all but transactional class, DISABLED none. */
export function isTracked(tracking: string, mailClass: MailClass): boolean {
  if (tracking === 'MARKETING_ONLY') return mailClass !== 'TRANSACTIONAL';
  return tracking === 'ENABLED';
}

export interface EngagementFields {
  status: Status;
  count: 'opens' | 'clicks';
  /** Those among them by people. */
  human: 'humanOpens' | 'humanClicks';
  firstAt: 'openedAt' | 'clickedAt';
  /** Of the fact's data. */
  isFirst: 'isFirstOpen' | 'isFirstClick';
  fact: 'email.open' | 'email.click';
}

export const FIELDS: Readonly<Record<Engagement, EngagementFields>> = {
  open: { status: 'OPENED', count: 'opens', human: 'humanOpens', firstAt: 'openedAt', isFirst: 'isFirstOpen', fact: 'email.open' },
  click: { status: 'CLICKED', count: 'clicks', human: 'humanClicks', firstAt: 'clickedAt', isFirst: 'isFirstClick', fact: 'email.click' },
};

/** The states that give way to this one: COMPLAINED > BOUNCED > CLICKED > OPENED > DELIVERED > SENT. */
export function givingWayTo(status: Status): Status[] {
  return STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

const isSet = (time: 'openedAt' | 'clickedAt'): object => ({ $gt: [`$${time}`, null] });
const stepOf = (time: 'openedAt' | 'clickedAt', to: Status, by: string): object => ({
  $cond: [isSet(time), [{ at: `$${time}`, to, by }], []],
});

/**
 * What an acceptance makes of a row, as expressions of the database: an open or a click moves no mail that is being handed over, it does so
 * now. `steps`: lists of steps of the trace, behind the acceptance's own.
 */
export function acceptedAs(accepted: Status, by: string): { status: object; steps: object[] } {
  return {
    status: { $cond: [isSet('clickedAt'), 'CLICKED', { $cond: [isSet('openedAt'), 'OPENED', accepted] }] },
    steps: [stepOf('openedAt', 'OPENED', by), stepOf('clickedAt', 'CLICKED', by)],
  };
}
