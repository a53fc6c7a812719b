/** From POST /v1/send to the sink: latency at a moderate rate, and throughput at full load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#local/services.ts';
import type { Findings } from '#test/findings.ts';
import { httpRate } from '#test/rate.ts';
import { median, quantile } from '#test/quantile.ts';
import type { BenchStack } from './bench-stack.ts';
import { VALUES } from './content.ts';
import { startPostfixSink } from './postfix.ts';
import { startRecordingSink } from './recording-sink.ts';

const PER_SECOND = 50;
const GOAL_MS = { p50: 10, p99: 40 } as const;
const CONNECTIONS = 32;
const GOAL_ACCEPTED = 2_200;
const GOAL_ACCEPTED_P99_MS = 60;

const PROCESSES = { one: 'all services in one process', each: 'one process a service' } as const;

const now = (): number => performance.timeOrigin + performance.now();

export interface Rounds {
  rounds: number;
  /** Of each round. */
  seconds: number;
}

/** Does it so many times; answers the median of each figure. */
async function medians<Name extends string>(rounds: number, once: () => Promise<Record<Name, number>>): Promise<Record<Name, number>> {
  const seen: Record<Name, number>[] = [];
  while (seen.length < rounds) seen.push(await once());
  const names = Object.keys(seen[0]!) as Name[];
  return Object.fromEntries(names.map((name) => [name, median(seen.map((one) => one[name]))])) as Record<Name, number>;
}

/** Requests at a steady pace, whatever the answers do. Answers quantiles in ms: until the answer, until the mail is at the sink. */
async function steady({ api, templates, port }: BenchStack, seconds: number) {
  const sink = await startRecordingSink(port);
  const sent = new Map<string, number>();
  const answered: number[] = [];
  const under: Promise<void>[] = [];
  // The first requests find caches empty and connections closed, as no later one does.
  const warming = PER_SECOND;
  const begun = performance.now();
  for (let n = 0; n < PER_SECOND * seconds + warming; n += 1) {
    await sleep(Math.max(0, begun + (n * 1_000) / PER_SECOND - performance.now()));
    const to = `${crypto.randomUUID()}@example.com`;
    const from = now();
    if (n >= warming) sent.set(to, from);
    under.push(
      api.post('/v1/send', { to, template: templates.TRANSACTIONAL, data: VALUES }).then(({ status, text }) => {
        if (status !== 200) throw new Error(`POST /v1/send answered ${status} ${text}`);
        if (n >= warming) answered.push(now() - from);
      }),
    );
  }
  await Promise.all(under);
  await sleep(1_000);
  const arrived = await sink.look();
  const took = [...sent].map(([to, from]) => (arrived.get(to) ?? Infinity) - from).sort((a, b) => a - b);
  answered.sort((a, b) => a - b);
  await sink.stop();
  return {
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    answeredP50: quantile(answered, 0.5),
    answeredP99: quantile(answered, 0.99),
  };
}

export async function promptness(stack: BenchStack, { rounds, seconds }: Rounds, findings: Findings): Promise<void> {
  const { p50, p99, answeredP50, answeredP99 } = await medians(rounds, () => steady(stack, seconds));
  findings.goal(
    `${PROCESSES[stack.mode]}: POST /v1/send to the whole mail at the sink, ${PER_SECOND} requests a second: p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms (answered: p50 ${answeredP50.toFixed(1)} ms, p99 ${answeredP99.toFixed(1)} ms)`,
    `p50 ≤ ${GOAL_MS.p50} ms, p99 ≤ ${GOAL_MS.p99} ms`,
    p50 <= GOAL_MS.p50 && p99 <= GOAL_MS.p99,
  );
}

/** What delivery's own count says it has sent. */
export async function acceptedCount({ processes }: Services): Promise<number> {
  const { adminUrl } = processes['delivery'] ?? processes['posthorn']!;
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return [...text.matchAll(/^posthorn_delivery_attempts_total\{[^}]*outcome="accepted"[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** As many requests as 32 connections carry, and what leaves meanwhile. */
export async function flatOut(stack: BenchStack, { rounds, seconds }: Rounds, findings: Findings): Promise<void> {
  const {
    mode,
    account: { project },
    services,
    templates,
    port,
  } = stack;
  const sink = await startPostfixSink(port);
  const next = () => ({ body: { to: `${crypto.randomUUID()}@example.com`, template: templates.TRANSACTIONAL, data: VALUES } });
  const work = { url: `${services.url}/v1/send`, method: 'POST' as const, key: project.secret, next };
  await httpRate(CONNECTIONS, work, 2);
  const { accepted, p50, p99, delivered } = await medians(rounds, async () => {
    const [before, begun] = [await acceptedCount(services), performance.now()];
    const rate = await httpRate(CONNECTIONS, work, seconds);
    const sent = ((await acceptedCount(services)) - before) / ((performance.now() - begun) / 1_000);
    return { accepted: rate.perSecond, p50: rate.p50, p99: rate.p99, delivered: sent };
  });
  await sink.stop();
  findings.goal(
    `${PROCESSES[mode]}: POST /v1/send, ${CONNECTIONS} connections flat out: ${Math.round(accepted).toLocaleString('en')} accepted a ` +
      `second (p50 ${p50} ms, p99 ${p99} ms), ${Math.round(delivered).toLocaleString('en')} delivered a second meanwhile`,
    `≥ ${GOAL_ACCEPTED.toLocaleString('en')} accepted, p99 ≤ ${GOAL_ACCEPTED_P99_MS} ms, delivery keeping up`,
    accepted >= GOAL_ACCEPTED && p99 <= GOAL_ACCEPTED_P99_MS && delivered >= 0.95 * accepted,
  );
}
