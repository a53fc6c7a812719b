/** The pages to log in, to ask for a new password, and to see that one is logged in, where there is no dashboard of the deployer's. */
import { accountWordingOf } from './account-wording.ts';
import { loginWordingOf } from './login-wording.ts';
import { document, escapeHtml } from './page.ts';
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
  return document(
    language,
    words.logIn,
    [
      ...(message === null ? [] : [`<p role="alert" lang="en" dir="ltr">${escapeHtml(message)}</p>`]),
      ...(problem === null ? [] : [alert(problems[problem])]),
      `<form method="post">${emailField(language, email)}<label for="password">${escapeHtml(words.password)}</label>${password}` +
        `<button type="submit">${escapeHtml(words.logIn)}</button></form>`,
      `<p><a href="reset">${escapeHtml(words.forgot)}</a></p>`,
      otherLogins(language, others),
    ].join('\n'),
  );
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
    sent: () => `<p role="status">${escapeHtml(words.linkSent)}</p>\n${back}`,
    noPassword: () => `<p role="status">${escapeHtml(words.noPassword)}</p>\n${otherLogins(language, others)}\n${back}`,
  }[state]();
  return document(language, accountWordingOf(language).reset, content);
}

/** @param logout where its button posts to */
export function homePage(language: string, email: string, logout: string): string {
  const words = loginWordingOf(language);
  const status = escapeHtml(words.loggedIn).replace('{email}', () => `<strong dir="auto">${escapeHtml(email)}</strong>`);
  const button = `<button type="submit" class="quiet">${escapeHtml(words.logOut)}</button>`;
  const form = `<form method="post" action="${escapeHtml(logout)}">${button}</form>`;
  return document(language, 'Posthorn', `<p role="status">${status}</p>\n${form}`);
}
