/** Attempts as they are counted: by outcome, by the provider's reply. */
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Outcome } from '../domain/outcome.ts';

export interface AttemptMetrics {
  /** One attempt is over, and its outcome written. */
  ended(outcome: Outcome): void;
  /** So many mails were accepted, and it is written. */
  taken(mails: number): void;
  /** From acceptance to the first end state. */
  seconds(mailClass: string, seconds: number): void;
}

const KINDS = ['accepted', 'refused', 'stopped', 'suppressed', 'released', 'held', 'unknown'] as const satisfies Outcome['kind'][];
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600];

/** `2xx`, `4xx`, `5xx`, or `none` for a provider that gave no answer; undefined when none was asked. */
function replyClass(outcome: Outcome): string | undefined {
  if (outcome.kind === 'accepted') return '2xx';
  if (outcome.kind === 'unknown') return 'none';
  if (outcome.kind !== 'refused') return undefined;
  const { code } = outcome.refusal;
  return code === undefined ? 'none' : `${Math.floor(code / 100)}xx`;
}

/** @param inFlight mails that this process has claimed and whose outcome is not written */
export function createAttemptMetrics(metrics: Metrics, inFlight: () => number): AttemptMetrics {
  const attempts = metrics.counter('posthorn_delivery_attempts_total', 'Attempts to send a mail, by outcome', ['outcome']);
  // Counted from 0 on: the first of a kind is an increase as well.
  for (const outcome of KINDS) attempts.inc({ outcome }, 0);
  metrics.gauge('posthorn_delivery_in_flight', 'Mails claimed by this process whose outcome is not written yet', {
    collect: (gauge) => gauge.set(inFlight()),
  });
  const replies = metrics.counter('posthorn_delivery_replies_total', 'Replies of providers, by class', ['class']);
  const seconds = metrics.histogram(
    'posthorn_delivery_accept_to_end_seconds',
    'From acceptance of a mail to its first end state, by class, without campaigns',
    { labels: ['class'], buckets: SECONDS },
  );
  return {
    ended(outcome) {
      attempts.inc({ outcome: outcome.kind });
      const reply = replyClass(outcome);
      if (reply) replies.inc({ class: reply });
    },
    taken(mails) {
      attempts.inc({ outcome: 'accepted' }, mails);
      replies.inc({ class: '2xx' }, mails);
    },
    seconds: (mailClass, took) => seconds.observe({ class: mailClass }, took),
  };
}
