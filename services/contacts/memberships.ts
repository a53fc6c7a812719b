/**
 * Who is a member of which segment, kept in the contact: each coming and going is one write that happens only if it is one, and carries
 * the fact that tells of it. So several may compute a segment at once, or be killed in the middle of it, and every real change is told once.
 */
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import type { Operation } from './batch.ts';
import { readFilter } from './domain/filter.ts';
import { membershipFact } from './domain/membership.ts';
import type { Move, News } from './domain/membership.ts';
import type { ContactModel } from './model.ts';

const PAGE = 1_000;
/** A call ends in good time for its caller, who asks again. */
const BUDGET_MS = 8_000;

export interface Segment {
  projectId: string;
  id: string;
  /** Absent: nothing is told. */
  news?: News | null | undefined;
}

export type Memberships = ReturnType<typeof memberships>;

export function memberships(model: ContactModel, newId: () => string) {
  function operation({ projectId, id, news }: Segment, which: Move, contactId: string, at: Date): Operation {
    const told = news ? { outbox: pending(membershipFact({ id: newId(), projectId, segmentId: id, news, move: which, contactId, at })) } : {};
    if (which === 'entry') {
      const update = { $push: { segments: id, ...told }, $set: { [`memberships.${id}`]: { enteredAt: at, exitedAt: null } } };
      return { updateOne: { filter: { _id: contactId, projectId, segments: { $ne: id } }, update: update as never } };
    }
    const update = { $pull: { segments: id }, $set: { [`memberships.${id}.exitedAt`]: at }, ...(news ? { $push: told } : {}) };
    return { updateOne: { filter: { _id: contactId, projectId, segments: id }, update: update as never } };
  }

  /** Answers how many of the moves were real ones. */
  async function move(segment: Segment, which: Move, ids: readonly string[], at: Date): Promise<number> {
    if (ids.length === 0) return 0;
    const { modifiedCount } = await model.bulkWrite(ids.map((id) => operation(segment, which, id, at)), { ordered: false, skipValidation: true, timestamps: false });
    if (segment.news) outboxHint(model);
    return modifiedCount;
  }

  /** Ids, a page at a time, read while they change: what is met twice changes once. */
  async function* pages(match: object): AsyncGenerator<string[]> {
    let page: string[] = [];
    const cursor = model.aggregate<{ _id: string }>([{ $match: match }, { $project: { _id: 1 } }]).cursor({ batchSize: PAGE });
    for await (const { _id } of cursor) {
      if (page.push(_id) < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  return {
    /** Those who are about to come, then those who are to go. `done` is false when the time was up. */
    async sync(segment: Segment, filter: object, at: Date): Promise<{ added: number; removed: number; done: boolean }> {
      const { projectId, id } = segment;
      const wanted = readFilter(filter);
      const until = performance.now() + BUDGET_MS;
      const counted = { entry: 0, exit: 0 };
      const sides: [Move, object][] = [['entry', { projectId, segments: { $ne: id }, $and: [wanted] }], ['exit', { projectId, segments: id, $nor: [wanted] }]];
      for (const [which, match] of sides) {
        for await (const ids of pages(match)) {
          counted[which] += await move(segment, which, ids, at);
          if (performance.now() > until) return { added: counted.entry, removed: counted.exit, done: false };
        }
      }
      return { added: counted.entry, removed: counted.exit, done: true };
    },

    add: (segment: Segment, ids: readonly string[], at: Date): Promise<number> => move(segment, 'entry', ids, at),
    remove: (segment: Segment, ids: readonly string[], at: Date): Promise<number> => move(segment, 'exit', ids, at),

    /** Takes every trace of a segment away; false when the time was up. */
    async drop({ projectId, id }: Segment): Promise<boolean> {
      const until = performance.now() + BUDGET_MS;
      for await (const ids of pages({ projectId, [`memberships.${id}`]: { $exists: true } })) {
        await model.updateMany({ projectId, _id: { $in: ids } }, { $pull: { segments: id }, $unset: { [`memberships.${id}`]: 1 } } as never);
        if (performance.now() > until) return false;
      }
      return true;
    },
  };
}
