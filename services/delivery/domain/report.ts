/**
 * What a provider reports about a mail that left, and what that does to its row (contract "Provider notifications: Effects, Precedence").
 */
import type { EmailRow, Step } from './email.ts';
import type { EmailFact } from './email-fact.ts';
import { emailFact } from './email-fact.ts';
import { LINK_MAX, LINKS_MAX, machineOf } from './machines.ts';
import type { FollowedLink } from './machines.ts';
import { ASSUMED } from './outcome.ts';
import { canTransition } from './states.ts';
import type { Status } from './states.ts';
import { FIELDS } from './tracking.ts';

export const KINDS = ['delivery', 'bounce', 'complaint', 'open', 'click'] as const;

export interface Report {
  kind: (typeof KINDS)[number];
  /** When it happened, as the provider says. */
  at: Date;
  /** Of a bounce: Permanent, Transient; anything else is Undetermined. */
  bounceType?: string | null;
  /** The receiving server's words. */
  diagnostic?: string | null;
  /** Where a click led. */
  link?: string | null;
  /** What opened or followed it. */
  userAgent?: string | null;
}

/** The change of a row, with the facts it causes. */
export interface Effect {
  set: Partial<EmailRow>;
  steps: Step[];
  facts: EmailFact[];
  /** The row reached a state in which nothing is left to do. */
  countTransition: boolean;
}

/** The provider's answer was lost: the report is the first proof that the mail left. */
const UNSETTLED: readonly Status[] = ['PENDING', 'SENDING', 'UNKNOWN'];
const WORDS_MAX = 500;

export function bounceTypeOf(text: string | null | undefined): 'Permanent' | 'Transient' | 'Undetermined' {
  const word = text?.trim().toLowerCase();
  if (word === 'permanent') return 'Permanent';
  return word === 'transient' ? 'Transient' : 'Undetermined';
}

/** The acceptance counted as the delivery, and nobody has confirmed it since. */
function isAssumed({ trace }: Pick<EmailRow, 'trace'>): boolean {
  return trace.findLast(({ to }) => to === 'DELIVERED')?.detail === ASSUMED;
}

function followed(links: readonly FollowedLink[], asSent: string, isHuman: boolean): FollowedLink[] {
  const link = asSent.slice(0, LINK_MAX);
  const all = links.some((one) => one.link === link) ? links : [...links, { link, clicks: 0, humanClicks: 0 }];
  return all
    .slice(0, LINKS_MAX)
    .map((one) => (one.link === link ? { link, clicks: one.clicks + 1, humanClicks: one.humanClicks + Number(isHuman) } : one));
}

/** When the mail first bounced for good: said where `bouncedAt` is of a bounce that may not have been. */
function permanence(row: EmailRow, bounceType: 'Permanent' | 'Undetermined', at: Date): Pick<EmailRow, 'permanentBounceAt'> {
  if (bounceType === 'Undetermined') return row.bouncedAt ? {} : { permanentBounceAt: null };
  return row.permanentBounceAt === null ? { permanentBounceAt: at } : {};
}

/** Each kind's own part: which state it asks for, what it writes whatever the state, what it publishes. */
function changeOf(row: EmailRow, report: Report): { to: Status | null; set: Partial<EmailRow>; fact: EmailFact } {
  const { kind, at } = report;
  const time = at.toISOString();
  switch (kind) {
    case 'delivery':
      return {
        to: 'DELIVERED',
        set: row.deliveredAt && !isAssumed(row) ? {} : { deliveredAt: at },
        fact: emailFact('email.delivery', row, { deliveredAt: time }),
      };
    case 'complaint':
      return {
        to: 'COMPLAINED',
        set: { complainedAt: row.complainedAt ?? at },
        fact: emailFact('email.complaint', row, { complainedAt: time }),
      };
    case 'bounce': {
      const bounceType = bounceTypeOf(report.bounceType);
      if (bounceType === 'Transient')
        return { to: null, set: {}, fact: emailFact('email.bounce', row, { bounceType, bouncedAt: time, transientBounce: true }) };
      const set = {
        bouncedAt: row.bouncedAt ?? at,
        ...permanence(row, bounceType, at),
        ...(isAssumed(row) ? { deliveredAt: null } : {}),
        ...(report.diagnostic ? { error: report.diagnostic.slice(0, WORDS_MAX) } : {}),
      };
      return { to: 'BOUNCED', set, fact: emailFact('email.bounce', row, { bounceType, bouncedAt: time }) };
    }
    default: {
      const { status, count, human, firstAt, isFirst, fact } = FIELDS[kind];
      const [counted, countedHuman] = [row[count] ?? 0, row[human] ?? 0];
      const link = kind === 'click' ? { link: report.link ?? null } : {};
      // The provider's clock is not ours: nothing can be said of the time between its answer and this.
      const machine = machineOf({ kind, userAgent: report.userAgent ?? null, purpose: '', sinceSentMs: null });
      const isHuman = machine === null;
      return {
        to: status,
        set: {
          [count]: counted + 1,
          ...(isHuman ? { [human]: countedHuman + 1 } : {}),
          ...(kind === 'click' ? { links: followed(row.links ?? [], report.link ?? '', isHuman) } : {}),
          [firstAt]: row[firstAt] ?? at,
        },
        fact: emailFact(fact, row, {
          ...link,
          [firstAt]: time,
          [count]: counted + 1,
          [isFirst]: counted === 0,
          human: isHuman,
          isFirstHuman: isHuman && countedHuman === 0,
          machine,
        }),
      };
    }
  }
}

/**
 * COMPLAINED > BOUNCED > CLICKED > OPENED > DELIVERED > SENT: the status never goes back; times, counters and facts are written all
 * the same. A report about a mail whose acceptance was lost says that it was sent, too.
 */
export function effectOf(row: EmailRow, report: Report, { now, by }: { now: Date; by: string }): Effect {
  const { to, set, fact } = changeOf(row, report);
  const countTransition = to !== null && canTransition(row.status, to);
  const confirmed = to === 'DELIVERED' && row.status === 'DELIVERED' && isAssumed(row);
  const step = (status: Status): Step => ({
    at: now,
    to: status,
    by,
    detail: (report.diagnostic || `reported: ${report.kind}`).slice(0, WORDS_MAX),
  });
  const unheard = countTransition && UNSETTLED.includes(row.status) && !row.sentAt;
  return {
    set: { ...(unheard ? { sentAt: report.at } : {}), ...set, ...(countTransition ? { status: to } : {}) },
    steps: countTransition || confirmed ? [step(to!)] : [],
    facts: [...(unheard ? [emailFact('email.sent', row, { sentAt: report.at.toISOString() })] : []), fact],
    countTransition,
  };
}
