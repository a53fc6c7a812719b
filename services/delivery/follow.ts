/** Makes a mail's opens and clicks known: the pixel and the links of providers without tracking of their own (decisions "Send pipeline": Tracking). */
import { decode } from 'html-entities';
import { signTracked } from '#kit/tracking-token.ts';
import type { EmailRow } from './domain/email.ts';
import type { OwnPlaces } from './domain/links.ts';
import { rewriteLinks, trackable } from './domain/links.ts';
import { insertAtEnd } from './domain/markup.ts';

export interface FollowParts extends OwnPlaces {
  trackingSecret: string;
}

/** Answers what turns a mail's document into one whose opens and clicks are told. */
export function follower({ api, dashboard, trackingSecret }: FollowParts): (row: Pick<EmailRow, '_id' | 'projectId'>, html: string) => string {
  const targetOf = trackable({ api, dashboard });
  return ({ _id: emailId, projectId }, html) => {
    const token = (target: string | null) => signTracked(trackingSecret, { projectId, emailId, target });
    const linked = rewriteLinks(html, (written) => {
      const target = targetOf(decode(written, { scope: 'attribute' }));
      return target && `${api}/t/c/${token(target)}`;
    });
    return insertAtEnd(linked, `<img src="${api}/t/o/${token(null)}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`);
  };
}
