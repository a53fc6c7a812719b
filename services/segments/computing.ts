/** Keeping members and counts up to date: on request, and every five minutes for all of a project (decisions 2.4 "Background loop"). */
import type { CallMeta } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault, fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Definitions } from './definitions.ts';
import { slugOf } from './domain/slug.ts';
import type { SegmentDoc } from './model.ts';
import type { SegmentsStore } from './store.ts';

export interface ComputingParts {
  store: SegmentsStore;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'countAudience' | 'syncMembers' | 'dropMembers'>;
  definitions: Definitions;
  clock: () => Date;
  log: Log;
}

export interface Computed {
  added: number;
  removed: number;
  total: number;
}

export type Computing = ReturnType<typeof makeComputing>;

/** What is told of a segment's members; nothing unless it is tracked. */
export const newsOf = ({ trackMembership, name }: SegmentDoc) => (trackMembership ? { slug: slugOf(name), name } : undefined);

export function makeComputing({ store, contacts, definitions, clock, log }: ComputingParts) {
  /** Counts now and writes it down. */
  async function refresh(segment: SegmentDoc, call: CallMeta, filter?: object): Promise<number> {
    const began = clock();
    const { total } = await contacts.countAudience({ filter: filter ?? (await definitions.compileSegment(segment, began)), atMost: 0 }, call);
    await store.of(segment.projectId).counted(segment._id, total, began);
    return total;
  }

  /** Makes the members of a tracked dynamic segment those who match now; each change is told once, however often this runs. */
  async function compute(segment: SegmentDoc, call: CallMeta): Promise<Computed> {
    if (!segment.trackMembership && segment.type === 'DYNAMIC') throw fault('BAD_REQUEST', { message: 'Only segments with trackMembership can be computed' });
    const members = { segments: { $eq: segment._id } };
    if (segment.type === 'STATIC') return { added: 0, removed: 0, total: await refresh(segment, call) };
    const filter = await definitions.compileSegment(segment, clock());
    const counted = { added: 0, removed: 0 };
    for (let done = false; !done;) {
      const part = await contacts.syncMembers({ segmentId: segment._id, filter, news: newsOf(segment) }, call);
      counted.added += part.added;
      counted.removed += part.removed;
      done = part.done;
    }
    return { ...counted, total: await refresh(segment, call, members) };
  }

  /** Forgets the members of a segment that was deleted, then the segment. */
  async function bury({ _id, projectId }: SegmentDoc): Promise<void> {
    const call = ownCall('segments', projectId);
    while (!(await contacts.dropMembers({ segmentId: _id }, call)).done);
    await store.of(projectId).remove(_id);
  }

  return {
    refresh,
    compute,
    bury,

    /**
     * One turn over a project's segments, in order of their ids from behind `after` on. Answers where to go on when the time was up.
     * A segment that fails on its own account is left for the next turn.
     */
    async project(projectId: string, after: string, until: number, alive: () => void): Promise<string | null> {
      const [deleted, segments] = await Promise.all([store.of(projectId).deleted(), store.of(projectId).list()]);
      const waiting = [...deleted, ...segments].filter(({ _id }) => _id > after).sort((one, other) => (one._id < other._id ? -1 : 1));
      for (const segment of waiting) {
        alive();
        try {
          if (segment.deletedAt) await bury(segment);
          else await (segment.type === 'DYNAMIC' && segment.trackMembership ? compute : refresh)(segment, ownCall('segments', projectId));
        } catch (error) {
          if (!(error instanceof Fault) || error.status >= 500) throw error;
          log.warn({ projectId, segment: segment._id, error: error.message }, 'segment is left as it is');
        }
        if (clock().getTime() > until) return segment._id;
      }
      return null;
    },
  };
}
