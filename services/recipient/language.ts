/** Chooses the language of a mail: the contact's exact `data.locale`, else the project's language, else English. */

export const LANGUAGES: ReadonlySet<string> = new Set([
  'en',
  'nl',
  'fr',
  'hi',
  'de',
  'pt',
  'bg',
  'cs',
  'cy',
  'pl',
  'es',
  'it',
  'zh-TW',
  'zh-HK',
  'zh-CN',
  'ja',
  'sv',
  'ar',
  'he',
  'fa',
  'ur',
]);

export function isKnownLanguage(value: unknown): value is string {
  return typeof value === 'string' && LANGUAGES.has(value);
}

/** Whether a project may be set to it: a language that is known, or a region of one (`pt-BR`). */
export function isProjectLanguage(value: string): boolean {
  return LANGUAGES.has(value) || (/^[a-z]{2}-[A-Z]{2}$/.test(value) && LANGUAGES.has(value.slice(0, 2)));
}

export function chooseLanguage(locale: unknown, projectLanguage: unknown): string {
  if (isKnownLanguage(locale)) return locale;
  return isKnownLanguage(projectLanguage) ? projectLanguage : 'en';
}
