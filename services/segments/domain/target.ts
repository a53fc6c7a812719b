/** What a filter is about, read from its field and operator (contract 2.4 "Allowed fields"). */
import { fault } from '#kit/errors.ts';
import { isAge, isMembership, isOccurrence, isOrdering } from './operators.ts';
import type { Operator } from './operators.ts';

/** What contacts did with mail, and the event of it (contract 6). */
export const ACTIVITIES = {
  sent: 'email.sent',
  delivered: 'email.delivery',
  opened: 'email.open',
  clicked: 'email.click',
  bounced: 'email.bounce',
  complained: 'email.complaint',
} as const;
export type Activity = keyof typeof ACTIVITIES;

export type Target =
  | { kind: 'email' | 'subscribed' | 'createdAt' | 'updatedAt' }
  /** `key` without `data.`: a literal name or a path. */
  | { kind: 'data'; key: string }
  | { kind: 'event'; name: string }
  /** `templateId`: only mail made from that template. `by`: only what people did. */
  | { kind: 'mail'; activity: Activity; templateId?: string; by?: 'human' }
  | { kind: 'segment'; id: string };

/** What a filter on mail is limited to, as it was sent; undefined: not at all. */
export interface MailLimits {
  templateId: unknown;
  by: unknown;
}

type Kind = Target['kind'];

const CORE: ReadonlyMap<string, { kind: 'email' | 'subscribed' | 'createdAt' | 'updatedAt'; type: string }> = new Map([
  ['email', { kind: 'email', type: 'string' }],
  ['subscribed', { kind: 'subscribed', type: 'boolean' }],
  ['createdAt', { kind: 'createdAt', type: 'date' }],
  ['updatedAt', { kind: 'updatedAt', type: 'date' }],
]);

const isEquality = (operator: Operator): boolean => operator === 'equals' || operator === 'notEquals';
const isText = (operator: Operator): boolean => operator === 'contains' || operator === 'notContains';
const isPresence = (operator: Operator): boolean => operator === 'exists' || operator === 'notExists';

const SUPPORTS: Readonly<Record<Kind, (operator: Operator) => boolean>> = {
  email: (operator) => isEquality(operator) || isText(operator),
  subscribed: isEquality,
  createdAt: (operator) => isEquality(operator) || isOrdering(operator) || isAge(operator),
  updatedAt: (operator) => isEquality(operator) || isOrdering(operator) || isAge(operator),
  data: (operator) => isEquality(operator) || isText(operator) || isOrdering(operator) || isPresence(operator) || isAge(operator),
  event: isOccurrence,
  mail: isOccurrence,
  segment: isMembership,
};

const refuse = (message: string) => fault('BAD_REQUEST', { message });

/** Faults BAD_REQUEST for a field that is none and for an operator it does not know. */
export function readTarget(field: string, operator: Operator, limits: MailLimits): Target {
  const target = targetOf(field, operator, limits);
  if (!SUPPORTS[target.kind](operator))
    throw refuse(`Unsupported operator "${operator}" for ${CORE.get(field)?.type ?? target.kind} field "${field}"`);
  return target;
}

function targetOf(field: string, operator: Operator, limits: MailLimits): Target {
  const core = CORE.get(field);
  if (core) return { kind: core.kind };
  const [, root, rest = ''] = /^(data|event|email|segment)\.(.+)$/s.exec(field) ?? [];
  if (root === 'data') return { kind: 'data', key: rest };
  if (root === 'event') return { kind: 'event', name: rest };
  if (root === 'email') return mailOf(rest, limits);
  if (root === 'segment' && !isOccurrence(operator)) return { kind: 'segment', id: rest };
  // An event's bare name, `segment.vip.entry` among them.
  if (isOccurrence(operator)) return { kind: 'event', name: field };
  throw refuse(`Unsupported field: ${field}`);
}

function mailOf(activity: string, { templateId, by }: MailLimits): Target {
  if (!Object.hasOwn(ACTIVITIES, activity)) throw refuse(`Unsupported email activity: ${activity}`);
  if (templateId !== undefined && typeof templateId !== 'string') throw refuse('templateId must be a string');
  if (by !== undefined && by !== 'human') throw refuse('by must be human');
  if (by && activity !== 'opened' && activity !== 'clicked') throw refuse('by is for email.opened and email.clicked');
  return { kind: 'mail', activity: activity as Activity, ...(templateId ? { templateId } : {}), ...(by ? { by } : {}) };
}
