/** Conditions of a project and the segments they name: read together, checked, compiled. */
import { fault } from '#kit/errors.ts';
import { encodeKey } from '#kit/store/keys.ts';
import { plain } from './domain/clause.ts';
import { readCondition } from './domain/condition.ts';
import type { Condition } from './domain/condition.ts';
import { filterOf } from './domain/filter.ts';
import type { Membership } from './domain/filter.ts';
import { isCircular, segmentsIn } from './domain/references.ts';
import { checkComplexity } from './domain/complexity.ts';
import type { SegmentDoc } from './model.ts';
import type { SegmentsStore } from './store.ts';

/** As contacts takes it (StreamAudienceRequest.filter). */
export type WireFilter = Record<string, unknown>;

export const conditionOf = ({ condition }: Pick<SegmentDoc, 'condition'>): Condition | undefined =>
  condition === null ? undefined : readCondition(JSON.parse(condition));

export interface Definitions {
  /** Faults BAD_REQUEST for a condition that comes back to the segment `id`, or is too much with all it names. */
  check(projectId: string, condition: Condition, id: string): Promise<void>;
  compile(projectId: string, condition: Condition, now: Date): Promise<WireFilter>;
  /** Whom a segment holds now: live for DYNAMIC, the members for STATIC. */
  compileSegment(segment: SegmentDoc, now: Date): Promise<WireFilter>;
}

export function createDefinitions(store: SegmentsStore): Definitions {
  /** Every segment that the condition names, and those that they name. */
  async function named(projectId: string, condition: Condition): Promise<Map<string, SegmentDoc>> {
    const found = new Map<string, SegmentDoc>();
    const met = new Set<string>();
    for (let ids = segmentsIn(condition); ids.length > 0;) {
      ids.forEach((id) => met.add(id));
      const segments = await store.of(projectId).findMany(ids);
      for (const segment of segments) found.set(segment._id, segment);
      const further = segments.flatMap((segment) => {
        const inner = conditionOf(segment);
        return inner ? segmentsIn(inner) : [];
      });
      ids = [...new Set(further)].filter((id) => !met.has(id));
    }
    return found;
  }

  /** Tracked and static: the members kept; untracked: its condition (contract 2.4 "Segment in segment"). */
  function membershipIn(segments: ReadonlyMap<string, SegmentDoc>): (id: string) => Membership | undefined {
    return (id) => {
      const segment = segments.get(id);
      return segment && (segment.trackMembership ? 'kept' : (conditionOf(segment) ?? 'kept'));
    };
  }

  async function check(projectId: string, condition: Condition, id: string): Promise<void> {
    const segments = await named(projectId, condition);
    const circular = isCircular(id, condition, (one) => {
      const segment = segments.get(one);
      return segment && conditionOf(segment);
    });
    if (circular) throw fault('BAD_REQUEST', { message: 'Circular segment reference: the condition leads back to this segment' });
    checkComplexity(condition, membershipIn(segments));
  }

  async function compile(projectId: string, condition: Condition, now: Date): Promise<WireFilter> {
    const membership = membershipIn(await named(projectId, condition));
    checkComplexity(condition, membership);
    return plain(filterOf(condition, { now, encode: encodeKey, membership })) as WireFilter;
  }

  async function compileSegment(segment: SegmentDoc, now: Date): Promise<WireFilter> {
    const condition = conditionOf(segment);
    return condition ? compile(segment.projectId, condition, now) : { segments: { $eq: segment._id } };
  }

  return { check, compile, compileSegment };
}
