/** Which links of a mail are followed up, and how they are replaced (contract "Send pipeline: Links"). */
import { tags } from './markup.ts';
import type { Tag } from './markup.ts';

/** Elements whose `href` a reader follows. */
const LINKS = new Set(['a', 'area']);

function hrefOf({ name, closing, attributes }: Tag) {
  if (closing || !LINKS.has(name) || attributes.some((one) => one.name === 'data-no-track')) return undefined;
  // Of two attributes with one name the first counts.
  return attributes.find((one) => one.name === 'href');
}

/** As the value of a quoted attribute. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Replaces addresses of links; everything outside those values stays as it is, character for character.
 * @param replace gets the value as written, entities and all, and with its quotes; answers the new address, or null to leave the link alone
 */
export function rewriteLinks(html: string, replace: (written: string, quoted: string) => string | null): string {
  let made = '';
  let copied = 0;
  for (const tag of tags(html)) {
    const href = hrefOf(tag);
    const address = href && replace(href.value, html.slice(href.start, href.end));
    if (!href || !address) continue;
    made += `${html.slice(copied, href.start)}"${escaped(address)}"`;
    copied = href.end;
  }
  return made + html.slice(copied);
}

/** Longest address that is followed up: a longer one would not fit into a link of ours that every program takes. */
const TARGET_MAX = 2_000;

export interface OwnPlaces {
  /** `API_URI` and `DASHBOARD_URI`, no slash at their end. */
  api: string;
  dashboard: string;
}

/** Without blanks and controls around it. */
function trimControls(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}

const PAGES = ['unsubscribe', 'subscribe', 'manage'];

/** Answers where a link leads when clicks on it count: http and https only, not our recipient pages; null otherwise. */
export function trackable({ api, dashboard }: OwnPlaces): (address: string) => string | null {
  const own = [`${api}/unsubscribe/`, ...PAGES.map((page) => `${dashboard}/${page}/`)].map((text) => new URL(text).href);
  return (address) => {
    // As the URL standard reads an attribute.
    const target = trimControls(address).replace(/[\t\r\n]/g, '');
    if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null;
    const { href } = new URL(target);
    if (own.some((prefix) => href.startsWith(prefix))) return null;
    // What goes into a header line as it stands stays as the sender wrote it.
    const followed = /^[!-~]+$/.test(target) ? target : href;
    return followed.length <= TARGET_MAX ? followed : null;
  };
}
