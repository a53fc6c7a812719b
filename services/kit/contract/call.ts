/** Who is asking, on whose behalf, and when: the second argument of every handler. */

export interface Actor {
  /** key: an API key; user: a dashboard session; recipient: a public page; service: Posthorn itself; operator: whoever runs it. */
  kind: 'key' | 'user' | 'recipient' | 'service' | 'operator';
  /** The user's id, the key's kind, the contact's id, the service's name or the operator's. */
  id: string;
}

/** What travels in call metadata, never in a body (architecture "Tenancy", lock 1). */
export interface CallMeta {
  /** Empty only for methods marked public. */
  projectId: string;
  actor: Actor;
  requestId: string;
  /** The client's address where somebody asked over HTTP, by the rule of TRUST_PROXY. */
  ip?: string | undefined;
  /** Until when the caller waits for the answer, in ms since the epoch by this process's clock; absent: as long as it takes. */
  deadline?: number | undefined;
}

export interface Call extends CallMeta {
  /** The moment the call reached the handler. */
  now: Date;
}

/**
 * The meta of a call that Posthorn makes by itself: consumers, activities, sweepers, and what several callers share. No one caller's
 * deadline holds for it.
 */
export function ownCall(service: string, projectId: string, requestId: string = crypto.randomUUID()): CallMeta {
  return { projectId, requestId, actor: { kind: 'service', id: service } };
}
