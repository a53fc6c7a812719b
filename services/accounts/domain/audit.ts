/** What is written into a project's audit trail, and whom it names. Pure. */

export const AUDITED = [
  'project.created',
  'project.updated',
  'project.reset',
  'project.deleted',
  'project.suspended',
  'project.enabled',
  'keys.regenerated',
  'key.created',
  'key.renamed',
  'key.deleted',
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
] as const;
export type AuditedAct = (typeof AUDITED)[number];

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
  return { type: kind === 'service' && id === 'operator' ? 'operator' : 'system', id, name: null };
}
