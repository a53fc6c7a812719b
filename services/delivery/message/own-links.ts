/**
 * Our own addresses in a mail: the pixel and the links of providers without tracking of their own, and the way out
 * (contract "Send pipeline: Tracking, List-Unsubscribe").
 */
import type { KeyRing } from '#kit/key-ring.ts';
import { decode } from 'html-entities';
import { signLink } from '#services/recipient/link-token.ts';
import { signTracked } from '#services/recipient/tracking-token.ts';
import type { EmailRow } from '../domain/email.ts';
import type { OwnPlaces } from '../domain/links.ts';
import { trackable } from '../domain/links.ts';

export interface OwnLinksParts extends OwnPlaces {
  trackingKeys: KeyRing;
}

/** What an address is signed over. */
export type LinkedMail = Pick<EmailRow, '_id' | 'projectId' | 'contactId'>;

export interface OwnLinks {
  /** For programs: one click is enough. */
  oneClick(mail: LinkedMail): string;
  /** For people: the page. */
  unsubscribe(mail: LinkedMail): string;
  /** Where a link leads when its clicks count. @param written the value of its attribute, entities and all */
  targetOf(written: string): string | null;
  /** The tracked address that leads to the target. */
  click(mail: LinkedMail, target: string): string;
  /** The pixel's address. */
  open(mail: LinkedMail): string;
}

export function createOwnLinks({ api, dashboard, trackingKeys }: OwnLinksParts): OwnLinks {
  const trackableTarget = trackable({ api, dashboard });
  /** Header and footer ask for the same, one after the other. */
  let last: { mail: LinkedMail; way: string } | undefined;

  function way(mail: LinkedMail): string {
    const { _id, contactId } = mail;
    if (last?.mail !== mail) last = { mail, way: `unsubscribe/${contactId}?e=${_id}&t=${signLink(trackingKeys, contactId, _id)}` };
    return last.way;
  }

  function oneClick(mail: LinkedMail): string {
    return `${api}/${way(mail)}`;
  }

  function unsubscribe(mail: LinkedMail): string {
    return `${dashboard}/${way(mail)}`;
  }

  function targetOf(written: string): string | null {
    return trackableTarget(decode(written, { scope: 'attribute' }));
  }

  function click({ projectId, _id: emailId }: LinkedMail, target: string): string {
    return `${api}/t/c/${signTracked(trackingKeys, { projectId, emailId, target })}`;
  }

  function open({ projectId, _id: emailId }: LinkedMail): string {
    return `${api}/t/o/${signTracked(trackingKeys, { projectId, emailId, target: null })}`;
  }

  return { oneClick, unsubscribe, targetOf, click, open };
}

/** What shows that the mail was opened. */
export const pixel = (address: string): string =>
  `<img src="${address}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`;
