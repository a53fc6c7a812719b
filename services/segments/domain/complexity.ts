/** How complex a condition becomes once the segments it is made of are put in their places. */
import { fault } from '#kit/errors.ts';
import type { Condition } from './condition.ts';
import type { Membership } from './filter.ts';

/** A filter nested deeper than MongoDB's parser goes, or as long as a book, is refused when it is written, not when it is run. */
const MAX_LEVELS = 16;
const MAX_FILTERS = 2_000;

interface Complexity {
  levels: number;
  filters: number;
}

/** Faults BAD_REQUEST. Each segment is measured once; a circle adds nothing, it matches nobody. */
export function checkComplexity(condition: Condition, membership: (id: string) => Membership | undefined): void {
  const known = new Map<string, Complexity>();
  const nobody: Complexity = { levels: 0, filters: 1 };

  function ofSegment(id: string): Complexity {
    const measured = known.get(id);
    if (measured) return measured;
    known.set(id, nobody);
    const inner = membership(id);
    if (inner === undefined || inner === 'kept') return nobody;
    const complexity = of(inner);
    known.set(id, complexity);
    return complexity;
  }

  function of({ groups }: Condition): Complexity {
    const parts = groups.flatMap(({ filters, nested }) => [
      ...filters.map(({ target }) => (target.kind === 'segment' ? ofSegment(target.id) : nobody)),
      ...(nested ? [of(nested)] : []),
    ]);
    return { levels: 1 + Math.max(...parts.map(({ levels }) => levels)), filters: parts.reduce((sum, { filters }) => sum + filters, 0) };
  }

  const { levels, filters } = of(condition);
  if (levels > MAX_LEVELS)
    throw fault('BAD_REQUEST', { message: `The condition and the segments it names are nested more than ${MAX_LEVELS} levels deep` });
  if (filters > MAX_FILTERS)
    throw fault('BAD_REQUEST', { message: `The condition and the segments it names have more than ${MAX_FILTERS} filters` });
}
