/** What is written into a project's audit trail, and whom it names. Pure. */
import { fault } from '#kit/errors.ts';

export const AUDITED = [
  'project.created',
  'project.updated',
  'project.reset',
  'project.deleted',
  'project.suspended',
  'project.enabled',
  'project.paused',
  'project.resumed',
  'keys.regenerated',
  'key.created',
  'key.renamed',
  'key.deleted',
  'webhook-secret.rotated',
  'member.added',
  'member.changed',
  'member.removed',
  'domain.added',
  'domain.removed',
  'billing.checkout',
  'billing.portal',
  'billing.limits',
  'billing.subscribed',
  'billing.ended',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'domain.checked',
  'retention.changed',
  'counts.repaired',
  'facts.replayed',
] as const;
export type AuditedAct = (typeof AUDITED)[number];

/** Faults BAD_REQUEST for an act of which the trail does not know. */
export function auditedAct(action: string): AuditedAct {
  const known = AUDITED.find((one) => one === action);
  if (!known) throw fault('BAD_REQUEST', { message: `No such act: ${action.slice(0, 100)}` });
  return known;
}

/** user: a member; key: a secret key; operator: whoever runs the platform; system: Posthorn itself, or Stripe through it. */
export interface AuditActor {
  type: 'user' | 'key' | 'operator' | 'system';
  id: string;
  /** A user's address at the time. */
  name: string | null;
}

/** @param actor of a call */
export function auditActor({ kind, id }: { kind: string; id: string }, name: string | null): AuditActor {
  if (kind === 'user' || kind === 'key') return { type: kind, id, name };
  return { type: kind === 'operator' ? 'operator' : 'system', id, name: null };
}
