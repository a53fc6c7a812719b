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

type Mail = Pick<EmailRow, '_id' | 'projectId' | 'contactId'>;

export type OwnLinks = ReturnType<typeof createOwnLinks>;

export function createOwnLinks({ api, dashboard, trackingKeys }: OwnLinksParts) {
  const targetOf = trackable({ api, dashboard });
  // Header and footer ask for the same.
  const ways = new WeakMap<Mail, string>();
  const way = (mail: Mail): string => {
    const { _id, contactId } = mail;
    const known = ways.get(mail) ?? `unsubscribe/${contactId}?e=${_id}&t=${signLink(trackingKeys, contactId, _id)}`;
    ways.set(mail, known);
    return known;
  };
  return {
    /** For programs: one click is enough. */
    oneClick: (mail: Mail): string => `${api}/${way(mail)}`,
    /** For people: the page. */
    unsubscribe: (mail: Mail): string => `${dashboard}/${way(mail)}`,
    /** Where a link leads when its clicks count. @param written the value of its attribute, entities and all */
    targetOf: (written: string): string | null => targetOf(decode(written, { scope: 'attribute' })),
    click: ({ projectId, _id: emailId }: Mail, target: string): string =>
      `${api}/t/c/${signTracked(trackingKeys, { projectId, emailId, target })}`,
    open: ({ projectId, _id: emailId }: Mail): string => `${api}/t/o/${signTracked(trackingKeys, { projectId, emailId, target: null })}`,
  };
}

/** What shows that the mail was opened. */
export const pixel = (address: string): string =>
  `<img src="${address}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`;
