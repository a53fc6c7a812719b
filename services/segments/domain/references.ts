/** What conditions refer to: other segments, fields, events, templates. */
import { filtersOf } from './condition.ts';
import type { Condition } from './condition.ts';
import { ACTIVITIES } from './target.ts';

/** Ids of the segments a condition names itself. */
export function segmentsIn(condition: Condition): string[] {
  return [...new Set(filtersOf(condition).flatMap(({ target }) => (target.kind === 'segment' ? [target.id] : [])))];
}

/** Something a condition may refer to; exactly one of them. */
export interface Thing {
  /** A custom field without `data.`, or a core field. */
  field?: string | undefined;
  event?: string | undefined;
  templateId?: string | undefined;
  segmentId?: string | undefined;
}

/** True when a filter is about the thing. A field counts as used by a path that leads through it. */
export function refersTo(condition: Condition, { field, event, templateId, segmentId }: Thing): boolean {
  return filtersOf(condition).some(({ target }) => {
    if (target.kind === 'data') return field !== undefined && (target.key === field || target.key.startsWith(`${field}.`));
    if (target.kind === 'event') return target.name === event;
    if (target.kind === 'mail')
      return ACTIVITIES[target.activity] === event || (templateId !== undefined && target.templateId === templateId);
    if (target.kind === 'segment') return target.id === segmentId;
    return target.kind === field;
  });
}

/** True when a segment with this condition would come back to itself. `conditionOf`: what the other segments say now. */
export function isCircular(id: string, condition: Condition, conditionOf: (id: string) => Condition | undefined): boolean {
  const met = new Set<string>();
  const waiting = segmentsIn(condition);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    if (met.has(next)) continue;
    met.add(next);
    const further = conditionOf(next);
    if (further) waiting.push(...segmentsIn(further));
  }
  return false;
}
