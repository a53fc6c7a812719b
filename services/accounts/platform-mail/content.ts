/** A platform mail as the templating service gets it: plain paragraphs that read well as text too. Pure. */
import { wordingOf } from './wording.ts';
import type { MailKind } from './wording.ts';

export interface Content {
  subject: string;
  /** HTML; `{{ … }}` stand for what `data` has. */
  body: string;
  /** For this mail only: nothing of it is kept with the contact. */
  data: Record<string, { value: string; persistent: false }>;
}

// What strangers named (a project, a domain) comes in as data, so that nothing of it is read as a template.
const NAME = '{{ platformMailName }}';
const NAME_ESCAPED = '{{ platformMailName | escape }}';

/** @param link where a button would lead; null in notices. @param name what a notice is about */
export function mailContent(kind: MailKind, language: string, { link, name }: { link: string | null; name: string | null }): Content {
  const words = wordingOf(language);
  const [subject, text] = words[kind];
  const paragraphs = [text.replaceAll('{name}', NAME_ESCAPED)];
  // A link of one person is no recipient's click to be counted. Its words are not the address, which the text version would have twice.
  if (link !== null) paragraphs.push(`<a href="{{ platformMailLink }}" data-no-track>${subject}</a>`, words.once, words.ignore);
  const value = (known: string) => ({ value: known, persistent: false as const });
  return {
    subject: subject.replaceAll('{name}', NAME),
    body: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
    data: { ...(link === null ? {} : { platformMailLink: value(link) }), ...(name === null ? {} : { platformMailName: value(name) }) },
  };
}
