/**
 * Upserts by address, group-committed: what arrives together is one look-up, one bulk write and one reading back. The rules of
 * `upsert-step.ts` hold within a flush, between flushes and between processes alike.
 */
import { outboxHint } from '#kit/facts/outbox.ts';
import { fault } from '#kit/errors.ts';
import { bulkWriteEach } from '#kit/store/bulk-write.ts';
import { isDatabaseDown } from '#kit/store/fault.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { bytesOf, isTooLarge, MAX_DATA_BYTES, patchUpdate, pendingCountOfPatch, touchedAt } from '../contact-update.ts';
import { coalesce } from '../domain/coalesce.ts';
import { changesNothing } from '../domain/data.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import type { ContactPages } from './contact-pages.ts';
import { isHeavyWrite, planStep, settleStep } from './upsert-step.ts';
import type { Entry, Found, Group, Step, Upsert, Upserted } from './upsert-step.ts';

type Addressed = Pick<ContactRow, 'projectId' | 'email'>;
type Sized = Found & Addressed;

const SIZED = { _id: 1, projectId: 1, email: 1, subscribed: 1, bytes: { $bsonSize: '$data' } } as const;

/** Passes that settle nothing before the rest is given up. */
const STALLS = 10;

interface Parts {
  contacts: ContactModel;
  /** Writes patches that are too heavy for a pending count delta. */
  pages: ContactPages;
}

export function createUpserts(parts: Parts): (upsert: Upsert) => Promise<Upserted> {
  return createBatcher<Upsert, Upserted>({ write: (upserts) => flush(parts, upserts) });
}

const unsettled = (groups: Group[]): number => groups.reduce((sum, { entries }) => sum + entries.length, 0);

async function flush(parts: Parts, upserts: Upsert[]): Promise<(Upserted | Error)[]> {
  const outcomes = Array.from<Upserted | Error>({ length: upserts.length });
  const entries = upserts.map((upsert, index): Entry => {
    const settle = (outcome: Upserted | Error): void => void (outcomes[index] = outcome);
    return { ...upsert, settle };
  });
  let open = groupByAddress(entries);
  // Each pass settles something, except when others delete contacts between look-up and write.
  for (let stalls = 0; open.length > 0 && stalls < STALLS;) {
    const before = unsettled(open);
    open = await pass(parts, open);
    if (unsettled(open) === before) stalls += 1;
  }
  for (const { settle } of open.flatMap((group) => group.entries))
    settle(fault('CONFLICT', { message: 'The contact keeps changing, try again' }));
  return outcomes;
}

const addressOf = ({ projectId, email }: Addressed): string => `${projectId} ${email}`;

function groupByAddress(entries: Entry[]): Group[] {
  const groups = Map.groupBy(entries, addressOf);
  return [...groups.values()].map((own) => ({ entries: own as [Entry, ...Entry[]], singly: false }));
}

/** One write of every group; answers what is left. */
async function pass({ contacts, pages }: Parts, groups: Group[]): Promise<Group[]> {
  const alone = groups.length === 1 ? await settleAlone(contacts, groups[0]!) : 'unknown';
  if (alone === 'settled') return [];
  const found = alone === 'absent' ? new Map<string, Sized>() : await find<Sized>(contacts, groups, SIZED);
  const steps = groups.map((group) => planStep(group, found.get(addressOf(group.entries[0]))));
  await writeHeavy(pages, steps);
  const owners = steps.flatMap((step) => step.operations.map(() => step));
  const failures = await bulkWriteEach(
    contacts,
    steps.flatMap(({ operations }) => operations),
    { everyProject: true },
  );
  for (const [index, failure] of failures) owners[index]!.failure ??= failure;
  const toRead = steps.filter((step) => step.found || step.failure).map(({ group }) => group);
  const rows = await find<ContactRow>(contacts, toRead);
  if (steps.some(flips)) outboxHint(contacts);
  return steps.flatMap((step) => {
    const left = settleStep(step, rows.get(addressOf(step.group.entries[0])));
    return left.length > 0 ? [{ ...step.group, entries: left as [Entry, ...Entry[]] }] : [];
  });
}

const flips = ({ found, write: { subscription } }: Step): boolean => found !== undefined && subscription?.subscribed === !found.subscribed;

/**
 * A lone address of which nobody says whether it is subscribed needs no reading back. It is looked up first: an update that meets
 * nothing would wait for a majority all the same.
 */
async function settleAlone(contacts: ContactModel, { entries, singly }: Group): Promise<'settled' | 'absent' | 'unknown'> {
  const { intents, patch, subscription } = coalesce<Entry>(entries, MAX_DATA_BYTES);
  if (singly || subscription || intents.length < entries.length) return 'unknown';
  const { projectId, email, now } = intents.at(-1)!;
  const there = await contacts.findOne({ projectId, email }).lean<ContactRow>();
  if (!there) return 'absent';
  if (isHeavyWrite({ intents, patch }, bytesOf(there.data))) return 'unknown';
  const update = patchUpdate(patch, { ...touchedAt(now), ...pendingCountOfPatch(patch, now) });
  try {
    const row = changesNothing(patch)
      ? there
      : await contacts.findOneAndUpdate({ projectId, email }, update, { returnDocument: 'after', updatePipeline: true }).lean<ContactRow>();
    if (!row) return 'absent';
    for (const { settle } of intents) settle({ row, isNew: false });
    return 'settled';
  } catch (error) {
    // Whom to blame shows when they are written one by one.
    if (isTooLarge(error)) return 'unknown';
    throw error;
  }
}

/** Changes that are counted at once, one after the other. */
async function writeHeavy(pages: ContactPages, steps: Step[]): Promise<void> {
  for (const step of steps) {
    const { patch, intents } = step.write;
    if (!step.found || changesNothing(patch) || !isHeavyWrite(step.write, step.found.bytes)) continue;
    const { projectId, now } = intents.at(-1)!;
    try {
      await pages.changeOne({ projectId, filter: { _id: step.found._id }, update: patchUpdate(patch, touchedAt(now)), now });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      step.failure = error;
    }
  }
}

async function find<R extends Addressed>(
  contacts: ContactModel,
  groups: Group[],
  fields?: Record<string, unknown>,
): Promise<Map<string, R>> {
  if (groups.length === 0) return new Map();
  const addresses = Map.groupBy(
    groups.map(({ entries: [first] }) => first),
    ({ projectId }) => projectId,
  );
  const $or = [...addresses].map(([projectId, own]) => ({ projectId, email: { $in: own.map(({ email }) => email) } }));
  const rows = await acrossProjects(contacts.find({ $or }, fields)).lean<R[]>();
  return new Map(rows.map((row) => [addressOf(row), row]));
}
