/** The pages of mailed links as HTML: no script, the style of the recipient pages, words in the reader's language. */
import { accountWordingOf } from './account-wording.ts';
import { loginWordingOf } from './login-wording.ts';
import { PRODUCT, document, escapeHtml } from './page.ts';
import { wordingOf } from './wording.ts';

export interface AccountPage {
  page: 'verify-email' | 'reset-password';
  /** short: the password was; the token is still good. */
  state: 'ask' | 'done' | 'invalid' | 'failed' | 'short';
}

const status = (text: string): string => `<p role="status" class="done">${escapeHtml(text)}</p>`;
const alert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`;

/** The form goes to the page's own address: the token stays in its query. */
function form(fields: string, button: string): string {
  return `<form method="post">${fields}<button type="submit">${escapeHtml(button)}</button></form>`;
}

function passwordForm(language: string): string {
  const words = accountWordingOf(language);
  const hint = `<p id="hint">${escapeHtml(words.length)}</p>`;
  const rules = 'autocomplete="new-password" minlength="6" maxlength="1024" required aria-describedby="hint"';
  const input = `<input type="password" id="password" name="password" ${rules}>`;
  return form(`<label for="password">${escapeHtml(words.newPassword)}</label>${input}${hint}`, words.reset);
}

/** From a link that is used up or too old to a new one. */
function wayOn(page: AccountPage['page'], language: string): string {
  const words = loginWordingOf(language);
  const [href, text] = page === 'verify-email' ? ['login', words.logIn] : ['reset', words.sendLink];
  return `<p><a href="${href}">${escapeHtml(text)}</a></p>`;
}

export function accountPage({ page, state }: AccountPage, language: string): string {
  const words = accountWordingOf(language);
  const title = page === 'verify-email' ? words.verify : words.reset;
  const asked = page === 'verify-email' ? `<p>${escapeHtml(words.askVerify)}</p>\n${form('', words.verify)}` : passwordForm(language);
  const content = {
    ask: () => asked,
    short: () => `${alert(words.length)}\n${asked}`,
    done: () => status(page === 'verify-email' ? words.verified : words.changed),
    invalid: () => `${alert(wordingOf(language).invalid)}\n${wayOn(page, language)}`,
    failed: () => alert(wordingOf(language).failed),
  }[state]();
  return document({ language, title, content, sender: PRODUCT });
}
