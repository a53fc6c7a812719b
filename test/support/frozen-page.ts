/** A page of a campaign's frozen audience, as it lies in MongoDB. */
import { randomUUID } from 'node:crypto';
import { pageIdOf } from '#services/delivery/campaign-sends/page-mails.ts';
import { contactBytes } from '#services/delivery/campaign-sends/slots.ts';
import type { PageRow, SlotContent } from '#services/delivery/campaign-sends/page-model.ts';

export interface PageParts {
  projectId: string;
  campaignId: string;
  /** The campaign send's. */
  number: number;
  /** The page's, from 0. */
  n?: number;
  mails: readonly SlotContent[];
  /** By slot; made up without it. */
  contactIds?: readonly string[];
  frozenAt: Date;
  from?: string;
  cursor?: string;
}

export function frozenPage({ projectId, campaignId, number, n = 0, mails, contactIds, frozenAt, ...more }: PageParts): PageRow {
  return {
    _id: pageIdOf(number, n),
    projectId,
    campaignId,
    number,
    n,
    size: mails.length,
    cursor: '',
    frozenAt,
    frozenBy: 'test',
    class: 'MARKETING',
    from: 'a@example.org',
    fromName: null,
    replyTo: null,
    templateId: null,
    subject: 'Hello',
    language: 'en',
    skeletonHash: null,
    contacts: mails.map((_, slot) => contactBytes(contactIds?.[slot] ?? randomUUID())),
    mails: JSON.stringify(mails),
    whole: true,
    ...more,
  };
}
