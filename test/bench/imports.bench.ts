/**
 * Files of contacts with 12 custom fields, as large as they may be by default: in, in again, and out, beside the driver doing the bare
 * thing; and the stream of an audience. BENCH_CONTACTS sets the size.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { createClient } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { contactModel, SHOWN } from '#services/contacts/model.ts';
import { account } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { ownStack } from '#test/stack.ts';
import { exportFile, exportHash, importFile, writeFile } from './contacts/files.ts';
import type { Imported } from './contacts/files.ts';
import { contactSample } from './contacts/samples.ts';
import { counting, residentOf } from './sending/costs.ts';

const COUNT = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
/** Of a file: about 4 MB of the 5 that an upload may have. */
const FILE_ROWS = 25_000;
const SAMPLE = Math.min(COUNT, 100_000);
/** Rows of a bare bulk write, and of an export's page. */
const BATCH = 1_000;
const GOAL = 0.5;
const MOST_MB = 300;
const LOOK_MS = 100;

const text = (value: number): string => value.toLocaleString('en');
const began = performance.now();
const own = await ownStack({
  env: { API_RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'warn', REQUEST_LOGGING: 'false' },
});
const findings = createFindings({
  kind: 'bench',
  name: 'imports',
  title: 'Imports, exports and the audience stream',
  about:
    `${COUNT.toLocaleString('en')} contacts with 12 custom fields in files of ${text(FILE_ROWS)} rows, as many as fit a file of ` +
    'the default 5 MB; one process a service.',
});
const ROWS =
  'Rows a second: upload included, pages and every other setting as they are by default; files one after the other; nothing cached';
const services = await own.startServices('each');
const connection = await mongoose.createConnection(own.env['MONGODB_URI']!, { w: 'majority' }).asPromise();
const { pid, grpcAddress } = services.processes['contacts']!;

/** Upserts of the first contacts' documents by address, page after page; answers how many a second. */
async function bareUpserts(collection: mongoose.Collection<any>, projectId: string): Promise<number> {
  let spent = 0;
  for (let from = 0; from < SAMPLE; from += BATCH) {
    const operations = Array.from({ length: Math.min(BATCH, SAMPLE - from) }, (_, n) => {
      const { _id, email, data, createdAt, updatedAt } = contactSample(projectId, from + n);
      const set = Object.fromEntries(Object.entries(data).map(([key, value]) => [`data.${key}`, value]));
      return {
        updateOne: {
          filter: { projectId, email },
          update: { $set: { ...set, updatedAt }, $setOnInsert: { _id, createdAt, subscribed: true } },
          upsert: true,
        },
      };
    });
    const begun = performance.now();
    await collection.bulkWrite(operations as never, { ordered: false });
    spent += performance.now() - begun;
  }
  return (SAMPLE * 1_000) / spent;
}

/** Runs the work and tells the most memory contacts had meanwhile, and who used the CPU. */
async function watched<T>(what: string, baseline: number, work: () => Promise<T>): Promise<T> {
  const costs = await counting(
    { contacts: [pid], mongod: [own.stack.servers.mongodb!.pid], gateway: [services.processes['gateway']!.pid] },
    connection,
  );
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, residentOf(pid));
  }, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(look);
    const { cpu } = await costs();
    findings.note(
      `${what}: CPU seconds ${Object.entries(cpu)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`)
        .join(', ')}`,
    );
    findings.goal(
      `${what}: contacts had ${baseline.toFixed(0)} MB resident at rest, ${peak.toFixed(0)} MB at most`,
      `≤ ${MOST_MB} MB`,
      peak <= MOST_MB,
    );
  }
}

function exact(what: string, found: number[], expected: number[]): void {
  findings.goal(
    `${what}: rows, imported, updated, skipped ${found.map(text).join(', ')}`,
    'exact',
    JSON.stringify(found) === JSON.stringify(expected),
  );
}

try {
  const database = connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`, { useCache: true });
  const bare = contactModel(connection.useDb(`${own.env['MONGODB_PREFIX']}bare`, { useCache: true }));
  await bare.createIndexes();
  const limits = { fresh: await bareUpserts(bare.collection, 'bare'), again: await bareUpserts(bare.collection, 'bare') };
  await bare.collection.drop();

  const [{ project: mixed }, { project }] = [await account(services.url), await account(services.url)];
  const path = (name: string): string => join(own.dir, `${name}.csv`);
  const mixedRows = Math.min(COUNT, FILE_ROWS);
  await writeFile(path('mixed'), { from: 0, count: mixedRows }, (n) =>
    n % 50 === 7 ? `nobody ${n},1\n` : n % 50 === 9 ? `${contactSample('', n - 1).email.toUpperCase()},1\n` : undefined,
  );
  const odd = Math.floor(mixedRows / 50);
  await sleep(1_000);
  const baseline = residentOf(pid);
  const mixedJob = await importFile(services.url, mixed, path('mixed'));
  exact(`${text(mixedRows)} rows, of every 50 a bad one and a repeated one`, mixedJob.counts, [mixedRows, mixedRows - 2 * odd, odd, odd]);

  const ranges = Array.from({ length: Math.ceil(COUNT / FILE_ROWS) }, (_, n) => ({
    from: n * FILE_ROWS,
    count: Math.min(FILE_ROWS, COUNT - n * FILE_ROWS),
  }));
  for (const range of ranges) await writeFile(path(`contacts-${range.from}`), range);
  for (const [what, limit, counts] of [
    ['fresh', limits.fresh, [COUNT, COUNT, 0, 0]],
    ['again', limits.again, [COUNT, 0, COUNT, 0]],
  ] as const) {
    const jobs = await watched(`import, ${what}`, baseline, async () => {
      const done: Imported[] = [];
      for (const { from } of ranges) done.push(await importFile(services.url, project, path(`contacts-${from}`)));
      return done;
    });
    const sum = (of: (job: Imported) => number): number => jobs.reduce((total, job) => total + of(job), 0);
    exact(
      `import, ${what}`,
      counts.map((_, index) => sum((job) => job.counts[index]!)),
      [...counts],
    );
    const [upload, seconds] = [sum((job) => job.upload), sum((job) => job.seconds)];
    findings.note(`import, ${what}: ${jobs.length} files, ${upload.toFixed(1)} s of upload, then ${seconds.toFixed(1)} s.`);
    findings.compare(ROWS, {
      what: `import of ${text(COUNT)} rows, ${what}`,
      inFlight: 1,
      ours: { perSecond: COUNT / (upload + seconds) },
      limits: [
        {
          beside: `driver bulk upserts by ${text(BATCH)}, ${text(SAMPLE)} of the same`,
          limit: { perSecond: limit },
          ratio: COUNT / (upload + seconds) / limit,
        },
      ],
      goal: GOAL,
    });
  }

  const out = await watched('export', baseline, () => exportFile(services.url, project));
  findings.goal(
    `export: ${text(COUNT)} rows, ${(out.bytes / 1e6).toFixed(0)} MB in ${out.seconds.toFixed(1)} s`,
    'the imported rows, byte by byte',
    out.hash === exportHash(COUNT),
  );

  let begun = performance.now();
  let read = 0;
  for await (const contact of database
    .collection('contacts')
    .find({ projectId: project.id }, { projection: SHOWN, batchSize: BATCH })
    .sort({ createdAt: 1, _id: 1 }))
    read += Number(contact['email'] !== '');
  const cursor = (read * 1_000) / (performance.now() - begun);
  findings.compare(ROWS, {
    what: 'export',
    inFlight: 1,
    ours: { perSecond: COUNT / out.seconds },
    limits: [{ beside: 'driver cursor over the same', limit: { perSecond: cursor }, ratio: COUNT / out.seconds / cursor }],
  });

  const grpc = createGrpcTransport(ContactsServiceDefinition as Definition, { address: grpcAddress, token: own.env['GRPC_TOKEN']! });
  const stream = createClient(ContactsServiceDefinition, grpc.transport).streamAudience(
    { pageSize: BATCH, refsOnly: false },
    { projectId: project.id, requestId: randomUUID(), actor: { kind: 'service', id: 'bench' } },
  );
  begun = performance.now();
  let met = 0;
  for await (const { contacts } of stream) met += contacts.length;
  const perSecond = (met * 1_000) / (performance.now() - begun);
  findings.compare(ROWS, {
    what: `audience stream, pages of ${text(BATCH)}`,
    inFlight: 1,
    ours: { perSecond },
    limits: [{ beside: 'driver cursor over the same', limit: { perSecond: cursor }, ratio: perSecond / cursor }],
    goal: GOAL,
  });
  findings.goal(`cursor and stream met ${text(read)} and ${text(met)}`, 'all', read === COUNT && met === COUNT);
  findings.note(`the whole run ${((performance.now() - began) / 1_000).toFixed(0)} s`);
} finally {
  await connection.close();
  await own.stop();
}
findings.close();
process.exit();
