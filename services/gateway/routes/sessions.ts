/** A user's own sessions: listed, ended one by one, and all but one (contract 5 "Cookie", "Token"). */
import { z } from 'zod';
import { Fault } from '#kit/errors.ts';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { SESSION_COOKIE, expiredCookie, policyOf } from '../auth/session-cookie.ts';
import type { Cookie } from '../auth/session-cookie.ts';
import { serializeSession, sessionRecord } from '../records/project.ts';
import { bare, nothing } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';

/** Ends the browser's session here too, and answers the cookie that says so. The browser forgets it whether or not we could. */
export async function loggedOut({ http, caller }: Input, { client, config, log }: Edge): Promise<Cookie> {
  const token = http.cookies[SESSION_COOKIE];
  try {
    if (token) await client(Accounts).logOut({ token }, caller);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log.warn({ requestId: http.id, error: error.message }, 'a session could not be ended');
  }
  return expiredCookie(policyOf(config));
}

const session = { auth: 'session', project: 'none' } as const;

export const sessionRoutes: Route[] = [
  route('GET /users/@me/sessions', {
    ...session,
    summary: 'List sessions',
    target: [Accounts, 'listSessions'],
    request: ({ caller }) => ({ current: caller.sessionId ?? '' }),
    reply: bare(z.array(sessionRecord)),
    serialize: ({ sessions }) => sessions.map(serializeSession),
  }),
  route('DELETE /users/@me/sessions', {
    ...session,
    summary: 'End all other sessions',
    target: [Accounts, 'endOtherSessions'],
    request: ({ caller }) => ({ current: caller.sessionId ?? '' }),
    reply: bare(z.object({ ended: z.int().meta({ examples: [2] }) })),
    serialize: ({ ended }) => ({ ended }),
  }),
  ownRoute('DELETE /users/@me/sessions/:sessionId', {
    ...session,
    summary: 'End a session',
    target: [Accounts, 'endSession'],
    reply: nothing,
    async answer({ params, caller }, edge) {
      const id = params['sessionId']!;
      await edge.client(Accounts).endSession({ id }, caller);
      return { status: 204, ...(id === caller.sessionId && { cookies: [expiredCookie(policyOf(edge.config))] }) };
    },
  }),
];
