/**
 * Upserts by address, group-committed: what arrives together is one look-up, one bulk write and one reading back.
 * Decisions 2.1 "Concurrency" is kept within a flush, between flushes and between processes alike: whoever inserts is the creator;
 * who loses to it gives up its data, and only its explicit unsubscription is still applied.
 */
import type { PendingFact } from '#kit/facts/outbox.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import { fault } from '#kit/errors.ts';
import { isDatabaseDown } from '#kit/store/fault.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { runBatch } from './batch.ts';
import type { Operation } from './batch.ts';
import { changesNothing, NO_CHANGE } from './domain/data.ts';
import { nextTurn } from './domain/turn.ts';
import type { Turn, Wish } from './domain/turn.ts';
import { isHeavy, isTooLarge, MAX_DATA_BYTES, notingFlip, notingPatch, patchUpdate, telling, tooLarge, touchedAt } from './fields.ts';
import type { ContactModel, ContactRow } from './model.ts';
import type { Pages } from './pages.ts';

/** One call's wish; `patch` under encoded names. */
export interface Upsert extends Wish {
  projectId: string;
  email: string;
  subscribedWhenNew: boolean;
  now: Date;
  /** The contact's id if this call creates it. */
  newId: string;
  /** Told if `subscribed` flips the contact; its `contactId` is filled in then. */
  fact?: PendingFact;
}

export interface Upserted {
  row: ContactRow;
  isNew: boolean;
}

interface Entry extends Upsert {
  settle: (outcome: Upserted | Error) => void;
}

/** Upserts of one address that are not settled yet, in the order they came. */
interface Group {
  entries: [Entry, ...Entry[]];
  /** A joint write of these failed: one at a time, to find the one to blame. */
  singly: boolean;
}

interface Step {
  group: Group;
  turn: Turn<Entry>;
  /** Absent when the contact was not there. */
  found: Pick<ContactRow, '_id' | 'subscribed'> | undefined;
  operations: Operation[];
  failure?: unknown;
}

const STALLS = 10;

interface Parts {
  model: ContactModel;
  /** Patches that are too heavy for a note. */
  pages: Pages;
}

export function makeUpserts(parts: Parts): (upsert: Upsert) => Promise<Upserted> {
  return joinCalls<Upsert, Upserted>({ write: (upserts) => flush(parts, upserts) });
}

async function flush(parts: Parts, upserts: Upsert[]): Promise<(Upserted | Error)[]> {
  const outcomes = Array.from<Upserted | Error>({ length: upserts.length });
  let open = gather(upserts.map((upsert, index) => ({ ...upsert, settle: (outcome) => { outcomes[index] = outcome; } })));
  // Each pass settles something, except when others delete contacts between look-up and write.
  for (let stalls = 0; open.length > 0 && stalls < STALLS;) {
    const before = open.reduce((sum, { entries }) => sum + entries.length, 0);
    open = await pass(parts, open);
    if (open.reduce((sum, { entries }) => sum + entries.length, 0) === before) stalls += 1;
  }
  for (const { entries } of open) for (const { settle } of entries) settle(fault('CONFLICT', { message: 'The contact keeps changing, try again' }));
  return outcomes;
}

const addressOf = ({ projectId, email }: { projectId: string; email: string }): string => `${projectId} ${email}`;

function gather(entries: Entry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const group = groups.get(addressOf(entry));
    if (group) group.entries.push(entry);
    else groups.set(addressOf(entry), { entries: [entry], singly: false });
  }
  return [...groups.values()];
}

/** One turn of every group; answers what is left. */
async function pass({ model, pages }: Parts, groups: Group[]): Promise<Group[]> {
  const alone = groups.length === 1 ? await settleAlone(model, groups[0]!) : 'unknown';
  if (alone === 'settled') return [];
  const found = alone === 'absent' ? new Map<string, ContactRow>() : await find(model, groups, { _id: 1, projectId: 1, email: 1, subscribed: 1 });
  const steps = groups.map((group) => planStep(group, found.get(addressOf(group.entries[0]))));
  await writeHeavy(pages, steps);
  const owners = steps.flatMap((step) => step.operations.map(() => step));
  for (const [index, failure] of await runBatch(model, steps.flatMap(({ operations }) => operations))) owners[index]!.failure ??= failure;
  const rows = await find(model, steps.filter(({ found: row, failure }) => row || failure).map(({ group }) => group));
  if (steps.some(({ found: row, turn: { says } }) => row && says?.subscribed === !row.subscribed)) outboxHint(model);
  return steps.flatMap((step) => {
    const row = rows.get(addressOf(step.group.entries[0]));
    const left = step.found ? settleTurn(step, row) : settleCreation(step, row);
    return left.length > 0 ? [{ ...step.group, entries: left as [Entry, ...Entry[]] }] : [];
  });
}

/**
 * A lone address of which nobody says whether it is subscribed needs no reading back. It is looked up first: an update that meets
 * nothing would wait for a majority all the same.
 */
async function settleAlone(model: ContactModel, { entries, singly }: Group): Promise<'settled' | 'absent' | 'unknown'> {
  const { wishes, patch, says } = nextTurn<Entry>(entries, MAX_DATA_BYTES);
  if (singly || says || wishes.length < entries.length || isHeavyTurn({ wishes, patch })) return 'unknown';
  const { projectId, email, now } = wishes.at(-1)!;
  const there = await model.findOne({ projectId, email }).lean<ContactRow>();
  if (!there) return 'absent';
  const update = () => model.findOneAndUpdate({ projectId, email }, patchUpdate(patch, { ...touchedAt(now), ...notingPatch(patch, now) }), { returnDocument: 'after', updatePipeline: true });
  try {
    const row = changesNothing(patch) ? there : await update().lean<ContactRow>();
    if (!row) return 'absent';
    for (const { settle } of wishes) settle({ row, isNew: false });
    return 'settled';
  } catch (error) {
    // Whom to blame shows when they are written one by one.
    if (isTooLarge(error)) return 'unknown';
    throw error;
  }
}

const isHeavyTurn = ({ patch, wishes }: Pick<Turn<Entry>, 'patch' | 'wishes'>): boolean => isHeavy({ patch, bytes: wishes.reduce((sum, { bytes }) => sum + bytes, 0) });

/** Changes that are counted at once, one after the other. */
async function writeHeavy(pages: Pages, steps: Step[]): Promise<void> {
  for (const step of steps) {
    const { found, turn: { patch, wishes } } = step;
    if (!found || changesNothing(patch) || !isHeavyTurn(step.turn)) continue;
    const { projectId, now } = wishes.at(-1)!;
    try {
      await pages.changeAlone(projectId, { _id: found._id }, patchUpdate(patch, touchedAt(now)), now);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      step.failure = error;
    }
  }
}

async function find(model: ContactModel, groups: Group[], fields?: Record<string, 1>): Promise<Map<string, ContactRow>> {
  if (groups.length === 0) return new Map();
  const emails = new Map<string, string[]>();
  for (const { entries: [{ projectId, email }] } of groups) {
    const list = emails.get(projectId);
    if (list) list.push(email);
    else emails.set(projectId, [email]);
  }
  const $or = [...emails].map(([projectId, $in]) => ({ projectId, email: { $in } }));
  const rows = await acrossProjects(model.find({ $or }, fields)).lean<ContactRow[]>();
  return new Map(rows.map((row) => [addressOf(row), row]));
}

function planStep(group: Group, found: ContactRow | undefined): Step {
  const { entries, singly } = group;
  const turn = nextTurn<Entry>(singly ? [entries[0]] : entries, MAX_DATA_BYTES);
  return { group, turn, found, operations: found ? changes(turn, found) : [{ insertOne: { document: newRow(entries[0]) } }] };
}

function newRow({ newId, projectId, email, subscribed, subscribedWhenNew, patch, now }: Entry): ContactRow {
  return { _id: newId, projectId, email, subscribed: subscribed ?? subscribedWhenNew, data: Object.fromEntries(patch.set), createdAt: now, updatedAt: now, tally: { at: now, isNew: true } };
}

/** At most two operations, which may run in any order. A flip and its fact are one write that happens only if it is a flip. */
function changes({ patch, says, wishes }: Turn<Entry>, { _id, subscribed }: Pick<ContactRow, '_id' | 'subscribed'>): Operation[] {
  const { projectId, now } = wishes.at(-1)!;
  const operations: Operation[] = [];
  if (!changesNothing(patch) && !isHeavyTurn({ wishes, patch })) {
    operations.push({ updateOne: { filter: { _id, projectId }, update: patchUpdate(patch, { ...touchedAt(now), ...notingPatch(patch, now) }) as never } });
  }
  if (says?.fact && says.subscribed !== undefined && says.subscribed !== subscribed) {
    const update = [{ $set: { subscribed: says.subscribed, ...touchedAt(now), ...notingFlip(now), ...telling({ ...says.fact, contactId: _id }) } }];
    operations.push({ updateOne: { filter: { _id, projectId, subscribed: { $ne: says.subscribed } }, update } });
  }
  return operations;
}

const toError = (failure: unknown): Error => (isTooLarge(failure) ? tooLarge() : failure instanceof Error ? failure : new Error(String(failure)));

/** What is left of a group whose contact was there before. */
function settleTurn({ group, turn: { wishes }, found, failure }: Step, row: ContactRow | undefined): Entry[] {
  if (failure && wishes.length > 1) {
    group.singly = true;
    return group.entries;
  }
  // Deleted meanwhile, so that nothing was changed.
  if (!failure && row?._id !== found?._id) return group.entries;
  for (const { settle } of wishes) settle(row && !failure ? { row, isNew: false } : toError(failure));
  return group.entries.slice(wishes.length);
}

/** What is left of a group whose contact was not there: who loses to the creator wants at most to unsubscribe. */
function settleCreation({ group: { entries }, failure }: Step, read: ContactRow | undefined): Entry[] {
  const [first, ...rest] = entries;
  const row = failure ? read : newRow(first);
  if (!row) {
    if (isTaken(failure)) return entries;
    first.settle(toError(failure));
    return rest;
  }
  const isCreator = row._id === first.newId;
  if (isCreator) first.settle({ row, isNew: true });
  const losers = isCreator ? rest : entries;
  for (const { settle, subscribed } of losers) if (subscribed !== false) settle({ row, isNew: false });
  return losers.filter(({ subscribed }) => subscribed === false).map((loser) => ({ ...loser, patch: NO_CHANGE, bytes: 0 }));
}

/** Another call was first. */
const isTaken = (failure: unknown): boolean => Number((failure as { code?: unknown }).code) === 11_000;
