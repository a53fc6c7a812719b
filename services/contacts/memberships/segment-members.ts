/**
 * Who is a member of which segment, kept in the contact: each coming and going is one write that happens only if it is one, and carries
 * its fact. So several may compute a segment at once, or be killed in the middle of it, and every real change is published once.
 */
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import { bulkWrite, updateOf } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { membershipFact } from '../domain/contact-facts.ts';
import type { Direction, SegmentLabel } from '../domain/contact-facts.ts';
import { readFilter } from '../domain/filter.ts';
import type { ContactModel } from '../model.ts';
import type { PendingTimes } from './pending-times.ts';

const PAGE = 1_000;
/** A call ends in good time for its caller, who asks again. */
const BUDGET_MS = 8_000;

export interface Segment {
  projectId: string;
  id: string;
  /** Absent: nothing is published. */
  label?: SegmentLabel | null | undefined;
}

export interface SyncResult {
  added: number;
  removed: number;
  /** False when the time was up. */
  done: boolean;
}

export interface SegmentMembers {
  /** Those who are about to come, then those who are to go. */
  sync(segment: Segment, filter: object, at: Date): Promise<SyncResult>;
  /** Both answer how many changes were real ones. */
  add(segment: Segment, ids: readonly string[], at: Date): Promise<number>;
  remove(segment: Segment, ids: readonly string[], at: Date): Promise<number>;
  /** Takes every trace of a segment away; false when the time was up. */
  drop(segment: Segment): Promise<boolean>;
}

interface Changing {
  segment: Segment;
  direction: Direction;
  at: Date;
}

export function createSegmentMembers(contacts: ContactModel, settle: PendingTimes['settle'], newId: () => string): SegmentMembers {
  function writeOf({ segment: { projectId, id, label }, direction, at }: Changing, contactId: string): Write {
    const fact = label
      ? { outbox: pending(membershipFact({ id: newId(), projectId, segmentId: id, label, direction, contactId, at })) }
      : {};
    if (direction === 'entry') {
      const update = { $push: { segments: id, ...fact }, $set: { [`memberships.${id}`]: { enteredAt: at, exitedAt: null } } };
      return { updateOne: { filter: { _id: contactId, projectId, segments: { $ne: id } }, update } };
    }
    const update = { $pull: { segments: id }, $set: { [`memberships.${id}.exitedAt`]: at }, ...(label ? { $push: fact } : {}) };
    return { updateOne: { filter: { _id: contactId, projectId, segments: id }, update } };
  }

  /** Answers how many contacts came or went by it: the others were in, or out, before. */
  async function changeAll(changing: Changing, ids: readonly string[]): Promise<number> {
    const result = await bulkWrite(
      contacts,
      ids.map((id) => writeOf(changing, id)),
    );
    if (changing.segment.label) outboxHint(contacts);
    return result?.modifiedCount ?? 0;
  }

  /** Ids, a page at a time, read while they change: what is met twice changes once. */
  async function* pages(match: object): AsyncGenerator<string[]> {
    let page: string[] = [];
    const cursor = contacts.aggregate<{ _id: string }>([{ $match: match }, { $project: { _id: 1 } }]).cursor({ batchSize: PAGE });
    for await (const { _id } of cursor) {
      if (page.push(_id) < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async function sync(segment: Segment, filter: object, at: Date): Promise<SyncResult> {
    const { projectId, id } = segment;
    const wanted = readFilter(filter);
    await settle(projectId, wanted);
    const until = performance.now() + BUDGET_MS;
    const counted = { entry: 0, exit: 0 };
    const sides: [Direction, object][] = [
      ['entry', { projectId, segments: { $ne: id }, $and: [wanted] }],
      ['exit', { projectId, segments: id, $nor: [wanted] }],
    ];
    for (const [direction, match] of sides) {
      for await (const ids of pages(match)) {
        counted[direction] += await changeAll({ segment, direction, at }, ids);
        if (performance.now() > until) return { added: counted.entry, removed: counted.exit, done: false };
      }
    }
    return { added: counted.entry, removed: counted.exit, done: true };
  }

  function add(segment: Segment, ids: readonly string[], at: Date): Promise<number> {
    return changeAll({ segment, direction: 'entry', at }, ids);
  }

  function remove(segment: Segment, ids: readonly string[], at: Date): Promise<number> {
    return changeAll({ segment, direction: 'exit', at }, ids);
  }

  async function drop({ projectId, id }: Segment): Promise<boolean> {
    const until = performance.now() + BUDGET_MS;
    for await (const ids of pages({ projectId, [`memberships.${id}`]: { $exists: true } })) {
      const traces = updateOf({ $pull: { segments: id }, $unset: { [`memberships.${id}`]: 1 } });
      await contacts.updateMany({ projectId, _id: { $in: ids } }, traces);
      if (performance.now() > until) return false;
    }
    return true;
  }

  return { sync, add, remove, drop };
}
