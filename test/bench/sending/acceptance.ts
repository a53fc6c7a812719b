/** From POST /v1/send to the sink: latency at a moderate rate, and throughput at full load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#local/services.ts';
import type { Findings } from '#test/findings.ts';
import { httpRate } from '#test/rate.ts';
import { quantile } from '#test/quantile.ts';
import type { BenchStack } from './bench-stack.ts';
import { VALUES } from './content.ts';
import { startPostfixSink } from './postfix.ts';
import { startRecordingSink } from './recording-sink.ts';

const PER_SECOND = 50;
const GOAL_P50_MS = 40;
const CONNECTIONS = 32;
const GOAL_ACCEPTED = 2_200;

const now = (): number => performance.timeOrigin + performance.now();
/** Requests at a steady pace, whatever the answers do. */
export async function promptness({ api, templates, port }: BenchStack, seconds: number, findings: Findings): Promise<void> {
  const sink = await startRecordingSink(port);
  const sent = new Map<string, number>();
  const answered: number[] = [];
  const under: Promise<void>[] = [];
  // The first requests find caches empty and connections closed, as no later one does.
  const warming = PER_SECOND;
  const begun = performance.now();
  for (let n = 0; n < PER_SECOND * seconds + warming; n += 1) {
    await sleep(Math.max(0, begun + (n * 1_000) / PER_SECOND - performance.now()));
    const to = `p${n}-${process.pid}@example.com`;
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
  const p50 = quantile(took, 0.5);
  findings.goal(
    `POST /v1/send to the whole mail at the sink, ${PER_SECOND} requests a second: p50 ${p50.toFixed(1)} ms, p99 ` +
      `${quantile(took, 0.99).toFixed(1)} ms (answered: p50 ${quantile(answered, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(answered, 0.99).toFixed(1)} ms)`,
    `p50 < ${GOAL_P50_MS} ms`,
    p50 < GOAL_P50_MS,
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
export async function flatOut(stack: BenchStack, seconds: number, findings: Findings): Promise<void> {
  const {
    account: { project },
    services,
    templates,
    port,
  } = stack;
  const sink = await startPostfixSink(port);
  const next = () => ({ body: { to: `${crypto.randomUUID()}@example.com`, template: templates.TRANSACTIONAL, data: VALUES } });
  const work = { url: `${services.url}/v1/send`, method: 'POST' as const, key: project.secret, next };
  await httpRate(CONNECTIONS, work, 2);
  const [before, begun] = [await acceptedCount(services), performance.now()];
  const accepted = await httpRate(CONNECTIONS, work, seconds);
  const delivered = ((await acceptedCount(services)) - before) / ((performance.now() - begun) / 1_000);
  await sink.stop();
  const said =
    `POST /v1/send, ${CONNECTIONS} connections flat out: ${Math.round(accepted.perSecond).toLocaleString('en')} accepted a ` +
    `second (p50 ${accepted.p50} ms, p99 ${accepted.p99} ms), ${Math.round(delivered).toLocaleString('en')} delivered a second meanwhile`;
  findings.goal(
    said,
    `≥ ${GOAL_ACCEPTED.toLocaleString('en')} accepted, delivery keeping up`,
    accepted.perSecond >= GOAL_ACCEPTED && delivered >= 0.95 * accepted.perSecond,
  );
}
