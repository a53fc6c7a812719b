/**
 * Segments over HTTP, over many contacts: count, and first page with its count, of typical conditions, beside a query written by hand for
 * the same question, in turn; then computations of a tracked segment. SEGMENT_CONTACTS sets the size (1,000,000), SEGMENT_EVENTS how many
 * events each contact knows (50; from half a million contacts on 10, which keeps them in memory), SEGMENT_ROUNDS the repetitions.
 */
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { quantile } from '#test/quantile.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { conditions } from './segments/conditions.ts';
import type { Measured } from './segments/conditions.ts';
import { populate } from './segments/population.ts';
import { residentOf } from './sending/costs.ts';

const CONTACTS = Number(process.env['SEGMENT_CONTACTS'] ?? 1_000_000);
const ROUNDS = Number(process.env['SEGMENT_ROUNDS'] ?? 7);
const EVENTS = Number(process.env['SEGMENT_EVENTS'] ?? (CONTACTS < 500_000 ? 50 : 10));
/** A condition is asked again until then, twice at least. */
const BUDGET_MS = 8_000;
const PAGE = 20;
/** One attribute's equality, count and first page, as listmonk answers it from PostgreSQL at these sizes. */
const LISTMONK_MS = CONTACTS < 1_000_000 ? 38 : 110;
const GOAL = 1.3;
const TABLE =
  'Conditions over HTTP, one request at a time, the same again: counts of unchanged data are kept by the service, the hand-written query ' +
  'counts each time; nothing is throttled';

const findings = createFindings({
  kind: 'bench',
  name: 'segments',
  title: 'Segments',
  about: `${CONTACTS.toLocaleString('en')} contacts with 12 fields and ${EVENTS} events each, all services in one process.`,
});

function must({ status, text, body }: Answer): any {
  if (status >= 300) throw new Error(`answered ${status} ${text.slice(0, 300)}`);
  return body;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
const share = (times: readonly number[], part: number): number =>
  quantile(
    times.toSorted((a, b) => a - b),
    part,
  );

const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'warn', REQUEST_LOGGING: 'false' } });
const services = await own.startServices('one');
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' }).asPromise();
try {
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const database = connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`, { useCache: true });
  const contacts = database.collection('contacts');
  const now = new Date();
  const other = must(await client.post('/segments', { name: 'Other', type: 'STATIC' })).id;
  const seconds = await populate(database, { projectId: project.id, contacts: CONTACTS, events: EVENTS, other, now });
  findings.note(`Put there in ${seconds.toFixed(0)} s.`);

  /** Milliseconds of each way to ask, over the rounds; the first one warms all and does not count. */
  async function measure({ condition, byHand }: Measured, id: string) {
    const match = { projectId: project.id, ...byHand } as never;
    const first = () => contacts.find(match).sort({ createdAt: -1, _id: -1 }).limit(PAGE).toArray();
    const times = { preview: [] as number[], page: [] as number[], countByHand: [] as number[], pageByHand: [] as number[] };
    let matches = 0;
    const began = performance.now();
    for (let round = 0; round <= ROUNDS && (round < 3 || performance.now() - began < BUDGET_MS); round += 1) {
      const took = {
        preview: await timed(async () => must(await client.post('/segments/preview', { condition }))),
        page: await timed(async () => {
          matches = must(await client.get(`/segments/${id}/contacts?page=1&pageSize=${PAGE}`)).total;
        }),
        countByHand: await timed(() => contacts.countDocuments(match)),
        pageByHand: await timed(() => Promise.all([contacts.countDocuments(match), first()])),
      };
      if (round > 0) for (const [what, ms] of Object.entries(took)) times[what as keyof typeof times].push(ms);
    }
    return { ...times, matches, expected: await contacts.countDocuments(match) };
  }

  for (const measured of conditions(other, now)) {
    const { id } = must(await client.post('/segments', { name: `Bench: ${measured.name}`, condition: measured.condition }));
    const { preview, page, countByHand, pageByHand, matches, expected } = await measure(measured, id);
    const [both, byHand] = [share(page, 0.5), share(pageByHand, 0.5)];
    findings.row(TABLE, {
      condition: measured.name,
      matches,
      'count (preview) p50 ms': share(preview, 0.5),
      'count by hand p50 ms': share(countByHand, 0.5),
      'count and first page p50 ms': both,
      'p99 ms': share(page, 0.99),
      'by hand p50 ms': byHand,
      ratio: both / byHand,
    });
    findings.expect(`${measured.name}: as many as by hand`, matches, expected);
    findings.holds(`${measured.name}: of the time by hand, at most ${GOAL}`, both / byHand, both / byHand <= GOAL);
    if (measured.name.startsWith('data equals'))
      findings.holds(`${measured.name}: count and first page in ms, at most ${LISTMONK_MS}`, both, both <= LISTMONK_MS);
  }

  const tracked = must(
    await client.post('/segments', {
      name: 'Tracked',
      trackMembership: true,
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] },
    }),
  ).id;
  const { pid } = services.processes['posthorn']!;
  const changed = (from: string, to: string) =>
    contacts.updateMany({ projectId: project.id, 'data.plan': from, 'data.score': { $lt: 100 } }, { $set: { 'data.plan': to } });
  const compute = async (computation: string): Promise<void> => {
    const before = residentOf(pid);
    const members = async (): Promise<number> => contacts.countDocuments({ projectId: project.id, segments: tracked });
    const had = await members();
    const took = await timed(() =>
      // A computation that takes longer than a request may is asked for again, and goes on where it was.
      until(async () => (await client.post(`/segments/${tracked}/compute`)).status === 200, {
        within: 900_000,
        every: 50,
        what: computation,
      }),
    );
    findings.row('Computations of a tracked segment over HTTP: changes written in batches, their facts published meanwhile', {
      computation,
      'members before': had,
      'members after': await members(),
      s: took / 1_000,
      'memory MB more': residentOf(pid) - before,
    });
  };
  await compute('the first');
  await changed('pro', 'free');
  await changed('team', 'pro');
  await compute('1 % of the members gone, as many come');
  await compute('nothing changed');
} finally {
  await connection.close();
  await own.stop();
}
findings.close();
process.exit();
