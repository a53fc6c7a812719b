/** Whether one contact matches a condition: the same answers as the filter gives, found by looking (CONDITION steps, tests). */
import type { Condition, Filter } from './condition.ts';
import { DAY_MS, readDate } from './iso-date.ts';
import { isOrdering } from './operators.ts';
import type { Activity, Target } from './target.ts';

export interface Contact {
  email: string;
  subscribed: boolean;
  data: Readonly<Record<string, unknown>> | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What is known about the contact beside it. */
export interface Facts {
  now: Date;
  /** The last occurrence of an event. */
  seen(event: string): Date | undefined;
  /** The last time by activity, of any mail or of one template's; by anybody or by people. */
  mail(activity: Activity, limits: Pick<Extract<Target, { kind: 'mail' }>, 'templateId' | 'by'>): Date | undefined;
  /** Undefined for a segment that is not there. */
  memberOf(segmentId: string): boolean | undefined;
}

export function matches({ logic, groups }: Condition, contact: Contact, facts: Facts): boolean {
  const holds = groups.map(
    ({ filters, nested }) =>
      filters.every((filter) => holdsFor(filter, contact, facts)) && (nested === undefined || matches(nested, contact, facts)),
  );
  return logic === 'AND' ? holds.every(Boolean) : holds.some(Boolean);
}

function holdsFor(filter: Filter, contact: Contact, facts: Facts): boolean {
  const { target, operator } = filter;
  switch (target.kind) {
    case 'email':
      return compare({ ...filter, value: typeof filter.value === 'string' ? filter.value.toLowerCase() : filter.value }, contact.email, {
        now: facts.now,
        dates: false,
      });
    case 'subscribed':
      return compare(filter, contact.subscribed, facts);
    case 'createdAt':
    case 'updatedAt':
      return compare(filter, contact[target.kind].toISOString(), facts);
    case 'data':
      return compare(filter, lookUp(contact.data ?? {}, target.key), facts);
    case 'event':
      return occurred(filter, facts.seen(target.name), facts.now);
    case 'mail':
      return occurred(filter, facts.mail(target.activity, target), facts.now);
    case 'segment': {
      const member = facts.memberOf(target.id);
      return member !== undefined && member === (operator === 'memberOfSegment');
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The literal key before the path; own properties of objects only. */
export function lookUp(data: Readonly<Record<string, unknown>>, key: string): unknown {
  if (Object.hasOwn(data, key)) return data[key];
  return key.split('.').reduce<unknown>((value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined), data);
}

/** @param dates false: texts that look like dates are texts */
function compare({ operator, value, span }: Filter, stored: unknown, { now, dates = true }: { now: Date; dates?: boolean }): boolean {
  const present = stored !== undefined && stored !== null;
  if (operator === 'notExists') return !present;
  if (!present || operator === 'exists') return present;
  if (operator === 'equals') return equal(stored, value, dates);
  if (operator === 'notEquals') return !equal(stored, value, dates);
  if (operator === 'contains' || operator === 'notContains') {
    return typeof stored === 'string' && typeof value === 'string' && stored.includes(value) === (operator === 'contains');
  }
  if (isOrdering(operator))
    return typeof value === 'number'
      ? typeof stored === 'number' && ordered(operator, stored, value)
      : datesOrdered(operator, stored, readDate(value)!);
  return datesOrdered(operator === 'within' ? 'greaterThanOrEqual' : 'lessThan', stored, now.getTime() - (value as number) * span!);
}

function datesOrdered(operator: string, stored: unknown, bound: number): boolean {
  const time = readDate(stored);
  return time !== undefined && ordered(operator, time, bound);
}

function ordered(operator: string, stored: number, bound: number): boolean {
  if (operator === 'greaterThan') return stored > bound;
  if (operator === 'lessThan') return stored < bound;
  return operator === 'greaterThanOrEqual' ? stored >= bound : stored <= bound;
}

function equal(stored: unknown, value: unknown, dates: boolean): boolean {
  if (Array.isArray(stored) || Array.isArray(value)) {
    return (
      Array.isArray(stored) &&
      Array.isArray(value) &&
      stored.length === value.length &&
      stored.every((part, index) => equal(part, value[index], false))
    );
  }
  if (isObject(stored) && isObject(value)) {
    const names = Object.keys(stored);
    return (
      names.length === Object.keys(value).length &&
      names.every((name) => Object.hasOwn(value, name) && equal(stored[name], value[name], false))
    );
  }
  const [one, other] = dates ? [readDate(stored), readDate(value)] : [];
  return one !== undefined && other !== undefined ? Math.floor(one / DAY_MS) === Math.floor(other / DAY_MS) : stored === value;
}

function occurred({ operator, value, span }: Filter, last: Date | undefined, now: Date): boolean {
  if (operator === 'triggered') return last !== undefined;
  if (operator === 'notTriggered') return last === undefined;
  const recent = last !== undefined && last.getTime() >= now.getTime() - (value as number) * span!;
  if (operator === 'triggeredWithin') return recent;
  return operator === 'notTriggeredWithin' ? !recent : last !== undefined && !recent;
}
