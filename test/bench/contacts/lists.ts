/** ContactLists, search and the field catalogue of one project with many contacts, beside the driver doing the bare thing. */
import type { Connection } from 'mongoose';
import { writeCursor } from '#services/contacts/domain/cursor.ts';
import type { Findings } from '#test/findings.ts';
import { comparedInTurn, httpRate, rateOf } from '#test/rate.ts';

interface Project {
  id: string;
  secret: string;
}

const PAGE = 100;
const MOST_MS = 150;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1);

export interface Measured {
  name: string;
  path: string;
  beside: string;
  limit: () => Promise<unknown>;
}

async function measure(url: string, { secret }: Project, findings: Findings, what: readonly Measured[]): Promise<void> {
  for (const { name, path, beside, limit } of what) {
    const compared = await comparedInTurn(
      () => httpRate(1, { url: url + path, key: secret }, SECONDS),
      [{ beside, rate: () => rateOf(1, limit, SECONDS) }],
    );
    findings.compare('Requests over HTTP, one at a time, the same again and again; nothing throttled, counts of unchanged data are kept', {
      what: name,
      inFlight: 1,
      ...compared,
    });
    findings.goal(`${name}: p99 ${compared.ours.p99.toFixed(0)} ms`, `≤ ${MOST_MS} ms`, compared.ours.p99 <= MOST_MS);
  }
}

/** Everything a project of `count` contacts is asked. */
export async function measureLists(url: string, project: Project, database: Connection, findings: Findings, count: number): Promise<void> {
  const contacts = database.collection<{ _id: string; createdAt: Date; email: string }>('contacts');
  const [fields, projectId] = [database.collection('fields'), project.id];
  const newest = { createdAt: -1, _id: -1 } as const;
  const list = (filter: object) => () =>
    contacts
      .find({ projectId, ...filter } as never)
      .sort(newest)
      .limit(PAGE + 1)
      .toArray();
  const deep = Math.min(10_000 * PAGE, count) - PAGE;
  const [last] = await contacts
    .find({ projectId } as never)
    .sort(newest)
    .skip(deep - 1)
    .limit(1)
    .toArray();
  const cursor = writeCursor('createdAt', { value: last!.createdAt.getTime(), id: last!._id });
  const [middle] = await contacts
    .find({ projectId } as never)
    .sort({ email: 1 })
    .skip(count >> 1)
    .limit(1)
    .toArray();
  const byEmail = writeCursor('email', { value: middle!.email, id: middle!._id });
  const found = (fragment: string) => () => contacts.countDocuments({ projectId, email: { $regex: fragment } } as never);
  const rows = () => fields.find({ projectId }, { projection: { values: 0 } }).toArray();
  const field = (key: string) => () => fields.findOne({ projectId, key });

  await measure(url, project, findings, [
    { name: 'GET /contacts, first page', path: `/contacts?limit=${PAGE}`, beside: 'driver find', limit: list({}) },
    {
      name: `GET /contacts, page ${deep / PAGE + 1}`,
      path: `/contacts?limit=${PAGE}&cursor=${cursor}`,
      beside: 'driver find',
      limit: list({ createdAt: { $lte: last!.createdAt } }),
    },
    {
      name: 'GET /contacts by address, in the middle',
      path: `/contacts?limit=${PAGE}&sort=email&dir=asc&cursor=${byEmail}`,
      beside: 'driver find',
      limit: () =>
        contacts
          .find({ projectId, email: { $gt: middle!.email } } as never)
          .sort({ email: 1 })
          .limit(PAGE + 1)
          .toArray(),
    },
    {
      name: 'GET /contacts, unsubscribed',
      path: `/contacts?limit=${PAGE}&subscribed=false`,
      beside: 'driver find',
      limit: list({ subscribed: false }),
    },
    {
      name: 'search, found once',
      path: `/contacts?limit=${PAGE}&search=.${count - 1}@`,
      beside: 'driver count of the fragment',
      limit: found(`\\.${count - 1}@`),
    },
    {
      name: 'search, found in a quarter',
      path: `/contacts?limit=${PAGE}&search=example.org`,
      beside: 'driver count of the fragment',
      limit: found('example\\.org'),
    },
    {
      name: 'search, found nowhere',
      path: `/contacts?limit=${PAGE}&search=nobody`,
      beside: 'driver count of the fragment',
      limit: found('nobody'),
    },
    { name: 'GET /contacts/fields', path: '/contacts/fields', beside: 'driver find', limit: rows },
    { name: 'values, of four', path: '/contacts/fields/plan/values', beside: 'driver findOne', limit: field('plan') },
    {
      name: `values, of ${count.toLocaleString('en')}`,
      path: '/contacts/fields/fullName/values?limit=200',
      beside: 'driver findOne',
      limit: field('fullName'),
    },
    { name: 'usage', path: '/contacts/fields/data.plan/usage', beside: 'driver findOne', limit: field('plan') },
  ]);
}

/** The first page of a small project. */
export async function measureSmall(url: string, project: Project, database: Connection, findings: Findings, name: string): Promise<void> {
  const contacts = database.collection('contacts');
  const limit = () => contacts.find({ projectId: project.id }).sort({ createdAt: -1, _id: -1 }).limit(21).toArray();
  await measure(url, project, findings, [{ name, path: '/contacts', beside: 'driver find', limit }]);
}

/** Bytes of documents and of each index, a contact. */
export async function noteBytes(database: Connection, findings: Findings): Promise<void> {
  const [stats] = await database
    .collection('contacts')
    .aggregate<{ count: number; size: number; storage: number; indexes: Record<string, number> }>([
      { $collStats: { storageStats: {} } },
      {
        $project: {
          count: '$storageStats.count',
          size: '$storageStats.size',
          storage: '$storageStats.storageSize',
          indexes: '$storageStats.indexSizes',
        },
      },
    ])
    .toArray();
  const { count, size, storage, indexes } = stats!;
  const each = (bytes: number): string => (bytes / count).toFixed(0);
  findings.note(
    `a contact: ${each(size)} bytes of document (${each(storage)} on disk), indexes on disk: ${Object.entries(indexes)
      .map(([name, bytes]) => `${name} ${each(bytes)}`)
      .join(', ')}`,
  );
}
