/** What providers answer and how long they take, and the connections that mail leaves by. */
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { Refused, Unanswered } from './port.ts';
import type { Provider } from './port.ts';
import type { Pool } from './smtp/pool.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/**
 * `2xx`, `421` (the server wants us gone), `4xx`, `5xx`; `unanswered`: the mail was handed over and nobody said anything; `connection`:
 * there was none, or it said nothing before the mail was handed over.
 */
function replyClass(error: unknown): string {
  if (error instanceof Unanswered) return 'unanswered';
  const code = error instanceof Refused ? error.refusal.code : undefined;
  if (code === undefined) return 'connection';
  return code === 421 ? '421' : `${Math.floor(code / 100)}xx`;
}

/**
 * A provider has said what became of a mail, or it never had it.
 * @param began by `performance.now()`
 * @param error absent: accepted
 */
export type ReplyTimer = (began: number, error?: unknown) => void;

/** The same histogram whoever asks: mails are timed where each is given to the provider, or by the feed that it takes them from. */
export function createReplyTimer(metrics: Metrics): ReplyTimer {
  const seconds = metrics.histogram('posthorn_delivery_provider_seconds', 'Time a provider took for a mail, by the class of its reply', {
    labels: ['reply'],
    buckets: SECONDS,
  });
  const accepted = seconds.labels('2xx');
  return (began, error) => {
    const took = (performance.now() - began) / 1_000;
    if (error === undefined) accepted.observe(took);
    else seconds.observe({ reply: replyClass(error) }, took);
  };
}

/** The same provider, timed where each mail is given to it. */
export function timedProvider(provider: Provider, metrics: Metrics): Provider {
  const replied = createReplyTimer(metrics);
  // Not spread: the quota of one that has some changes.
  const timed = Object.create(provider) as Provider;
  timed.send = async (message, handingOver) => {
    const began = performance.now();
    try {
      const accepted = await provider.send(message, handingOver);
      replied(began);
      return accepted;
    } catch (error) {
      replied(began, error);
      throw error;
    }
  };
  return timed;
}

/** @param pools of each server that mail leaves by; none with another provider than `smtp` */
export function registerPoolMetrics(pools: readonly Pool[], metrics: Metrics): void {
  // One server may be named twice, by different users.
  metrics.gauge('posthorn_delivery_smtp_connections', 'Connections to servers that mail leaves by: open; busy with a mail', {
    labels: ['server', 'state'],
    collect(gauge) {
      gauge.reset();
      for (const { load } of pools) {
        const { server, open, busy } = load();
        gauge.inc({ server, state: 'open' }, open);
        gauge.inc({ server, state: 'busy' }, busy);
      }
    },
  });
  metrics.gauge('posthorn_delivery_smtp_waiting', 'Mails that wait for a connection to a server', {
    labels: ['server'],
    collect(gauge) {
      gauge.reset();
      for (const { load } of pools) {
        const { server, waiting } = load();
        gauge.inc({ server }, waiting);
      }
    },
  });
}
