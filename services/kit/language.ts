/** The language rule of the send pipeline: the contact's exact `data.locale`, else the project's language, else English. */

export const LANGUAGES: ReadonlySet<string> = new Set([
  'en', 'nl', 'fr', 'hi', 'de', 'pt', 'bg', 'cs', 'cy', 'pl', 'es', 'it', 'zh-TW', 'zh-HK', 'zh-CN', 'ja', 'sv',
]);

export function isKnownLanguage(value: unknown): value is string {
  return typeof value === 'string' && LANGUAGES.has(value);
}

export function chooseLanguage(locale: unknown, projectLanguage: unknown): string {
  if (isKnownLanguage(locale)) return locale;
  return isKnownLanguage(projectLanguage) ? projectLanguage : 'en';
}
