/** What a secret key must be good for, route by route (contract 5 "Named keys"): one table, asked for every request with a key. */
import { fault } from '#kit/errors.ts';
import type { Caller, Route } from '../route.ts';

export const SCOPES = ['send', 'read', 'full'] as const;
export type Scope = (typeof SCOPES)[number];

/** All that read have GET, all others need `full`, but for these. */
const EXCEPTIONS: Readonly<Record<string, Scope>> = {
  'POST /v1/send': 'send',
  'POST /v1/verify': 'read',
  'POST /v1/verify/batch': 'read',
  'POST /contacts/lookup': 'read',
  'POST /segments/preview': 'read',
  'POST /workflows/:id/simulate': 'read',
};

/** Undefined where no secret key is asked for. */
export function scopeOf({ auth, method, path }: Pick<Route, 'auth' | 'method' | 'path'>): Scope | undefined {
  if (auth !== 'secret-key' && auth !== 'secret-key-or-session') return undefined;
  return EXCEPTIONS[`${method} ${path}`] ?? (method === 'GET' ? 'read' : 'full');
}

/** Sessions pass: what they may do is their role. Faults FORBIDDEN. */
export function checkScope(route: Pick<Route, 'auth' | 'method' | 'path'>, { actor, scope }: Caller): void {
  const needed = scopeOf(route);
  if (actor.kind !== 'key' || !needed || scope === 'full' || scope === needed) return;
  throw fault('FORBIDDEN', { message: `This API key has the scope ${scope}, this needs ${needed}` });
}
