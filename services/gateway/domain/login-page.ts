/** The pages to log in, to ask for a new password, and to see that one is logged in, where there is no dashboard of the deployer's. */
import { accountWordingOf } from './account-wording.ts';
import { loginWordingOf } from './login-wording.ts';
import { PRODUCT, document, escapeHtml } from './page.ts';
import { wordingOf } from './wording.ts';

/** A login with somebody else, and where it begins. */
export interface OtherLogin {
  name: string;
  href: string;
}

export type LoginProblem = 'wrong' | 'tooMany' | 'failed';

export interface LoginPage {
  language: string;
  /** As it was entered. */
  email: string;
  problem: LoginProblem | null;
  /** What a login with somebody else came to, in English. */
  message: string | null;
  others: readonly OtherLogin[];
}

const alert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`;

function otherLogins(language: string, others: readonly OtherLogin[]): string {
  const { logInWith } = loginWordingOf(language);
  const item = ({ name, href }: OtherLogin) =>
    `<p><a href="${escapeHtml(href)}">${escapeHtml(logInWith.replace('{provider}', name))}</a></p>`;
  return others.map(item).join('\n');
}

function emailField(language: string, email: string): string {
  const attributes = `type="email" id="email" name="email" autocomplete="username" maxlength="254" required value="${escapeHtml(email)}"`;
  return `<label for="email">${escapeHtml(loginWordingOf(language).email)}</label><input ${attributes}>`;
}

export function loginPage({ language, email, problem, message, others }: LoginPage): string {
  const words = loginWordingOf(language);
  const problems = { wrong: words.wrong, tooMany: words.tooMany, failed: wordingOf(language).failed };
  const rules = 'autocomplete="current-password" maxlength="1024" required';
  const password = `<input type="password" id="password" name="password" ${rules}>`;
  return document({
    language,
    title: words.logIn,
    sender: PRODUCT,
    content: [
      ...(message === null ? [] : [`<p role="alert" lang="en" dir="ltr">${escapeHtml(message)}</p>`]),
      ...(problem === null ? [] : [alert(problems[problem])]),
      `<form method="post">${emailField(language, email)}<label for="password">${escapeHtml(words.password)}</label>${password}` +
        `<button type="submit">${escapeHtml(words.logIn)}</button></form>`,
      `<p><a href="reset">${escapeHtml(words.forgot)}</a></p>`,
      otherLogins(language, others),
    ].join('\n'),
  });
}

/** noPassword: a login was tried with one. */
export function resetRequestPage(language: string, state: 'ask' | 'sent' | 'noPassword' | 'failed', others: readonly OtherLogin[]): string {
  const words = loginWordingOf(language);
  const button = `<button type="submit">${escapeHtml(words.sendLink)}</button>`;
  const form = `<form method="post" action="reset">${emailField(language, '')}${button}</form>`;
  const back = `<p><a href="login">${escapeHtml(words.logIn)}</a></p>`;
  const content = {
    ask: () => `${form}\n${back}`,
    failed: () => `${alert(wordingOf(language).failed)}\n${form}\n${back}`,
    sent: () => `<p role="status" class="done">${escapeHtml(words.linkSent)}</p>\n${back}`,
    noPassword: () => `<p role="status">${escapeHtml(words.noPassword)}</p>\n${otherLogins(language, others)}\n${back}`,
  }[state]();
  return document({ language, title: accountWordingOf(language).reset, content, sender: PRODUCT });
}

export interface StartPage {
  language: string;
  /** Whose session it is; null: nobody's. */
  email: string | null;
  api: string;
  /** Where the pages lie. */
  pages: string;
  /** Whether mail is captured here. */
  inbox: boolean;
}

/** What this is and where everything lies; who is logged in, or where to. What is linked to is in English, and said so. */
export function startPage({ language, email, api, pages, inbox }: StartPage): string {
  const words = loginWordingOf(language);
  const item = (href: string, name: string, what: string) => `<li><a href="${escapeHtml(href)}">${name}</a><span>${what}</span></li>`;
  const places = [
    item(`${api}/docs`, 'API reference', 'Every request, to read and to try against this server'),
    ...(inbox ? [item(`${api}/dev/inbox`, 'Development inbox', 'The mails that were sent; none left this machine')] : []),
    item(`${api}/health`, 'Health', 'Whether this server is up'),
    item(`${api}/openapi.json`, 'openapi.json', 'The description that clients are generated from'),
  ];
  const status = escapeHtml(words.loggedIn).replace('{email}', () => `<strong dir="auto">${escapeHtml(email ?? '')}</strong>`);
  const button = `<button type="submit" class="quiet">${escapeHtml(words.logOut)}</button>`;
  const form = `<form method="post" action="${escapeHtml(pages)}/auth/logout">${button}</form>`;
  const logOut = `<p role="status" class="done">${status}</p>\n${form}`;
  const logIn = `<p><a class="button" href="${escapeHtml(pages)}/auth/login">${escapeHtml(words.logIn)}</a></p>`;
  const about = 'Email delivery and contact management: transactional mail, campaigns, contacts and workflows behind one HTTP API.';
  const content = `<div lang="en" dir="ltr"><p>${about}</p>\n<ul>${places.join('')}</ul></div>\n${email === null ? logIn : logOut}`;
  return document({ language, title: PRODUCT, content, sender: '' });
}
