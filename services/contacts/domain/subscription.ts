/** What is told when a subscription flips (seed §6, decisions 6). */

export interface Flip {
  /** The fact's id. */
  id: string;
  projectId: string;
  subscribed: boolean;
  at: Date;
  contactId: string;
  /** The mail whose link caused it. */
  emailId?: string | undefined;
  /** Why Posthorn itself did it: bounce | complaint. */
  reason?: string | undefined;
}

/** The fact; only automatic changes carry a reason. */
export function flipFact({ id, projectId, subscribed, at, contactId, emailId, reason }: Flip) {
  const name = subscribed ? 'contact.subscribed' : 'contact.unsubscribed';
  return { id, projectId, name, at: at.toISOString(), contactId, data: reason ? { reason } : {}, ...(emailId ? { emailId } : {}) };
}
