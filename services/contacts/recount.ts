/**
 * Compares the field catalogue of a project with a count of its contacts: `npm run recount -- <projectId> [--repair]`. There is
 * nothing to find while every write goes through this service; what was written around it can be repaired, under traffic too.
 * MongoDB is found through the configuration (MONGODB_URI).
 */
import type { ClientSession } from 'mongoose';
import { readConfig } from '#kit/config/config.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { decodeKey } from '#kit/store/keys.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { catalogueOn, fieldId } from './catalogue.ts';
import type { AddressBlock } from './address-model.ts';
import type { Catalogue, Desk } from './catalogue.ts';
import { typeOf } from './domain/field.ts';
import type { FieldType } from './domain/field.ts';
import { countedOf, makeTally } from './domain/tally.ts';
import type { FieldMove } from './domain/tally.ts';
import { moveValues, NO_VALUES } from './domain/values.ts';
import type { ValueCount, Values } from './domain/values.ts';
import { SELF } from './field-model.ts';
import type { FieldRow } from './field-model.ts';
import { contactModel } from './model.ts';
import type { ContactModel, ContactRow } from './model.ts';

export interface Difference {
  /** Literal; null for the contacts themselves. */
  key: string | null;
  of: 'count' | 'subscribed' | 'values' | 'addresses';
  listed: unknown;
  counted: unknown;
}

interface Count {
  count: number;
  type?: FieldType | undefined;
  values: Values;
}

interface Found extends Difference {
  stored: string;
  type?: FieldType | undefined;
}

/** Addresses in the book that no contact has there, and contacts whose address is missing from it. */
interface Addresses {
  strays: { email: string; block: number }[];
  missing: { _id: string; email: string }[];
}

/** Values are folded into their lists so many contacts at a time. */
const CHUNK = 5_000;

/** Block number → its addresses. */
type Shelf = Map<number, Set<string>>;

async function readShelf({ addresses }: Catalogue, projectId: string, session: ClientSession): Promise<Shelf> {
  const blocks = await addresses.model.find({ projectId }, { no: 1, text: 1 }, { session }).lean<AddressBlock[]>();
  return new Map(blocks.map(({ no, text }) => [no, new Set(text.split('\n').filter(Boolean))]));
}

/** All contacts as the catalogue counts them: those not counted yet are left out, changes not counted yet are undone. */
async function countAll(contacts: ContactModel, projectId: string, shelf: Shelf, session: ClientSession): Promise<{ counts: Map<string, Count>; contacts: number; subscribed: number; missing: Addresses['missing'] }> {
  const missing: Addresses['missing'] = [];
  const counts = new Map<string, Count>();
  let [total, subscribed, tally] = [0, 0, makeTally()];
  const add = (key: string, { delta, type, values }: FieldMove): void => {
    const before = counts.get(key) ?? { count: 0, type, values: NO_VALUES };
    counts.set(key, { count: before.count + delta, type: before.type, values: moveValues(before.values, values.values()) });
  };
  const fold = (): void => {
    const moves = tally.projects.get(projectId);
    total += moves?.contacts ?? 0;
    subscribed += moves?.subscribed ?? 0;
    for (const [key, move] of moves?.fields ?? []) add(key, move);
    tally = makeTally();
  };
  let seen = 0;
  const cursor = contacts.find({ projectId }, { email: 1, subscribed: 1, data: 1, tally: 1, block: 1, createdAt: 1 }, { session }).sort({ createdAt: 1, _id: 1 }).lean<ContactRow[]>().cursor({ batchSize: 1_000 });
  for await (const row of cursor) {
    tally.moved(projectId, null, countedOf(row), [], row.createdAt);
    if (!row.tally?.isNew && !shelf.get(row.block ?? -1)?.delete(row.tally?.email ?? row.email)) missing.push({ _id: row._id, email: row.tally?.email ?? row.email });
    if ((seen += 1) % CHUNK === 0) fold();
  }
  fold();
  return { counts, contacts: total, subscribed, missing };
}

/** Lists that do not hold every value are compared as far as both go. */
function differ(listed: Values, counted: Values): boolean {
  const length = listed.complete && counted.complete ? Infinity : Math.min(listed.entries.length, counted.entries.length);
  const told = ({ entries }: Values): string => JSON.stringify(entries.slice(0, length).map(([value, count]: ValueCount) => [value, count]));
  return told(listed) !== told(counted);
}

async function compare(contacts: ContactModel, catalogue: Catalogue, projectId: string, session: ClientSession): Promise<{ found: Found[]; addresses: Addresses }> {
  const shelf = await readShelf(catalogue, projectId, session);
  const all = await countAll(contacts, projectId, shelf, session);
  const strays = [...shelf].flatMap(([block, emails]) => [...emails].map((email) => ({ email, block })));
  const rows = new Map((await catalogue.model.find({ projectId }, {}, { session }).lean<FieldRow[]>()).map((row) => [row.key, row]));
  const self = rows.get(SELF);
  const found: Found[] = [];
  const note = (stored: string, of: Difference['of'], listed: unknown, counted: unknown, type?: FieldType): void => {
    found.push({ key: stored === SELF ? null : decodeKey(stored), stored, of, listed, counted, type });
  };
  if ((self?.count ?? 0) !== all.contacts) note(SELF, 'count', self?.count ?? 0, all.contacts);
  if (strays.length + all.missing.length > 0) note(SELF, 'addresses', strays.map(({ email }) => email), all.missing.map(({ email }) => email));
  if ((self?.subscribed ?? 0) !== all.subscribed) note(SELF, 'subscribed', self?.subscribed ?? 0, all.subscribed);
  for (const key of new Set([...rows.keys(), ...all.counts.keys()])) {
    if (key === SELF) continue;
    const [row, counted] = [rows.get(key), all.counts.get(key)];
    if ((row?.count ?? 0) !== (counted?.count ?? 0)) note(key, 'count', row?.count ?? 0, counted?.count ?? 0, counted?.type ?? typeOf(''));
    const listed = { entries: row?.values ?? [], complete: row?.complete ?? true };
    if (differ(listed, counted?.values ?? NO_VALUES)) note(key, 'values', listed.entries.length, counted?.values.entries.length ?? 0);
  }
  return { found, addresses: { strays, missing: all.missing } };
}

/** Counts are set right; values are forgotten, to be gathered when they are asked for. */
async function repair(catalogue: Catalogue, projectId: string, found: readonly Found[], { session }: Desk): Promise<void> {
  for (const { stored, of, listed, counted, type } of found) {
    if (of === 'addresses') continue;
    const by = Number(counted) - Number(listed);
    const set = of === 'values' ? { values: [], complete: false } : {};
    const first = type ? { type, since: new Date() } : {};
    await catalogue.model.updateOne({ projectId, _id: fieldId(projectId, stored) }, {
      ...(of === 'values' ? { $set: set } : { $inc: { [of]: by } }),
      $setOnInsert: { key: stored, ...(of === 'count' ? first : { count: 0 }) },
    }, { session, upsert: true });
  }
}

async function rewrite(contacts: ContactModel, projectId: string, { strays, missing }: Addresses, { session, book }: Desk): Promise<void> {
  for (const { email, block } of strays) book.remove(projectId, email, block);
  const operations = missing.map(({ _id, email }) => ({ updateOne: { filter: { _id, projectId }, update: { $set: { block: book.place(projectId, email) } } } }));
  if (operations.length > 0) await contacts.bulkWrite(operations as never, { session, ordered: false, timestamps: false });
}

/** Both are read at one moment of the database. Reads every contact of the project. */
export async function recount(contacts: ContactModel, catalogue: Catalogue, projectId: string, repairing: boolean): Promise<Difference[]> {
  const told = (found: Found[]): Difference[] => found.map(({ key, of, listed, counted }) => ({ key, of, listed, counted }));
  if (repairing) {
    return catalogue.commit([projectId], async (desk) => {
      const { found, addresses } = await compare(contacts, catalogue, projectId, desk.session);
      await repair(catalogue, projectId, found, desk);
      await rewrite(contacts, projectId, addresses, desk);
      return told(found);
    });
  }
  const session = await contacts.db.startSession({ snapshot: true });
  try {
    return told((await compare(contacts, catalogue, projectId, session)).found);
  } finally {
    await session.endSession();
  }
}

if (import.meta.main) {
  const [projectId, flag] = process.argv.slice(2);
  const { stores: { mongo } } = readConfig(process.env);
  if (!projectId || (flag !== undefined && flag !== '--repair')) {
    console.error('Usage: recount <projectId> [--repair]');
    process.exitCode = 2;
  } else {
    const databases = await connectMongo(mongo.uri, mongo.prefix, makeLog('warn'), false);
    const database = databases.of('contacts');
    const differences = await recount(contactModel(database), catalogueOn(database), projectId, flag === '--repair').finally(() => databases.close());
    for (const difference of differences) console.log(JSON.stringify(difference));
    process.exitCode = differences.length > 0 && flag !== '--repair' ? 1 : 0;
  }
}
