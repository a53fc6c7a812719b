/** What an UPDATE_CONTACT step writes (contract 4.8). */
import type { Data } from './condition.ts';
import type { Config } from './graph.ts';

export interface ContactUpdate {
  /** A patch by the rules of contract 2.1; null: the data stays. */
  data: Data | null;
  /** Null: as it is. */
  subscribed: boolean | null;
}

export const updatesOf = ({ updates, data }: Config): Data | null => (updates ?? data ?? null) as Data | null;

const SUBSCRIPTION: Readonly<Record<string, boolean>> = { subscribe: true, unsubscribe: false };

/** @param updates rendered. Throws when there is nothing to do. */
export function contactUpdate({ subscriptionAction }: Config, updates: Data | null): ContactUpdate {
  const data = updates && Object.keys(updates).length > 0 ? updates : null;
  const subscribed = SUBSCRIPTION[String(subscriptionAction)] ?? null;
  if (data === null && subscribed === null) throw new Error('UPDATE_CONTACT has nothing to do');
  return { data, subscribed };
}
