/**
 * One pass over the upserts of one address: what is to be written, and who is answered by what was read back. Contract 2.1 "Concurrency":
 * whoever inserts is the creator; who loses to it gives up its data, and only its explicit unsubscription is still applied.
 */
import type { PendingFact } from '#kit/facts/outbox.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import {
  isHeavy,
  isTooLarge,
  MAX_DATA_BYTES,
  patchUpdate,
  pendingCountOfFlip,
  pendingCountOfPatch,
  tooLarge,
  touchedAt,
  withFact,
} from '../contact-update.ts';
import { coalesce } from '../domain/coalesce.ts';
import type { CoalescedWrite, UpsertIntent } from '../domain/coalesce.ts';
import { changesNothing, NO_CHANGE } from '../domain/data.ts';
import type { ContactRow } from '../model.ts';

/** One call's intent; `patch` under encoded names. */
export interface Upsert extends UpsertIntent {
  projectId: string;
  email: string;
  subscribedWhenNew: boolean;
  now: Date;
  /** The contact's id if this call creates it. */
  newId: string;
  /** Published if `subscribed` flips the contact; its `contactId` is filled in then. */
  fact?: PendingFact;
}

export interface Upserted {
  row: ContactRow;
  isNew: boolean;
}

/** An upsert that waits for its answer. */
export interface Entry extends Upsert {
  settle: (outcome: Upserted | Error) => void;
}

/** Upserts of one address that are not settled yet, in the order they came. */
export interface Group {
  entries: [Entry, ...Entry[]];
  /** A joint write of these failed: one at a time, to find the one to blame. */
  singly: boolean;
}

export interface Found extends Pick<ContactRow, '_id' | 'subscribed'> {
  /** What its data take in the store. */
  bytes: number;
}

export interface Step {
  group: Group;
  write: CoalescedWrite<Entry>;
  /** Absent when the contact was not there. */
  found: Found | undefined;
  operations: Write[];
  failure?: unknown;
}

/**
 * Whether a write to the contact is counted at once, in a transaction that also sees how large it becomes.
 * @param stored bytes of the data that the contact has
 */
export function isHeavyWrite({ patch, intents }: Pick<CoalescedWrite<Entry>, 'patch' | 'intents'>, stored: number): boolean {
  const bytes = intents.reduce((sum, intent) => sum + intent.bytes, 0);
  return isHeavy({ patch, bytes }) || stored + bytes > MAX_DATA_BYTES;
}

export function planStep(group: Group, found: Found | undefined): Step {
  const { entries, singly } = group;
  const write = coalesce<Entry>(singly ? [entries[0]] : entries, MAX_DATA_BYTES);
  return { group, write, found, operations: found ? changes(write, found) : [{ insertOne: { document: newRow(entries[0]) } }] };
}

function newRow({ newId, projectId, email, subscribed, subscribedWhenNew, patch, now }: Entry): ContactRow {
  return {
    _id: newId,
    projectId,
    email,
    subscribed: subscribed ?? subscribedWhenNew,
    data: Object.fromEntries(patch.set),
    createdAt: now,
    updatedAt: now,
    tally: { at: now, isNew: true },
  };
}

/** At most two operations, which may run in any order. A flip and its fact are one write that happens only if it is a flip. */
function changes({ patch, subscription, intents }: CoalescedWrite<Entry>, { _id, subscribed, bytes }: Found): Write[] {
  const { projectId, now } = intents.at(-1)!;
  const operations: Write[] = [];
  if (!changesNothing(patch) && !isHeavyWrite({ intents, patch }, bytes)) {
    const update = patchUpdate(patch, { ...touchedAt(now), ...pendingCountOfPatch(patch, now) });
    operations.push({ updateOne: { filter: { _id, projectId }, update } });
  }
  if (subscription?.fact && subscription.subscribed !== undefined && subscription.subscribed !== subscribed) {
    const fact = withFact({ ...subscription.fact, contactId: _id });
    const update = [{ $set: { subscribed: subscription.subscribed, ...touchedAt(now), ...pendingCountOfFlip(now), ...fact } }];
    operations.push({ updateOne: { filter: { _id, projectId, subscribed: { $ne: subscription.subscribed } }, update } });
  }
  return operations;
}

/** Answers who can be answered; what is left of the group needs another pass. */
export function settleStep(step: Step, row: ContactRow | undefined): Entry[] {
  return step.found ? settleChange(step, row) : settleCreation(step, row);
}

const toError = (failure: unknown): Error =>
  isTooLarge(failure) ? tooLarge() : failure instanceof Error ? failure : new Error(String(failure));

/** The contact was there before. */
function settleChange({ group, write: { intents }, found, failure }: Step, row: ContactRow | undefined): Entry[] {
  if (failure && intents.length > 1) {
    group.singly = true;
    return group.entries;
  }
  // Deleted meanwhile, so that nothing was changed.
  if (!failure && row?._id !== found?._id) return group.entries;
  for (const { settle } of intents) settle(row && !failure ? { row, isNew: false } : toError(failure));
  return group.entries.slice(intents.length);
}

/** The contact was not there: who loses to the creator may at most still unsubscribe. */
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

/** Another call was first. A bulk write names its failures by code alone. */
const isTaken = (failure: unknown): boolean => Number((failure as { code?: unknown }).code) === 11_000;
