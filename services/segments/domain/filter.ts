/**
 * A condition → a MongoDB filter over contacts as contacts keeps them. Pure. What people sent ends up behind `$eq`, in a pattern
 * whose every character is quoted, or as the literal of an expression: values never become operators, names never become paths
 * other than the one they spell.
 *
 * Of a contact: `email` in normal form, `subscribed`, `createdAt`, `updatedAt`, custom fields in `data` under encoded names,
 * `seen.<event>` and `mail.<template or any>.<activity>` (`<activity>ByHuman` what people did) the last occurrence,
 * `segments` the ids of the segments it is a member of.
 */
import { every, holding, nothing } from './clause.ts';
import type { Clause } from './clause.ts';
import { dataClause } from './data-clause.ts';
import type { Condition, Filter } from './condition.ts';
import { DAY_MS, momentBefore, readDate } from './iso-date.ts';
import { isOrdering, ORDER } from './operators.ts';
import type { Operator, Ordering } from './operators.ts';
import type { Target } from './target.ts';

/** How membership of another segment is known: kept with the contact, or by a condition of its own. */
export type Membership = 'kept' | Condition;

export interface Surroundings {
  now: Date;
  /** A field's or event's name as the database keeps it. */
  encode: (name: string) => string;
  /** Undefined for a segment that is not there. */
  membership: (segmentId: string) => Membership | undefined;
}

/** The filter of a whole condition. */
export function filterOf(condition: Condition, around: Surroundings, chain: readonly string[] = []): Clause {
  const groups = condition.groups.map(({ filters, nested }) => {
    const parts = filters.map((filter) => clauseOf(filter, around, chain));
    if (nested) parts.push(filterOf(nested, around, chain));
    return every(parts);
  });
  return condition.logic === 'AND' || groups.length === 1 ? every(groups) : { $or: groups };
}

function clauseOf(filter: Filter, around: Surroundings, chain: readonly string[]): Clause {
  const { target, operator, value } = filter;
  switch (target.kind) {
    case 'email':
      return emailClause(operator, value);
    case 'subscribed':
      return typeof value === 'boolean' ? { subscribed: { [operator === 'equals' ? '$eq' : '$ne']: value } } : unlike(operator);
    case 'createdAt':
    case 'updatedAt':
      return momentClause(target.kind, filter, around.now);
    case 'data':
      return dataClause(target.key, filter, around);
    case 'event':
      return occurrenceClause(`seen.${around.encode(target.name)}`, filter, around.now);
    case 'mail':
      return occurrenceClause(
        `mail.${around.encode(target.templateId ?? 'any')}.${target.activity}${target.by ? 'ByHuman' : ''}`,
        filter,
        around.now,
      );
    case 'segment':
      return memberClause(target, operator, { around, chain });
  }
}

/** A value of another kind than the field's: equal to none, different from all. */
const unlike = (operator: Operator): Clause => (operator === 'notEquals' ? {} : nothing());

function emailClause(operator: Operator, value: unknown): Clause {
  if (typeof value !== 'string') return unlike(operator);
  const text = value.toLowerCase();
  if (operator === 'equals') return { email: { $eq: text } };
  if (operator === 'notEquals') return { email: { $ne: text } };
  const found = holding('email', text);
  return operator === 'contains' ? found : { $nor: [found] };
}

/** `createdAt`, `updatedAt`: always there, always dates. */
function momentClause(field: string, { operator, value, span }: Filter, now: Date): Clause {
  if (operator === 'within' || operator === 'olderThan') {
    return { [field]: { [operator === 'within' ? '$gte' : '$lt']: momentBefore(now, value as number, span!) } };
  }
  const time = readDate(value);
  if (time === undefined) return unlike(operator);
  if (isOrdering(operator)) return { [field]: { [ORDER[operator] satisfies Ordering]: new Date(time) } };
  const day = Math.floor(time / DAY_MS) * DAY_MS;
  const sameDay = { [field]: { $gte: new Date(day), $lt: new Date(day + DAY_MS) } };
  return operator === 'equals' ? sameDay : { $nor: [sameDay] };
}

/** The last occurrence answers every question: whether one was, whether one was since a moment, whether all were before it. */
function occurrenceClause(path: string, { operator, value, span }: Filter, now: Date): Clause {
  if (operator === 'triggered') return { [path]: { $exists: true } };
  if (operator === 'notTriggered') return { [path]: { $exists: false } };
  const since = momentBefore(now, value as number, span!);
  if (operator === 'triggeredWithin') return { [path]: { $gte: since } };
  if (operator === 'notTriggeredWithin') return { [path]: { $not: { $gte: since } } };
  return { [path]: { $lt: since } };
}

function memberClause(
  { id }: Extract<Target, { kind: 'segment' }>,
  operator: Operator,
  { around, chain }: { around: Surroundings; chain: readonly string[] },
): Clause {
  const membership = around.membership(id);
  // Not there, or a circle that two changes at once have drawn: nobody, whichever way it is asked.
  if (membership === undefined || chain.includes(id)) return nothing();
  const members = membership === 'kept' ? { segments: { $eq: id } } : filterOf(membership, around, [...chain, id]);
  return operator === 'memberOfSegment' ? members : { $nor: [members] };
}
