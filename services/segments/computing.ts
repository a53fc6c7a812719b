/** Keeping members and counts up to date: on request, and every five minutes for all of a project (contract 2.4 "Background loop"). */
import type { CallMeta } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault, fault, notFound } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Definitions } from './definitions.ts';
import { slugOf } from './domain/segment.ts';
import type { SegmentDoc } from './model.ts';
import type { SegmentsStore } from './store.ts';

interface Parts {
  store: SegmentsStore;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'countAudience' | 'syncMembers' | 'dropMembers'>;
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'confirmReset'>;
  definitions: Definitions;
  clock: () => Date;
  log: Log;
}

export interface Computed {
  added: number;
  removed: number;
  total: number;
}

export interface Computing {
  /** Counts now and writes it down. */
  refresh(segment: SegmentDoc, call: CallMeta): Promise<number>;
  /**
   * Makes the members of a tracked dynamic segment those who match now; each change is published once, however often this runs. Faults
   * RESOURCE_NOT_FOUND when a reset is about to erase the segment: what it published would be younger than the reset, and stay.
   */
  compute(segment: SegmentDoc, call: CallMeta): Promise<Computed>;
  /** Forgets the members of a segment that was deleted, then the segment. */
  removeDeleted(segment: SegmentDoc): Promise<void>;
  /** One pass over a project's segments. Answers the id behind which to go on when the time was up, null at the end. */
  project(projectId: string, pass: Pass): Promise<string | null>;
}

export interface Pass {
  /** In order of ids from behind this one on. */
  after: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** How facts name a segment; none are published unless it is tracked. */
export const labelOf = ({ trackMembership, name }: SegmentDoc) => (trackMembership ? { slug: slugOf(name), name } : undefined);

export function createComputing({ store, contacts, accounts, definitions, clock, log }: Parts): Computing {
  async function count(segment: SegmentDoc, call: CallMeta, filter?: object): Promise<number> {
    const began = clock();
    const { total } = await contacts.countAudience(
      { filter: filter ?? (await definitions.compileSegment(segment, began)), atMost: 0 },
      call,
    );
    await store.of(segment.projectId).counted(segment._id, total, began);
    return total;
  }

  function refresh(segment: SegmentDoc, call: CallMeta): Promise<number> {
    return count(segment, call);
  }

  async function compute(segment: SegmentDoc, call: CallMeta): Promise<Computed> {
    if (!segment.trackMembership && segment.type === 'DYNAMIC')
      throw fault('BAD_REQUEST', { message: 'Only segments with trackMembership can be computed' });
    const members = { segments: { $eq: segment._id } };
    if (segment.type === 'STATIC') return { added: 0, removed: 0, total: await refresh(segment, call) };
    const at = clock();
    const filter = await definitions.compileSegment(segment, at);
    // Looked at after `at`: who comes and goes is of before any reset that is not known yet, and the reset erases that too.
    if ((await accounts.confirmReset({ until: segment.createdAt.toISOString() }, call)).wanted)
      throw notFound('RESOURCE_NOT_FOUND', { resource: 'Segment', id: segment._id }, 'Segment not found');
    const counted = { added: 0, removed: 0 };
    for (let done = false; !done;) {
      const part = await contacts.syncMembers({ segmentId: segment._id, filter, label: labelOf(segment), at: at.toISOString() }, call);
      counted.added += part.added;
      counted.removed += part.removed;
      done = part.done;
    }
    return { ...counted, total: await count(segment, call, members) };
  }

  async function removeDeleted({ _id, projectId }: SegmentDoc): Promise<void> {
    const call = ownCall('segments', projectId);
    while (!(await contacts.dropMembers({ segmentId: _id }, call)).done);
    await store.of(projectId).remove(_id);
  }

  async function update(segment: SegmentDoc): Promise<void> {
    if (segment.deletedAt) return removeDeleted(segment);
    const call = ownCall('segments', segment.projectId);
    await (segment.type === 'DYNAMIC' && segment.trackMembership ? compute(segment, call) : refresh(segment, call));
  }

  /** A segment that fails on its own account is left for the next pass. */
  async function project(projectId: string, { after, until }: Pass): Promise<string | null> {
    const [deleted, segments] = await Promise.all([store.of(projectId).deleted(), store.of(projectId).list()]);
    const waiting = [...deleted, ...segments].filter(({ _id }) => _id > after).sort((one, other) => (one._id < other._id ? -1 : 1));
    for (const segment of waiting) {
      try {
        await update(segment);
      } catch (error) {
        if (!(error instanceof Fault) || error.status >= 500) throw error;
        log.warn({ projectId, segment: segment._id, error: error.message }, 'segment is left as it is');
      }
      if (clock().getTime() > until) return segment._id;
    }
    return null;
  }

  return { refresh, compute, removeDeleted, project };
}
