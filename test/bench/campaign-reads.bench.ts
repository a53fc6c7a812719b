/**
 * What is read of a campaign that was sent, and of a ledger that holds it: the reads of a million frozen recipients over HTTP, each a while
 * and beside its limit. One page is frozen and sent by the services; the others are copies of it with recipients of their own.
 * BENCH_RECIPIENTS (1,000,000) and BENCH_READS (of each kind, 200) set the size.
 */
import { createFindings } from '#test/findings.ts';
import { quantile } from '#test/quantile.ts';
import { fillCampaign } from './campaigns/filled.ts';
import { startBenchStack } from './sending/bench-stack.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const [recipients, reads] = [size('RECIPIENTS', 1_000_000), size('READS', 200)];
const GOAL_BYTES = 120;
const TABLE = 'Reads over HTTP, one after another, all services in one process';
const findings = createFindings({
  kind: 'bench',
  name: 'campaign-reads',
  title: 'Reading a campaign',
  about:
    `${recipients.toLocaleString('en')} recipients in frozen pages of 500, one in a hundred with a row of its own (opened, or of unknown ` +
    `outcome); replies with a queue id each; ${reads} reads of a kind, fewer of those that take long.`,
});
const stack = await startBenchStack({ mode: 'one', connections: 20, env: { IMPORT_MAX_SIZE_MB: '2000' } });
try {
  const filled = await fillCampaign(stack, recipients);
  const { api, campaignId, known, emailIds, bytes, copied } = filled;
  const perRecipient = bytes / copied;
  findings.goal(
    `a recipient takes ${Math.round(perRecipient)} bytes on disk, indexes and rows of one in a hundred included`,
    `≤ ${GOAL_BYTES}`,
    perRecipient <= GOAL_BYTES,
  );

  /** How long a read may go on in all. */
  const WITHIN_MS = 20_000;
  const pages = Math.ceil(recipients / 20);
  const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length]!;

  /** @param limitMs of the 50th percentile; null: none is promised. `expected` looks into an answer, so that nothing empty is fast */
  async function read(what: string, limitMs: number | null, path: (n: number) => string, expected: (body: any) => boolean): Promise<void> {
    const took: number[] = [];
    const until = performance.now() + WITHIN_MS;
    for (let n = 0; n < reads + 3 && (n < 6 || performance.now() < until); n += 1) {
      const from = performance.now();
      const { status, body, text } = await api.get(path(n));
      // The first ones find caches empty and plans unmade, as no later one does.
      if (n >= 3) took.push(performance.now() - from);
      if (status !== 200 || !expected(body)) throw new Error(`${what}: ${path(n)} answered ${status} ${text.slice(0, 300)}`);
    }
    took.sort((a, b) => a - b);
    const p50 = quantile(took, 0.5);
    findings.row(TABLE, { read: what, reads: took.length, 'p50 ms': p50, 'p99 ms': quantile(took, 0.99), 'limit of p50, ms': limitMs });
    if (limitMs !== null) findings.goal(`${what}: p50 ${p50.toFixed(1)} ms`, `≤ ${limitMs} ms`, p50 <= limitMs);
  }

  const campaign = `/campaigns/${campaignId}`;
  const has = (count: number) => (body: any) => body.data.length === count;
  const some = (body: any) => body.data.length > 0;
  await read(
    'beside: GET /contacts/:id, one document',
    null,
    (n) => `/contacts/${pick(known, n).id}`,
    ({ id }) => Boolean(id),
  );
  await read('GET /emails, first page', 20, () => '/emails', has(20));
  await read('GET /emails?contactId=', 20, (n) => `/emails?contactId=${pick(known, n).id}`, some);
  await read('GET /emails?to=', 20, (n) => `/emails?to=${pick(known, n).email}`, some);
  await read('GET /emails?to= of nobody', null, (n) => `/emails?to=nobody-${n}@example.com`, has(0));
  await read(
    'GET /emails?campaignId=, its total',
    20,
    () => `/emails?campaignId=${campaignId}`,
    ({ total }) => total === recipients,
  );
  await read(
    'GET /emails, a page far down',
    50,
    (n) => `/emails?page=${1 + ((n * 7_919) % pages)}`,
    ({ total }) => total === recipients,
  );
  await read('GET /emails?search=', null, () => '/emails?search=reader%207777', some);
  await read(
    'GET /emails?status=UNKNOWN',
    null,
    () => '/emails?status=UNKNOWN',
    ({ total }) => total === filled.unknown,
  );
  await read(
    'GET /emails/:id',
    10,
    (n) => `/emails/${pick(emailIds, n)}`,
    ({ status }) => status === 'DELIVERED' || status === 'SENT',
  );
  await read(
    'GET /emails/:id/trace',
    10,
    (n) => `/emails/${pick(emailIds, n)}/trace`,
    ({ data }) => data.length >= 3,
  );
  await read(
    'GET /campaigns/:id/progress, counted anew each second',
    50,
    () => `${campaign}/progress`,
    ({ frozen }) => frozen === recipients,
  );
  await read(
    'GET /campaigns/:id/recipients, first page',
    20,
    () => `${campaign}/recipients`,
    ({ total }) => total === recipients,
  );
  await read(
    'GET /campaigns/:id/recipients, a page far down',
    50,
    (n) => `${campaign}/recipients?page=${1 + ((n * 7_919) % pages)}`,
    has(20),
  );
  await read(
    'GET /campaigns/:id/recipients?status=UNKNOWN',
    null,
    () => `${campaign}/recipients?status=UNKNOWN`,
    ({ total }) => total === filled.unknown,
  );
} finally {
  await stack.stop();
}
findings.close();
process.exit();
