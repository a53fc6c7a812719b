/** A message as its reader hands it over: decoded, in one piece, plain enough to cross from a thread. */

export interface Mailbox {
  /** Decoded; empty when there is none. */
  name: string;
  address: string;
}

export interface Part {
  /** Decoded; null for a part without one. */
  filename: string | null;
  /** Media type in lower case, without parameters. */
  type: string;
  /** `attachment`, `inline`, anything a sender wrote, or null. */
  disposition: string | null;
  /** Without its angle brackets. */
  contentId: string | null;
  /** Shown inside the HTML: a part of a multipart/related with a Content-ID. */
  related: boolean;
  /** base64 */
  content: string;
}

export interface Message {
  /** In their order and casing, unfolded, encoded words as they stand. */
  headers: { name: string; value: string }[];
  from: Mailbox | null;
  /** Of To and Cc. */
  recipients: Mailbox[];
  replyTo: Mailbox[];
  /** Decoded; null without the header. */
  subject: string | null;
  messageId: string | null;
  text: string | null;
  html: string | null;
  attachments: Part[];
}
