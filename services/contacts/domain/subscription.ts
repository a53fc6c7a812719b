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
}

/** The fact, its `data` empty: only automatic changes carry a reason. */
export function flipFact({ id, projectId, subscribed, at, contactId, emailId }: Flip) {
  const name = subscribed ? 'contact.subscribed' : 'contact.unsubscribed';
  return { id, projectId, name, at: at.toISOString(), contactId, data: {}, ...(emailId ? { emailId } : {}) };
}
