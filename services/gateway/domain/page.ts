/** The recipient pages as HTML: no script, one small style, words in the reader's language. */
import { directionOf, wordingOf } from './wording.ts';

export const PAGES = ['unsubscribe', 'subscribe', 'manage'] as const;
export type PageName = (typeof PAGES)[number];

/** Colours keep a contrast of 7:1 and more, in light and dark; everything works at 320 pixels and at twice the font size. */
export const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;overflow-wrap:anywhere;hyphens:auto;background:#f4f4f5;color:#18181b;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;width:min(30rem,92%);margin:1rem 0;padding:min(2rem,7vw) min(1.5rem,6vw);background:#fff;border:1px solid #d4d4d8;border-radius:.75rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1.5rem}
strong{hyphens:none}
p:last-child,form{margin:0}
form+p{margin-top:1.5rem}
a{color:#1e3a8a;font-weight:600}
label{display:block;font-weight:600;margin:0 0 .25rem}
input{box-sizing:border-box;width:100%;min-height:2.75rem;margin:0 0 .5rem;padding:.5rem .75rem;border:2px solid #71717a;border-radius:.5rem;background:#fff;color:#18181b;font:inherit}
button{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem 1rem;border:2px solid #1e3a8a;border-radius:.5rem;background:#1e3a8a;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:#1e3a8a}
button:hover{text-decoration:underline}
:focus-visible{outline:3px solid #b45309;outline-offset:3px}
@media (prefers-color-scheme:dark){body{background:#18181b;color:#fafafa}main{background:#27272a;border-color:#52525b}button{background:#bfdbfe;border-color:#bfdbfe;color:#172554}button.quiet,a{color:#bfdbfe}:focus-visible{outline-color:#fcd34d}}
`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A page around `content`, which is HTML; the title is text. */
export function document(language: string, title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** A contact as the pages know it. */
export interface Recipient {
  id: string;
  email: string;
  subscribed: boolean;
  language: string;
}

export interface PageParts extends Recipient {
  page: PageName;
  /** The link's own query, `e` and `t`. */
  link: { e?: string | undefined; t?: string | undefined };
}

/** `?e=…&t=…` with what of it is there; empty when nothing is. */
export function linkQuery(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/**
 * Asks for what the page is named after while it is to be done, tells how things stand afterwards, and offers the way back.
 * Addresses are relative, so that the pages work under any address that leads to them.
 */
export function recipientPage({ page, id, email, subscribed, language, link }: PageParts): string {
  const words = wordingOf(language);
  const name = encodeURIComponent(id);
  const about = (text: string) => escapeHtml(text).replace('{email}', () => `<strong dir="auto">${escapeHtml(email)}</strong>`);
  const button = (wanted: boolean, quiet: boolean) => {
    const action =
      page === 'manage'
        ? `../manage/${name}${linkQuery({ subscribed: String(wanted), ...link })}`
        : `../${wanted ? 'subscribe' : 'unsubscribe'}/${name}${linkQuery(link)}`;
    return `<form method="post" action="${escapeHtml(action)}"><button type="submit"${quiet ? ' class="quiet"' : ''}>${escapeHtml(wanted ? words.subscribe : words.unsubscribe)}</button></form>`;
  };
  const state = `<p role="status">${about(subscribed ? words.subscribed : words.unsubscribed)}</p>`;
  if (page === 'manage') return document(language, words.preferences, `${state}\n${button(!subscribed, false)}`);
  const wanted = page === 'subscribe';
  const title = wanted ? words.subscribe : words.unsubscribe;
  if (subscribed === wanted) return document(language, title, `${state}\n${button(!wanted, true)}`);
  return document(language, title, `<p>${about(wanted ? words.askSubscribe : words.askUnsubscribe)}</p>\n${button(wanted, false)}`);
}

/** What is shown in place of a page. */
export function refusalPage(page: PageName, language: string, kind: 'invalid' | 'failed'): string {
  const words = wordingOf(language);
  return document(language, page === 'manage' ? words.preferences : words[page], `<p role="alert">${escapeHtml(words[kind])}</p>`);
}

/**
 * Where the pages lie on this server: the part of `DASHBOARD_URI` behind `API_URI`, else its path. A dashboard at the root of a host
 * of its own is led to /app by the proxy in front of it, since at the root these paths mean the API's one-click route.
 */
export function pagesPath(api: string, dashboard: string): string {
  const path = dashboard.startsWith(`${api}/`) ? dashboard.slice(api.length) : new URL(dashboard).pathname.replace(/(?<!\/)\/+$/, '');
  return path || '/app';
}
