/** The recipient pages as HTML: no script, one small style, words in the reader's language. */
import { directionOf, wordingOf } from './wording.ts';

/** What the pages of nobody's project call themselves. */
export const PRODUCT = 'Posthorn';

export const PAGES = ['unsubscribe', 'subscribe', 'manage'] as const;
export type PageName = (typeof PAGES)[number];

/** Colours keep a contrast of 7:1 and more, in light and dark; everything works at 320 pixels and at twice the font size. */
export const STYLE = `:root{color-scheme:light dark;--ground:#f5f5f4;--paper:#fff;--ink:#1c1917;--soft:#44403c;--line:#d6d3d1;
  --edge:#78716c;--accent:#1e3a8a;--on:#fff;--tint:#e0e7ff;--good:#14532d;--good-tint:#dcfce7;--bad:#7c2d12;--bad-tint:#ffedd5;
  --ring:#b45309}
@media (prefers-color-scheme:dark){:root{--ground:#131316;--paper:#1f1f23;--ink:#fafaf9;--soft:#d6d3d1;--line:#3f3f46;--edge:#a8a29e;
  --accent:#c7d2fe;--on:#1e1b4b;--tint:#312e81;--good:#bbf7d0;--good-tint:#14391f;--bad:#fed7aa;--bad-tint:#43200d;--ring:#fcd34d}}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;overflow-wrap:anywhere;hyphens:auto;
  background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;width:min(28rem,92%);margin:1rem 0;padding:min(2.25rem,7vw) min(2rem,6vw);background:var(--paper);
  border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px #0000000d,0 .75rem 2rem -1rem #00000026}
.sender{display:flex;align-items:center;gap:.75rem;margin:0 0 1.5rem;color:var(--soft);font-weight:600}
.logo{flex:none;max-width:10rem;max-height:3rem;border-radius:.375rem}
.mark{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:50%;background:var(--tint);color:var(--accent);
  font-size:1.125rem;line-height:1;hyphens:none}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}
h2{margin:2rem 0 .5rem;font-size:1rem}
p{margin:0 0 1.5rem}
strong{hyphens:none}
p:last-child,form{margin:0}
form+p{margin-top:1.5rem}
.done,[role=alert]{padding:.75rem 1rem;border-radius:.625rem;background:var(--good-tint);color:var(--good)}
.done::before{content:"\\2713" / "";margin-inline-end:.5rem;font-weight:700}
[role=alert]{background:var(--bad-tint);color:var(--bad)}
a{color:var(--accent);font-weight:600;text-underline-offset:.2em}
ul{margin:0 0 1.5rem;padding:0;list-style:none}
li{padding:.75rem 0;border-top:1px solid var(--line)}
li span{display:block;color:var(--soft);font-size:.9375rem}
label{display:block;font-weight:600;margin:0 0 .25rem}
input{box-sizing:border-box;width:100%;min-height:2.75rem;margin:0 0 1rem;padding:.5rem .75rem;border:1px solid var(--edge);
  border-radius:.625rem;background:var(--paper);color:var(--ink);font:inherit}
button,.button{box-sizing:border-box;display:block;width:100%;min-height:2.75rem;padding:.5625rem 1rem;border:1px solid var(--accent);
  border-radius:.625rem;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;
  cursor:pointer}
button.quiet{background:transparent;border-color:var(--edge);color:var(--ink);font-weight:500}
button:hover,.button:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--ring);outline-offset:3px}
`;

/** An envelope, as SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
  '<path d="M1 3h14v10H1zl7 6 7-6" fill="#fff" stroke="#1e3a8a" stroke-width="1.5"/></svg>';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

export interface Document {
  language: string;
  /** Text, like the sender. */
  title: string;
  /** HTML. */
  content: string;
  /** Who speaks here; empty where that is not known. */
  sender: string;
  /** The address of the sender's image. */
  logo?: string;
}

/** The name says it; the image beside it, or its first letter, is for the eye. */
function senderLine({ sender, logo }: Pick<Document, 'sender' | 'logo'>): string {
  const [first] = sender.trim();
  if (first === undefined) return '';
  const mark = logo
    ? `<img class="logo" src="${escapeHtml(logo)}" alt="">`
    : `<span class="mark" aria-hidden="true">${escapeHtml(first.toUpperCase())}</span>`;
  return `<div class="sender">${mark}<span dir="auto">${escapeHtml(sender)}</span></div>\n`;
}

export function document({ language, title, content, sender, logo = '' }: Document): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${senderLine({ sender, logo })}<h1>${escapeHtml(title)}</h1>
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
  /** The project's name. */
  sender: string;
  /** The address of its image; empty: none. */
  logo: string;
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
 * Asks for what the page is named after while it is to be done, tells how things stand afterwards, and offers the way back. To leave is the
 * plain button where somebody came to leave, and a quiet one on the preferences.
 * Addresses are relative, so that the pages work under any address that leads to them.
 */
export function recipientPage({ page, id, email, subscribed, language, sender, logo, link }: PageParts): string {
  const words = wordingOf(language);
  const name = encodeURIComponent(id);
  const about = (text: string) => escapeHtml(text).replace('{email}', () => `<strong dir="auto">${escapeHtml(email)}</strong>`);
  const button = (wanted: boolean, quiet: boolean) => {
    const action =
      page === 'manage'
        ? `../manage/${name}${linkQuery({ subscribed: String(wanted), ...link })}`
        : `../${wanted ? 'subscribe' : 'unsubscribe'}/${name}${linkQuery(link)}`;
    const label = escapeHtml(wanted ? words.subscribe : words.unsubscribe);
    return (
      `<form method="post" action="${escapeHtml(action)}">` +
      `<button type="submit"${quiet ? ' class="quiet"' : ''}>${label}</button></form>`
    );
  };
  const shown = (title: string, content: string) => document({ language, title, content, sender, logo });
  const state = `<p role="status" class="done">${about(subscribed ? words.subscribed : words.unsubscribed)}</p>`;
  if (page === 'manage') return shown(words.preferences, `${state}\n${button(!subscribed, subscribed)}`);
  const wanted = page === 'subscribe';
  const title = wanted ? words.subscribe : words.unsubscribe;
  if (subscribed === wanted) return shown(title, `${state}\n${button(!wanted, true)}`);
  return shown(title, `<p>${about(wanted ? words.askSubscribe : words.askUnsubscribe)}</p>\n${button(wanted, false)}`);
}

/** What is shown in place of a page: of a link that leads nowhere, with what to do about it. `page`: null for a link of any other kind. */
export function refusalPage(page: PageName | null, language: string, kind: 'invalid' | 'failed'): string {
  const words = wordingOf(language);
  const pageTitle = page === 'manage' ? words.preferences : page && words[page];
  const help = kind === 'invalid' ? `\n<p>${escapeHtml(words.help)}</p>` : '';
  const content = `<p role="alert">${escapeHtml(words[kind])}</p>${help}`;
  return document({ language, title: pageTitle ?? PRODUCT, content, sender: '' });
}

/**
 * Where the pages lie on this server: the part of `DASHBOARD_URI` behind `API_URI`, else its path. A dashboard at the root of a host
 * of its own is led to /app by the proxy in front of it, since at the root these paths mean the API's one-click route.
 */
export function pagesPath(api: string, dashboard: string): string {
  const path = dashboard.startsWith(`${api}/`) ? dashboard.slice(api.length) : new URL(dashboard).pathname.replace(/(?<!\/)\/+$/, '');
  return path || '/app';
}
