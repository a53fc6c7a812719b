/** Logging in and out, and asking for a new password, on pages of ours where there is no dashboard of the deployer's (contract 4.10). */
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { sessionClient } from '../auth/authentication.ts';
import { SESSION_COOKIE, policyOf, sessionCookie } from '../auth/session-cookie.ts';
import type { Cookie } from '../auth/session-cookie.ts';
import { loginPage, resetRequestPage, startPage } from '../domain/login-page.ts';
import type { LoginProblem, OtherLogin } from '../domain/login-page.ts';
import { PROVIDERS, PROVIDER_NAMES, isRefusalText } from '../domain/social-refusal.ts';
import { keepsInbox } from '../inbox/page.ts';
import { promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';
import { email, markup, words } from '../schemas.ts';
import { loggedOut } from './sessions.ts';
import { formOf, languageOf } from './page-form.ts';
import { html } from './pages.ts';
import { socialLogins } from './social-login.ts';

const form = z.string().meta({ examples: ['email=ada%40example.org&password=correct+horse'] });
const STATUS: Readonly<Record<LoginProblem, number>> = { wrong: 403, tooMany: 429, failed: 500 };

function others(config: Config): OtherLogin[] {
  const offered = socialLogins(config);
  return PROVIDERS.filter((one) => offered[one]).map((one) => ({
    name: PROVIDER_NAMES[one],
    href: `${config.http.apiUri}/oauth/${one}/outbound`,
  }));
}

function led(config: Config, path: string, cookie?: Cookie): Answer {
  const headers = { Location: `${config.http.dashboardUri}${path}`, 'Cache-Control': 'no-store' };
  return { status: 303, headers, ...(cookie && { cookies: [cookie] }) };
}

/** A form on somebody else's page must not log a reader in as somebody they are not. Browsers that are asked over http say nothing. */
function isForeign({ http }: Input): boolean {
  const site = http.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

function problemOf(error: unknown, { http }: Input, { log }: Edge): LoginProblem {
  const status = error instanceof Fault ? error.status : 500;
  if (status === 429) return 'tooMany';
  if (status < 500) return 'wrong';
  log.error({ err: error, requestId: http.id }, 'unexpected error');
  return 'failed';
}

async function login(input: Input, edge: Edge): Promise<Answer> {
  const { config } = edge;
  const given = formOf(input);
  const [entered, password] = [given.get('email') ?? '', given.get('password') ?? ''];
  const again = (problem: LoginProblem, status = STATUS[problem]): Answer =>
    html(status, loginPage({ language: languageOf(input), email: entered, problem, message: null, others: others(config) }), config);
  if (isForeign(input)) return again('failed', 403);
  try {
    const { outcome, user, token } = await edge
      .client(Accounts)
      .login({ email: entered, password, ...sessionClient(input.http) }, input.caller);
    if (outcome === 'ok') return led(config, '', sessionCookie(token!, policyOf(config)));
    return outcome === 'redirect' ? led(config, `/auth/reset?id=${user!.id}`) : again('wrong');
  } catch (error) {
    return again(problemOf(error, input, edge));
  }
}

async function askForReset(input: Input, edge: Edge): Promise<Answer> {
  const { config } = edge;
  const address = email.safeParse(formOf(input).get('email') ?? '');
  try {
    if (address.success) await edge.client(Accounts).requestPasswordReset({ email: address.data }, input.caller);
    return html(200, resetRequestPage(languageOf(input), 'sent', []), config);
  } catch (error) {
    edge.log.error({ err: error, requestId: input.http.id }, 'unexpected error');
    return html(500, resetRequestPage(languageOf(input), 'failed', []), config);
  }
}

/** The address of the session's user; null for everybody else. */
async function userOf(input: Input, edge: Edge): Promise<string | null> {
  const token = input.http.cookies[SESSION_COOKIE];
  if (token === undefined) return null;
  try {
    return (await edge.client(Accounts).resolveSession({ token, ...sessionClient(input.http) }, input.caller)).user!.email;
  } catch (error) {
    if (error instanceof Fault && error.status === 401) return null;
    throw error;
  }
}

/** Where `GET /` leads to when there is neither a landing page nor a dashboard of the deployer's. */
async function start(input: Input, edge: Edge): Promise<Answer> {
  const { config } = edge;
  const { apiUri, dashboardUri } = config.http;
  const user = await userOf(input, edge);
  const parts = { language: languageOf(input), email: user, api: apiUri, pages: dashboardUri, inbox: keepsInbox(config) };
  return html(200, startPage(parts), config);
}

const page = { auth: 'none', reply: promised(200, markup, 'text/html') } as const;

/** @param path where the pages lie */
export function loginPageRoutes(path: string): Route[] {
  return [
    ownRoute(`GET ${path}` as 'GET /', {
      ...page,
      summary: 'Show the home page',
      target: [Accounts, 'resolveSession'],
      answer: start,
    }),
    ownRoute(`GET ${path}/auth/login` as 'GET /', {
      ...page,
      summary: 'Show the login page',
      query: z.object({ message: words }),
      target: 'gateway',
      answer: (input, { config }) => {
        const given = input.query.message ?? '';
        const message = isRefusalText(given) ? given : null;
        return html(200, loginPage({ language: languageOf(input), email: '', problem: null, message, others: others(config) }), config);
      },
    }),
    ownRoute(`POST ${path}/auth/login` as 'POST /', {
      ...page,
      summary: 'Submit the login page',
      cost: 'password',
      raw: form,
      rawAs: ['application/x-www-form-urlencoded'],
      target: [Accounts, 'login'],
      reply: promised(303),
      answer: login,
    }),
    ownRoute(`POST ${path}/auth/logout` as 'POST /', {
      ...page,
      summary: 'Log out on the home page',
      raw: form,
      rawAs: ['application/x-www-form-urlencoded'],
      target: [Accounts, 'logOut'],
      reply: promised(303),
      answer: async (input, edge) => led(edge.config, '/auth/login', isForeign(input) ? undefined : await loggedOut(input, edge)),
    }),
    ownRoute(`GET ${path}/auth/reset` as 'GET /', {
      ...page,
      summary: 'Show the forgotten-password page',
      query: z.object({ id: words }),
      target: 'gateway',
      answer: (input, { config }) =>
        html(200, resetRequestPage(languageOf(input), input.query.id === undefined ? 'ask' : 'noPassword', others(config)), config),
    }),
    ownRoute(`POST ${path}/auth/reset` as 'POST /', {
      ...page,
      summary: 'Submit the forgotten-password page',
      cost: 'password',
      raw: form,
      rawAs: ['application/x-www-form-urlencoded'],
      target: [Accounts, 'requestPasswordReset'],
      answer: askForReset,
    }),
  ];
}
