/** The development inbox as a page, and one mail of it as its reader would see it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '#kit/config/config.ts';
import type { Answer } from '../reply.ts';

const part = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const page = part('inbox.html')
  .replace('/*style*/', () => part('inbox.css'))
  .replace('/*script*/', () => part('inbox.js'));

/** The hash of what stands in the only element of this name, blanks around it included. */
function hashOf(element: 'style' | 'script'): string {
  const begin = page.indexOf(`<${element}>`) + element.length + 2;
  const text = page.slice(begin, page.indexOf(`</${element}>`, begin));
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const POLICY =
  `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; connect-src 'self'; frame-src 'self'; ` +
  `img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
/**
 * A mail may show what mail programs show. It runs nothing, belongs to no origin, and asks nobody for anything unless its reader wants it:
 * to look at the preview is no opening.
 */
const mailPolicy = (from: string): string =>
  `default-src 'none'; img-src data:${from}; style-src 'unsafe-inline'${from}; font-src data:${from}; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`;

function document(text: string, policy: string): Answer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Content-Security-Policy': policy };
  return { status: 200, raw: text, headers };
}

/** Captured mail can be read: never in production. */
export const keepsInbox = ({ sending, runtime }: Config): boolean => sending.provider === 'capture' && !runtime.production;

/** Asked for by somebody with a browser. */
export const wantsPage = (accept: string | undefined): boolean => accept?.includes('text/html') === true;

export const inboxPage = (): Answer => document(page, POLICY);

export interface PreviewedMail {
  html?: string | null | undefined;
  attachments: readonly { content?: string | null | undefined; contentType: string; contentId?: string | null | undefined }[];
}

export interface PreviewLook {
  /** Pictures, styles and fonts of elsewhere are loaded. */
  images: boolean;
  /** The frame turns colours round: pictures are turned back. */
  inverted: boolean;
}

const TURNED_BACK = '<style>img,svg,video{filter:invert(1) hue-rotate(180deg)}</style>';

/** The HTML of a mail, its inline pictures in their places. */
export function mailPreview({ html, attachments }: PreviewedMail, { images, inverted }: PreviewLook): Answer {
  let text = `${html ?? ''}${inverted ? TURNED_BACK : ''}`;
  for (const { content, contentType, contentId } of attachments)
    if (contentId && content && /^image\/[\w.+-]+$/.test(contentType))
      text = text.replaceAll(`cid:${contentId}`, () => `data:${contentType};base64,${content}`);
  return document(text, mailPolicy(images ? ' http: https:' : ''));
}
