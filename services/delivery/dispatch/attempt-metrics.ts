/** Attempts as they are counted, by outcome, and how long they took: the provider, a mail from its acceptance, a page's mail. */
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Outcome } from '../domain/outcome.ts';
import { createReplyTimer } from '../providers/provider.ts';
import type { ReplyTimer } from '../providers/provider.ts';

export interface AttemptMetrics {
  /** One attempt is over, and its outcome written. */
  ended(outcome: Outcome): void;
  /** So many mails were accepted, and it is written. */
  taken(mails: number): void;
  /** From acceptance to the first end state. */
  seconds(mailClass: string, seconds: number): void;
  /** The provider has said what became of a page's mail. */
  replied: ReplyTimer;
  /** It was accepted. @param since when the page was taken */
  pageMail(since: number): void;
}

const KINDS = ['accepted', 'refused', 'stopped', 'suppressed', 'released', 'held', 'unknown'] as const satisfies Outcome['kind'][];
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600];
const PAGE_SECONDS = [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800];

/** @param inFlight mails that this process has claimed and whose outcome is not written */
export function createAttemptMetrics(metrics: Metrics, inFlight: () => number): AttemptMetrics {
  const attempts = metrics.counter('posthorn_delivery_attempts_total', 'Attempts to send a mail, by outcome', ['outcome']);
  // Counted from 0 on: the first of a kind is an increase as well.
  for (const outcome of KINDS) attempts.inc({ outcome }, 0);
  metrics.gauge('posthorn_delivery_in_flight', 'Mails claimed by this process whose outcome is not written yet', {
    collect: (gauge) => gauge.set(inFlight()),
  });
  const seconds = metrics.histogram(
    'posthorn_delivery_accept_to_end_seconds',
    'From acceptance of a mail to its first end state, by class, without campaigns',
    { labels: ['class'], buckets: SECONDS },
  );
  const ofPages = metrics.histogram(
    'posthorn_delivery_page_to_accepted_seconds',
    'From the claim of a campaign page by a process to the acceptance of each of its mails',
    { buckets: PAGE_SECONDS },
  );
  return {
    ended: ({ kind }) => attempts.inc({ outcome: kind }),
    taken: (mails) => attempts.inc({ outcome: 'accepted' }, mails),
    seconds: (mailClass, took) => seconds.observe({ class: mailClass }, took),
    replied: createReplyTimer(metrics),
    pageMail: (since) => ofPages.observe((performance.now() - since) / 1_000),
  };
}
