/** What a mail says: its document and the text alternative, from a body as a whole. */
import type { EmailRow } from '../domain/email.ts';
import { htmlDocument } from '../domain/document.ts';
import { withFooter } from '../domain/footer.ts';
import { rewriteLinks } from '../domain/links.ts';
import { insertAtEnd } from '../domain/markup.ts';
import type { Text } from '../domain/mime/transfer.ts';
import type { LinkedMail, OwnLinks } from './own-links.ts';
import { pixel } from './own-links.ts';
import { textOf } from './text-alternative.ts';

export interface Content {
  /** The document that leaves. */
  html: Text;
  /** Links as the sender wrote them. */
  text: Text;
}

/** What a document gets beside its body. */
export interface Dress {
  /** The language of the footer; null: none. */
  footer: string | null;
  tracked: boolean;
}

export const footerOf = ({ class: mailClass, language }: Pick<EmailRow, 'class' | 'language'>): string | null =>
  mailClass === 'MARKETING' ? (language ?? 'en') : null;

/** The document with what is asked for around it; the addresses are the caller's. */
export function dressed(
  body: string,
  { footer, tracked }: Dress,
  of: {
    unsubscribe: () => string;
    /** Null leaves the link alone. */
    link: (written: string, quoted: string) => string | null;
    open: () => string;
  },
): { html: string; readable: string } {
  const document = htmlDocument(body);
  const readable = footer === null ? document : withFooter(document, footer, of.unsubscribe());
  return { readable, html: tracked ? insertAtEnd(rewriteLinks(readable, of.link), pixel(of.open())) : readable };
}

export interface Whole {
  mail: LinkedMail;
  body: string;
  addresses: OwnLinks;
}

export function wholeContent({ mail, body, addresses }: Whole, dress: Dress): Content & Record<keyof Content, string> {
  const { html, readable } = dressed(body, dress, {
    unsubscribe: () => addresses.unsubscribe(mail),
    link: (written) => {
      const target = addresses.targetOf(written);
      return target === null ? null : addresses.click(mail, target);
    },
    open: () => addresses.open(mail),
  });
  return { html, text: textOf(readable) };
}
