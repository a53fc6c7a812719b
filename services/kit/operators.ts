/** Operators of conditions, of segments and of workflow steps (contract 2.4, 4.8). */

/** Compare with a value. */
export const COMPARISONS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
] as const;

/** Ask whether there is a value at all. */
export const PRESENCE = ['exists', 'notExists'] as const;

/** Ask about time, events and segments: conditions of segments alone. */
export const HISTORY = [
  'within',
  'olderThan',
  'triggered',
  'notTriggered',
  'triggeredWithin',
  'notTriggeredWithin',
  'triggeredOlderThan',
  'memberOfSegment',
  'notMemberOfSegment',
] as const;
