/** What the pages for people with accounts take of a browser's request. */
import { preferredLanguage } from '../domain/wording.ts';
import type { Input } from '../route.ts';

/** No form of these pages is longer. */
const MOST_FORM = 16_384;

export function languageOf({ http }: Input): string {
  return preferredLanguage(http.headers['accept-language']);
}

/** The fields of a form, of its first 16 KB. */
export function formOf({ http }: Input): URLSearchParams {
  const bytes = (http.body as Buffer | undefined) ?? Buffer.alloc(0);
  return new URLSearchParams(bytes.subarray(0, MOST_FORM).toString());
}
