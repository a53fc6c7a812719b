/** Logging in with GitHub or Google (contract 4.10): the browser is led there, and comes back with a session or a message. */
import type { Config } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { sessionClient } from '../auth/authentication.ts';
import { loginCookie, loginCookieName, policyOf, sessionCookie } from '../auth/session-cookie.ts';
import { PROVIDERS, PROVIDER_NAMES, refusalText } from '../domain/social-refusal.ts';
import type { Provider } from '../domain/social-refusal.ts';
import { promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';

/** Which logins are set up. */
export function socialLogins({ socialLogin: { github, google } }: Config): Record<Provider, boolean> {
  return { github: github !== null, google: google !== null };
}

const UNCACHED = { 'Cache-Control': 'no-store' };

function refused(provider: Provider, refusal: string | null | undefined, { config }: Edge): Answer {
  const location = `${config.http.dashboardUri}/auth/login?${new URLSearchParams({ message: refusalText(provider, refusal) })}`;
  return { status: 302, headers: { Location: location, ...UNCACHED }, cookies: [loginCookie('', policyOf(config))] };
}

/** People see these answers: what goes wrong leads to the login page. */
async function led(provider: Provider, work: () => Promise<Answer>, [{ http }, edge]: readonly [Input, Edge]): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.status === 500) edge.log.error({ err: error, requestId: http.id }, 'unexpected error');
    return refused(provider, undefined, edge);
  }
}

async function outbound(provider: Provider, { caller }: Input, edge: Edge): Promise<Answer> {
  const { url, browser, refusal } = await edge.client(Accounts).beginSocialLogin({ provider }, caller);
  if (!url || !browser) return refused(provider, refusal, edge);
  return { status: 302, headers: { Location: url, ...UNCACHED }, cookies: [loginCookie(browser, policyOf(edge.config))] };
}

/** As it came: what the provider sent is for who asked it to read. */
const queryOf = (address: string): string => (address.includes('?') ? address.slice(address.indexOf('?') + 1) : '');

async function callback(provider: Provider, { http, caller }: Input, edge: Edge): Promise<Answer> {
  const policy = policyOf(edge.config);
  const [query, browser] = [queryOf(http.raw.url!), http.cookies[loginCookieName(policy)] ?? ''];
  const { token, refusal } = await edge.client(Accounts).finishSocialLogin({ provider, query, browser, ...sessionClient(http) }, caller);
  if (!token) return refused(provider, refusal, edge);
  const cookies = [sessionCookie(token, policy), loginCookie('', policy)];
  return { status: 302, headers: { Location: edge.config.http.dashboardUri, ...UNCACHED }, cookies };
}

const page = { auth: 'none', cost: 'password', reply: promised(302) } as const;

function routesOf(provider: Provider): Route[] {
  const name = PROVIDER_NAMES[provider];
  const absent: Answer = { status: 404, json: { error: `Logging in with ${name} is not set up` } };
  return [
    ownRoute(`GET /oauth/${provider}/outbound`, {
      ...page,
      summary: `Log in with ${name}`,
      target: [Accounts, 'beginSocialLogin'],
      answer: (input, edge) =>
        socialLogins(edge.config)[provider] ? led(provider, () => outbound(provider, input, edge), [input, edge]) : absent,
    }),
    ownRoute(`GET /oauth/${provider}/callback`, {
      ...page,
      summary: `Return from ${name}`,
      target: [Accounts, 'finishSocialLogin'],
      answer: (input, edge) =>
        socialLogins(edge.config)[provider] ? led(provider, () => callback(provider, input, edge), [input, edge]) : absent,
    }),
  ];
}

export const socialLoginRoutes: Route[] = PROVIDERS.flatMap(routesOf);
