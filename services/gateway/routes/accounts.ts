/** Login, logout, signup, the calling user (contract 4.10, 5). */
import { z } from 'zod';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import type { User } from '#proto/accounts/v1/accounts.ts';
import { sessionClient } from '../auth/authentication.ts';
import { policyOf, sessionCookie } from '../auth/session-cookie.ts';
import { serializeUser, user } from '../records/project.ts';
import { promised } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Answer } from '../reply.ts';
import type { Edge, Route } from '../route.ts';
import { email } from '../schemas.ts';
import { loggedOut } from './sessions.ts';
import { socialLogins } from './social-login.ts';

const credentials = z.object({
  email,
  password: z
    .string()
    .min(6)
    .max(1_024)
    .meta({ examples: ['correct horse'] }),
});
const welcome = z.object({ success: z.literal(true), data: user });
const refusal = z.object({ success: z.literal(false), data: z.string() });

function welcomed(account: User, token: string, edge: Edge): Answer {
  return {
    status: 200,
    json: { success: true, data: serializeUser(account) },
    cookies: [sessionCookie(token, policyOf(edge.config))],
    headers: { 'Cache-Control': 'no-store' },
  };
}

export const accountRoutes: Route[] = [
  ownRoute('POST /auth/login', {
    summary: 'Log in',
    auth: 'none',
    cost: 'password',
    body: credentials,
    target: [Accounts, 'login'],
    reply: promised(200, z.union([welcome, refusal, z.object({ success: z.literal('redirect'), redirect: z.string() })])),
    async answer({ body, caller, http }, edge) {
      const { outcome, user: account, token } = await edge.client(Accounts).login({ ...body, ...sessionClient(http) }, caller);
      if (outcome === 'ok') return welcomed(account!, token!, edge);
      if (outcome === 'redirect') return { status: 200, json: { success: 'redirect', redirect: `/auth/reset?id=${account!.id}` } };
      return { status: 200, json: { success: false, data: 'Incorrect email or password' } };
    },
  }),
  ownRoute('POST /auth/signup', {
    summary: 'Sign up',
    auth: 'none',
    cost: 'password',
    body: credentials,
    target: [Accounts, 'signup'],
    reply: promised(200, z.union([welcome, refusal])),
    async answer({ body, caller, http }, edge) {
      const { user: account, token, refusal: why } = await edge.client(Accounts).signup({ ...body, ...sessionClient(http) }, caller);
      return account && token ? welcomed(account, token, edge) : { status: 200, json: { success: false, data: why } };
    },
  }),
  ownRoute('GET /auth/logout', {
    summary: 'Log out',
    auth: 'none',
    target: [Accounts, 'logOut'],
    reply: promised(200, z.literal(true)),
    answer: async (input, edge) => ({ status: 200, json: true, cookies: [await loggedOut(input, edge)] }),
  }),
  ownRoute('GET /auth/oauth-config', {
    summary: 'List social logins',
    auth: 'none',
    target: 'gateway',
    reply: promised(200, z.object({ success: z.literal(true), data: z.object({ github: z.boolean(), google: z.boolean() }) })),
    answer: (_input, { config }) => ({ status: 200, json: { success: true, data: socialLogins(config) } }),
  }),
  ownRoute('GET /users/@me', {
    summary: 'Get the current user',
    auth: 'session',
    project: 'none',
    unverified: true,
    target: [Accounts, 'resolveSession'],
    reply: promised(200, user),
    answer: ({ caller }) => ({ status: 200, json: serializeUser(caller.user!) }),
  }),
];
