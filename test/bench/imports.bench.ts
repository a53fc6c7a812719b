/**
 * Files of contacts with 12 custom fields: in, in again, and out, beside the driver doing the bare thing; and the stream of an audience.
 * BENCH_CONTACTS sets the size.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { client } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { viaGrpc } from '#kit/contract/grpc.ts';
import { contactModel, SHOWN } from '#services/contacts/model.ts';
import { account } from '#test/client.ts';
import { Figures } from '#test/figures.ts';
import { ownStack } from '#test/stack.ts';
import { exportFile, importFile, writeFile } from './contacts/files.ts';
import { person } from './contacts/people.ts';
import { counting, residentOf } from './sending/costs.ts';

const COUNT = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
const SAMPLE = Math.min(COUNT, 100_000);
/** Rows of a large import's page, and of an export's. */
const BATCH = 1_000;
const GOAL = 0.5;
const MOST_MB = 300;
const LOOK_MS = 100;

const text = (value: number): string => value.toLocaleString('en');
const began = performance.now();
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '100000000', IMPORT_MAX_SIZE_MB: '2000', LOG_LEVEL: 'warn', REQUEST_LOGGING: 'false' } });
const figures = new Figures();
const services = await own.startServices('each');
const connection = await mongoose.createConnection(own.env['MONGODB_URI']!, { w: 'majority' }).asPromise();
const { pid, grpcAddress } = services.processes['contacts']!;

/** Upserts of the first contacts' documents by address, page after page; answers how many a second. */
async function bareUpserts(collection: mongoose.Collection<any>, projectId: string): Promise<number> {
  let spent = 0;
  for (let from = 0; from < SAMPLE; from += BATCH) {
    const operations = Array.from({ length: Math.min(BATCH, SAMPLE - from) }, (_, n) => {
      const { _id, email, data, createdAt, updatedAt } = person(projectId, from + n);
      const set = Object.fromEntries(Object.entries(data).map(([key, value]) => [`data.${key}`, value]));
      return { updateOne: { filter: { projectId, email }, update: { $set: { ...set, updatedAt }, $setOnInsert: { _id, createdAt, subscribed: true } }, upsert: true } };
    });
    const begun = performance.now();
    await collection.bulkWrite(operations as never, { ordered: false });
    spent += performance.now() - begun;
  }
  return (SAMPLE * 1_000) / spent;
}

/** Runs the work and tells the most memory contacts had meanwhile, and who used the CPU. */
async function watched<T>(what: string, baseline: number, work: () => Promise<T>): Promise<T> {
  const costs = await counting({ contacts: [pid], mongod: [own.stack.servers.mongodb!.pid], gateway: [services.processes['gateway']!.pid] }, connection);
  let peak = 0;
  const look = setInterval(() => { peak = Math.max(peak, residentOf(pid)); }, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(look);
    const { cpu } = await costs();
    figures.note(`${what}: CPU seconds ${Object.entries(cpu).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', ')}`);
    figures.goal(`${what}: contacts had ${baseline.toFixed(0)} MB resident at rest, ${peak.toFixed(0)} MB at most`, `≤ ${MOST_MB} MB`, peak <= MOST_MB);
  }
}

function exact(what: string, found: number[], expected: number[]): void {
  figures.goal(`${what}: rows, imported, updated, skipped ${found.map(text).join(', ')}`, 'exact', JSON.stringify(found) === JSON.stringify(expected));
}

try {
  const database = connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`, { useCache: true });
  const bare = contactModel(connection.useDb(`${own.env['MONGODB_PREFIX']}bare`, { useCache: true }));
  await bare.createIndexes();
  const limits = { fresh: await bareUpserts(bare.collection, 'bare'), again: await bareUpserts(bare.collection, 'bare') };
  await bare.collection.drop();

  const [{ project: mixed }, { project }] = [await account(services.url), await account(services.url)];
  const path = (name: string): string => join(own.dir, `${name}.csv`);
  await writeFile(path('mixed'), SAMPLE, (n) => (n % 50 === 7 ? `nobody ${n},1\n` : n % 50 === 9 ? `${person('', n - 1).email.toUpperCase()},1\n` : undefined));
  const lines = Math.floor(SAMPLE / 50);
  await sleep(1_000);
  const baseline = residentOf(pid);
  exact(`${text(SAMPLE)} rows, of every 50 a bad one and a repeated one`, (await importFile(services.url, mixed, path('mixed'))).counts, [SAMPLE, SAMPLE - 2 * lines, lines, lines]);

  const hash = await writeFile(path('people'), COUNT);
  for (const [what, limit, counts] of [['fresh', limits.fresh, [COUNT, COUNT, 0, 0]], ['again', limits.again, [COUNT, 0, COUNT, 0]]] as const) {
    const job = await watched(`import, ${what}`, baseline, () => importFile(services.url, project, path('people')));
    exact(`import, ${what}`, job.counts, [...counts]);
    figures.note(`import, ${what}: ${job.seconds.toFixed(1)} s after ${job.upload.toFixed(1)} s of upload`);
    figures.add(1, { name: `import of ${text(COUNT)} rows, ${what}`, ours: { perSecond: COUNT / job.seconds }, limit: { perSecond: limit }, ratio: COUNT / job.seconds / limit, beside: `driver bulk upserts by ${text(BATCH)}, ${text(SAMPLE)} of the same`, goal: GOAL });
  }

  const out = await watched('export', baseline, () => exportFile(services.url, project));
  figures.goal(`export: ${text(COUNT)} rows, ${(out.bytes / 1e6).toFixed(0)} MB in ${out.seconds.toFixed(1)} s`, 'the imported file, byte by byte', out.hash === hash);

  let begun = performance.now();
  let read = 0;
  for await (const contact of database.collection('contacts').find({ projectId: project.id }, { projection: SHOWN, batchSize: BATCH }).sort({ createdAt: 1, _id: 1 })) read += Number(contact['email'] !== '');
  const cursor = (read * 1_000) / (performance.now() - begun);
  figures.add(1, { name: 'export', ours: { perSecond: COUNT / out.seconds }, limit: { perSecond: cursor }, ratio: COUNT / out.seconds / cursor, beside: 'driver cursor over the same' });

  const grpc = viaGrpc(ContactsServiceDefinition as Definition, grpcAddress, own.env['GRPC_TOKEN']!);
  const stream = client(ContactsServiceDefinition, grpc.via).streamAudience({ pageSize: BATCH, refsOnly: false }, { projectId: project.id, requestId: randomUUID(), actor: { kind: 'service', id: 'bench' } });
  begun = performance.now();
  let met = 0;
  for await (const { contacts } of stream) met += contacts.length;
  const perSecond = (met * 1_000) / (performance.now() - begun);
  figures.add(1, { name: `audience stream, pages of ${text(BATCH)}`, ours: { perSecond }, limit: { perSecond: cursor }, ratio: perSecond / cursor, beside: 'driver cursor over the same', goal: GOAL });
  figures.goal(`cursor and stream met ${text(read)} and ${text(met)}`, 'all', read === COUNT && met === COUNT);
  figures.note(`the whole run ${((performance.now() - began) / 1_000).toFixed(0)} s`);
} finally {
  await connection.close();
  await own.stop();
}
process.exit(figures.print() > 0 ? 1 : 0);
