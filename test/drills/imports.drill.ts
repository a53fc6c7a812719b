/**
 * An import while contacts, the workflows' worker and Temporal are killed ten times at random moments of it: counts exact, no row twice, no
 * fact twice, the catalogue equal to a recount. DRILL_ROWS sets the size.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { recount } from '#test/posthorn.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const ROWS = Number(process.env['DRILL_ROWS'] ?? 100_000);
const KNOWN = 100;
const WITHIN_MS = 170_000;
/** Share of the file in which the kills fall: work goes on while what was killed comes back. */
const SPREAD = 0.8;
const VICTIMS = ['contacts', 'contacts', 'contacts', 'worker', 'worker', 'worker', 'worker', 'temporal', 'temporal', 'temporal'] as const;

type Kind = 'new' | 'known' | 'again' | 'bad';

/** The nth row: bad addresses, contacts that were there before, the address of the row before once more; the others are new. */
function kindOf(n: number): Kind {
  if (n % 50 === 7) return 'bad';
  if (n % 100 === 50 && n < KNOWN * 100) return 'known';
  return n % 25 === 3 ? 'again' : 'new';
}

function emailOf(n: number): string {
  const kind = kindOf(n);
  return kind === 'bad' ? `row ${n}` : kind === 'known' ? `k${(n - 50) / 100}@example.com` : `r${kind === 'again' ? n - 1 : n}@example.org`;
}

const numbers = Array.from({ length: ROWS }, (_, n) => n);
const kinds = Object.fromEntries([...Map.groupBy(numbers, kindOf)].map(([kind, of]) => [kind, of.length])) as Partial<Record<Kind, number>>;
const expected = { imported: kinds.new ?? 0, updated: (kinds.known ?? 0) + (kinds.again ?? 0), skipped: kinds.bad ?? 0 };
const file = `email,n,plan\n${numbers.map((n) => `${emailOf(n)},${n},p${n % 700}`).join('\n')}\n`;
/** The row that had the last word about each address. */
const last = new Map(numbers.filter((n) => kindOf(n) !== 'bad').map((n) => [emailOf(n), n]));

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'imports',
  title: 'Imports through kills',
  about:
    `${ROWS.toLocaleString('en')} rows while contacts, the workflows' worker and Temporal are killed ten times at random moments ` +
    `(SEED=${random.seed}).`,
});
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error', IMPORT_MAX_SIZE_MB: '200' } });
try {
  const services = await own.startServices('each');
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  for (let n = 0; n < KNOWN; n += 1) await client.post('/contacts', { email: `k${n}@example.com`, data: { kept: n } });
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const [contacts, imports, blobs] = ['contacts', 'imports', 'blobs.chunks'].map((name) =>
    connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`, { useCache: true }).collection<any>(name),
  );
  const events = connection.useDb(`${own.env['MONGODB_PREFIX']}events`).collection('events');

  const victims = {
    contacts: services.processes['contacts']!,
    worker: services.processes['accounts']!,
    temporal: own.stack.servers.temporal!,
  };
  const order = [...VICTIMS]
    .map((name) => ({ name, by: random.share() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ name }) => name);
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  const {
    status,
    body: { jobId },
  } = await client.post('/contacts/import', csvForm(file));
  findings.expect('the file is taken', status, 202);

  const read = async (): Promise<{ rows: number; state: string }> => {
    const job = await imports!.findOne({ _id: jobId });
    return { rows: job.imported + job.updated + job.skipped, state: job.state };
  };
  const rowsPast = (rows: number) =>
    until(
      async () => {
        const job = await read();
        return job.rows >= rows || job.state === 'completed' || job.state === 'failed' ? job : undefined;
      },
      { within: WITHIN_MS, every: 10, what: `row ${rows}` },
    );

  // Subscriptions flip meanwhile, each asked for until it is answered: the one fact a contact has to tell.
  const flips: Promise<void>[] = [];
  async function flip(n: number): Promise<void> {
    await until(async () => (await client.post('/contacts', { email: `k${n}@example.com`, subscribed: false })).status < 300, {
      within: WITHIN_MS,
      every: 100,
      what: 'a flip',
    });
  }

  for (const [kill, name] of order.entries()) {
    const { rows, state } = await rowsPast(((kill + random.share()) * ROWS * SPREAD) / order.length);
    if (state !== 'waiting' && state !== 'active') throw new Error(`the import had ended (${state}) before kill ${kill + 1}`);
    for (let n = kill; n < KNOWN; n += order.length) flips.push(flip(n));
    const at = seconds();
    const killed = performance.now();
    await victims[name].kill();
    await sleep(100 + random.share() * 900);
    await victims[name].start();
    findings.row('Kills', { killed: name, 'at row': rows, 'after s': Number(at), 'back after s': (performance.now() - killed) / 1_000 });
  }
  await until(async () => (await read()).state === 'completed', { within: WITHIN_MS, every: 100, what: 'the end of the import' });
  const took = seconds();
  await Promise.all(flips);
  findings.note(`${(file.length / 1e6).toFixed(1)} MB in ${took} s, ${order.length} kills included.`);

  const job = (
    await until(
      async () => {
        const answer = await client.get(`/contacts/import/${jobId}`);
        return answer.status === 200 ? answer : undefined;
      },
      { what: 'the job' },
    )
  ).body;
  findings.expect('job', [job.status, job.failedReason], ['completed', null]);
  findings.expect(
    'counts: rows, imported, updated, skipped',
    [job.totalRows, job.imported, job.updated, job.skipped],
    [ROWS, expected.imported, expected.updated, expected.skipped],
  );
  findings.expect(
    'errors kept, each its row',
    [
      job.errors.length,
      job.errors.every(({ row, reason }: any) => kindOf(row - 2) === 'bad' && reason === 'invalid_email'),
      new Set(job.errors.map(({ row }: any) => row)).size,
    ],
    [Math.min(1_000, expected.skipped), true, Math.min(1_000, expected.skipped)],
  );

  let [found, wrong] = [0, 0];
  for await (const { email, data, subscribed } of contacts!.find({ projectId: project.id })) {
    found += 1;
    const n = last.get(email);
    const known = email.endsWith('.com');
    if (
      subscribed === known ||
      (n === undefined ? !known : data.n !== n || data.plan !== `p${n % 700}`) ||
      (known && data.kept === undefined)
    )
      wrong += 1;
  }
  findings.expect('contacts, and those that are not as the file says', [found, wrong], [expected.imported + KNOWN, 0]);
  findings.expect('addresses', (await contacts!.distinct('email', { projectId: project.id })).length, found);

  const published = { projectId: project.id, name: 'contact.unsubscribed' };
  await until(async () => (await events.countDocuments(published)) >= KNOWN, { within: 60_000, what: 'the facts' });
  await sleep(2_000);
  findings.expect(
    'facts of flips, contacts they are about, other facts of contacts',
    [
      await events.countDocuments(published),
      (await events.distinct('contactId', published)).length,
      await events.countDocuments({ projectId: project.id, name: { $regex: '^contact\\.', $ne: published.name } }),
    ],
    [KNOWN, KNOWN, 0],
  );
  await until(async () => (await blobs!.countDocuments({})) === 0, { within: 30_000, what: 'the removal of the file' });
  await connection.close();
  const recounted = await recount('contacts', [project.id], own.testEnv(services, 'each'));
  findings.expect('the recount finds nothing', recounted, { code: 0, lines: [] });
  findings.close();
} finally {
  await own.stop();
}
