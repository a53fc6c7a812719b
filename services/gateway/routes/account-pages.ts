/** The pages that platform mail leads to where there is no dashboard of the deployer's (contract 4.10): plain HTML and forms, no script. */
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { accountPage } from '../domain/account-page.ts';
import type { AccountPage } from '../domain/account-page.ts';
import { pagesPath } from '../domain/page.ts';
import { promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';
import { markup, words } from '../schemas.ts';
import { loginPageRoutes } from './login-pages.ts';
import { formOf, languageOf } from './page-form.ts';
import { html } from './pages.ts';

const form = z.object({
  password: z
    .string()
    .optional()
    .meta({ description: 'Of the reset page', examples: ['correct horse'] }),
});
const query = z.object({ token: words });
const STATUS: Readonly<Record<AccountPage['state'], number>> = { ask: 200, done: 200, invalid: 400, short: 422, failed: 500 };

function shown(page: AccountPage, input: Input, { config }: Edge): Answer {
  return html(STATUS[page.state], accountPage(page, languageOf(input)), config);
}

/** Refusals become pages too: people read them. */
async function done(page: AccountPage['page'], work: Promise<unknown>, [input, edge]: readonly [Input, Edge]): Promise<Answer> {
  try {
    await work;
    return shown({ page, state: 'done' }, input, edge);
  } catch (error) {
    const status = error instanceof Fault ? error.status : 500;
    if (status === 500) edge.log.error({ err: error, requestId: input.http.id }, 'unexpected error');
    const state = status === 422 ? 'short' : status < 500 ? 'invalid' : 'failed';
    return shown({ page, state }, input, edge);
  }
}

const page = { auth: 'none', query } as const;

export function accountPageRoutes({ http: { apiUri, dashboardUri } }: Config): Route[] {
  if (dashboardUri !== `${apiUri}/app`) return [];
  const path = pagesPath(apiUri, dashboardUri);
  const links = (['verify-email', 'reset-password'] as const).flatMap((name) => [
    ownRoute(`GET ${path}/auth/${name}` as 'GET /', {
      ...page,
      summary: `Show the ${name} page`,
      target: 'gateway',
      reply: promised(200, markup, 'text/html'),
      answer: (input, edge) => shown({ page: name, state: input.query.token === undefined ? 'invalid' : 'ask' }, input, edge),
    }),
    ownRoute(`POST ${path}/auth/${name}` as 'POST /', {
      ...page,
      summary: `Submit the ${name} page`,
      cost: 'password',
      raw: form,
      rawAs: ['application/x-www-form-urlencoded'],
      target: [Accounts, name === 'verify-email' ? 'verifyEmail' : 'resetPassword'],
      reply: promised(200, markup, 'text/html'),
      answer(input, edge) {
        const [accounts, token] = [edge.client(Accounts), input.query.token ?? ''];
        const work =
          name === 'verify-email'
            ? accounts.verifyEmail({ token }, input.caller)
            : accounts.resetPassword({ token, newPassword: formOf(input).get('password') ?? '' }, input.caller);
        return done(name, work, [input, edge]);
      },
    }),
  ]);
  return [...links, ...loginPageRoutes(path)];
}
