/** Compares the field catalogue of a project with a count of its contacts, and sets it right. */
import type { ClientSession } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { decodeKey } from '#kit/store/keys.ts';
import { createCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { EmailBlock } from './email-index.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { typeOf } from '../domain/field.ts';
import type { FieldType } from '../domain/field.ts';
import { countedState, createCountDeltas } from '../domain/pending-count.ts';
import type { FieldDelta } from '../domain/pending-count.ts';
import { applyValueDeltas, NO_VALUES } from '../domain/values.ts';
import type { ValueCount, Values } from '../domain/values.ts';
import { fieldId, SELF } from './field-model.ts';
import type { FieldRow } from './field-model.ts';
import type { ContactModel, ContactRow } from '../model.ts';

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

/** Addresses in the search index that no contact has there, and contacts whose address is missing from it. */
interface Addresses {
  strays: { email: string; block: number }[];
  missing: { _id: string; email: string }[];
}

/** Values are folded into their lists so many contacts at a time. */
const CHUNK = 5_000;

/** The email search index: block number → its addresses. */
type Blocks = Map<number, Set<string>>;

async function readBlocks({ emailIndex }: Catalogue, projectId: string, session: ClientSession): Promise<Blocks> {
  const blocks = await emailIndex.model.find({ projectId }, { no: 1, text: 1 }, { session }).lean<EmailBlock[]>();
  return new Map(blocks.map(({ no, text }) => [no, new Set(text.split('\n').filter(Boolean))]));
}

interface Compared {
  contacts: ContactModel;
  catalogue: Catalogue;
  projectId: string;
  session: ClientSession;
}

interface Totals {
  counts: Map<string, Count>;
  contacts: number;
  subscribed: number;
  missing: Addresses['missing'];
}

/** All contacts as the catalogue counts them: those not counted yet are left out, changes not counted yet are undone. */
async function countAll({ contacts, projectId, session }: Compared, blocks: Blocks): Promise<Totals> {
  const missing: Addresses['missing'] = [];
  const counts = new Map<string, Count>();
  let [total, subscribed, deltas] = [0, 0, createCountDeltas()];
  const add = (key: string, { delta, type, values }: FieldDelta): void => {
    const before = counts.get(key) ?? { count: 0, type, values: NO_VALUES };
    counts.set(key, { count: before.count + delta, type: before.type, values: applyValueDeltas(before.values, values.values()) });
  };
  const fold = (): void => {
    const change = deltas.projects.get(projectId);
    total += change?.contacts ?? 0;
    subscribed += change?.subscribed ?? 0;
    for (const [key, delta] of change?.fields ?? []) add(key, delta);
    deltas = createCountDeltas();
  };
  let seen = 0;
  const cursor = contacts
    .find({ projectId }, { email: 1, subscribed: 1, data: 1, tally: 1, block: 1, createdAt: 1 }, { session })
    .sort({ createdAt: 1, _id: 1 })
    .lean<ContactRow[]>()
    .cursor({ batchSize: 1_000 });
  for await (const row of cursor) {
    deltas.add({ projectId, before: null, after: countedState(row), at: row.createdAt });
    if (!row.tally?.isNew && !blocks.get(row.block ?? -1)?.delete(row.tally?.email ?? row.email))
      missing.push({ _id: row._id, email: row.tally?.email ?? row.email });
    if ((seen += 1) % CHUNK === 0) fold();
  }
  fold();
  return { counts, contacts: total, subscribed, missing };
}

/** ContactLists that do not hold every value are compared as far as both go. */
function valuesDiffer(listed: Values, counted: Values): boolean {
  const length = listed.complete && counted.complete ? Infinity : Math.min(listed.entries.length, counted.entries.length);
  const text = ({ entries }: Values): string =>
    JSON.stringify(entries.slice(0, length).map(([value, count]: ValueCount) => [value, count]));
  return text(listed) !== text(counted);
}

async function compare(compared: Compared): Promise<{ found: Found[]; addresses: Addresses }> {
  const { catalogue, projectId, session } = compared;
  const blocks = await readBlocks(catalogue, projectId, session);
  const all = await countAll(compared, blocks);
  const strays = [...blocks].flatMap(([block, emails]) => [...emails].map((email) => ({ email, block })));
  const rows = new Map((await catalogue.model.find({ projectId }, {}, { session }).lean<FieldRow[]>()).map((row) => [row.key, row]));
  const self = rows.get(SELF);
  const found: Found[] = [];
  const differs = (stored: string, difference: Omit<Difference, 'key'>, type?: FieldType): void => {
    found.push({ key: stored === SELF ? null : decodeKey(stored), stored, ...difference, type });
  };
  const { contacts: count, subscribed, missing } = all;
  if ((self?.count ?? 0) !== count) differs(SELF, { of: 'count', listed: self?.count ?? 0, counted: count });
  const emailsOf = (some: readonly { email: string }[]): string[] => some.map(({ email }) => email);
  if (strays.length + missing.length > 0) differs(SELF, { of: 'addresses', listed: emailsOf(strays), counted: emailsOf(missing) });
  if ((self?.subscribed ?? 0) !== subscribed) differs(SELF, { of: 'subscribed', listed: self?.subscribed ?? 0, counted: subscribed });
  for (const key of new Set([...rows.keys(), ...all.counts.keys()])) {
    if (key === SELF) continue;
    const [row, counted] = [rows.get(key), all.counts.get(key)];
    const counts = { of: 'count' as const, listed: row?.count ?? 0, counted: counted?.count ?? 0 };
    if (counts.listed !== counts.counted) differs(key, counts, counted?.type ?? typeOf(''));
    const listed = { entries: row?.values ?? [], complete: row?.complete ?? true };
    const values = counted?.values ?? NO_VALUES;
    if (valuesDiffer(listed, values)) differs(key, { of: 'values', listed: listed.entries.length, counted: values.entries.length });
  }
  return { found, addresses: { strays, missing } };
}

/** Counts are set right; values are forgotten, to be gathered when they are asked for. */
async function repair({ catalogue, projectId, session }: Compared, found: readonly Found[]): Promise<void> {
  for (const { stored, of, listed, counted, type } of found) {
    if (of === 'addresses') continue;
    const by = Number(counted) - Number(listed);
    const set = of === 'values' ? { values: [], complete: false } : {};
    const first = type ? { type, since: new Date() } : {};
    await catalogue.model.updateOne(
      { projectId, _id: fieldId(projectId, stored) },
      {
        ...(of === 'values' ? { $set: set } : { $inc: { [of]: by } }),
        $setOnInsert: { key: stored, ...(of === 'count' ? first : { count: 0 }) },
      },
      { session, upsert: true },
    );
  }
}

async function rewriteIndex({ contacts, projectId }: Compared, { strays, missing }: Addresses, unit: UnitOfWork): Promise<void> {
  for (const { email, block } of strays) unit.emails.remove(projectId, email, block);
  const writes = missing.map(({ _id, email }) => ({
    updateOne: { filter: { _id, projectId }, update: { $set: { block: unit.emails.place(projectId, email) } } },
  }));
  await bulkWrite(contacts, writes, { session: unit.session });
}

const shown = (found: Found[]): Difference[] => found.map(({ key, of, listed, counted }) => ({ key, of, listed, counted }));

/** Both are read at one moment of the database. Reads every contact of the project. */
export async function recount(contacts: ContactModel, projectId: string, repairing: boolean): Promise<Difference[]> {
  const catalogue = createCatalogue(contacts);
  if (repairing) {
    return catalogue.commit([projectId], async (unit) => {
      const compared = { contacts, catalogue, projectId, session: unit.session };
      const { found, addresses } = await compare(compared);
      await repair(compared, found);
      await rewriteIndex(compared, addresses, unit);
      return shown(found);
    });
  }
  const session = await contacts.db.startSession({ snapshot: true });
  try {
    return shown((await compare({ contacts, catalogue, projectId, session })).found);
  } finally {
    await session.endSession();
  }
}
