/**
 * Executions of one workflow as contract 3.4 and 4.8 have them: TRIGGER → WAIT_FOR_EVENT → CONDITION on the contact's plan → (pro) WEBHOOK
 * → EXIT, (else) EXIT. Pure.
 */
export type Status = 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface Modelled {
  /** Of the contact, who may be gone. */
  owner: number;
  status: Status;
  reason: string | null;
}

export interface Model {
  isEnabled: boolean;
  allowsReentry: boolean;
  /** The webhook's server answers 200, else 500. */
  isHookUp: boolean;
  /** Number of each contact that is there: a deleted one is followed by a new one. */
  contacts: number[];
  plans: Map<number, 'pro' | 'free'>;
  executions: Modelled[];
}

export const REFUSED = 'Webhook answered 500';

export const fresh = (contacts: number): Model => ({
  isEnabled: true,
  allowsReentry: false,
  isHookUp: true,
  contacts: Array.from({ length: contacts }, (_, n) => n),
  plans: new Map(),
  executions: [],
});

const ofOwner = ({ executions }: Model, owner: number): Modelled[] => executions.filter((one) => one.owner === owner);
export const latest = (model: Model, owner: number): Modelled | undefined => ofOwner(model, owner).at(-1);
export const waiting = ({ executions }: Model): Modelled[] => executions.filter(({ status }) => status === 'WAITING');

/** Whether the rule of re-entry lets the contact in. */
export function mayEnter(model: Model, owner: number): boolean {
  const own = ofOwner(model, owner);
  return model.allowsReentry ? !own.some(({ status }) => status === 'WAITING') : own.length === 0;
}

export const begin = (model: Model, owner: number): void => void model.executions.push({ owner, status: 'WAITING', reason: null });

/** What becomes of one that calls the webhook now. */
export function call({ isHookUp }: Model, execution: Modelled): void {
  Object.assign(execution, isHookUp ? { status: 'COMPLETED', reason: 'pro' } : { status: 'FAILED', reason: REFUSED });
}

/** The event comes that the execution waits for. */
export function goOn(model: Model, execution: Modelled): void {
  if (model.plans.get(execution.owner) === 'pro') call(model, execution);
  else Object.assign(execution, { status: 'COMPLETED', reason: 'free' });
}

export const cancel = (execution: Modelled, reason: string): void => void Object.assign(execution, { status: 'CANCELLED', reason });
