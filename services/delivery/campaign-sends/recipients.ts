/** The recipients of a send: read one by one, and decided about where nobody knows whether they got their mail. */
import type { Model, QueryFilter } from 'mongoose';
import { updateOf } from '#kit/store/bulk-write.ts';
import { fault } from '#kit/errors.ts';
import type { ListRecipientsRequest, ListRecipientsResponse, Recipient } from '#proto/delivery/v1/delivery.ts';
import type { EmailRow } from '../domain/email.ts';
import { mergedWindow } from '../ledger/ledger.ts';
import type { CampaignMailList, CountTransition, PageBlock } from '../ledger/ledger.ts';

export interface RecipientsParts {
  emails: Model<EmailRow>;
  list: CampaignMailList;
  /** Names this process in traces. */
  processId: string;
  countTransition: CountTransition;
}

export interface Recipients {
  /** In the order of freezing. */
  list(projectId: string, request: ListRecipientsRequest): Promise<ListRecipientsResponse>;
  /** Sends mails of unknown outcome again. Answers how many. */
  resend(projectId: string, campaignId: string, now: Date): Promise<number>;
  /** Gives them up. Answers how many. */
  drop(projectId: string, campaignId: string, now: Date): Promise<number>;
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
const SHOWN = {
  contactId: 1,
  to: 1,
  status: 1,
  error: 1,
  attempt: 1,
  sentAt: 1,
  deliveredAt: 1,
  openedAt: 1,
  clickedAt: 1,
  bouncedAt: 1,
  complainedAt: 1,
  unsubscribedAt: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;

function shown(row: EmailRow): Recipient {
  return {
    emailId: row._id,
    contactId: row.contactId,
    address: row.to,
    status: row.status,
    reason: row.error,
    attempts: row.attempt,
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    openedAt: iso(row.openedAt),
    clickedAt: iso(row.clickedAt),
    bouncedAt: iso(row.bouncedAt),
    complainedAt: iso(row.complainedAt),
    unsubscribedAt: iso(row.unsubscribedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What becomes of rows of unknown outcome. */
interface Decided {
  to: 'PENDING' | 'FAILED';
  set: Partial<EmailRow>;
  detail: string;
  now: Date;
}

export function createRecipients({ emails, list, processId, countTransition }: RecipientsParts): Recipients {
  /** Rows of unknown outcome; answers how many took the step. */
  async function decide(projectId: string, campaignId: string, { to, set, detail, now }: Decided): Promise<number> {
    const { modifiedCount } = await emails.updateMany(
      { projectId, campaignId, status: 'UNKNOWN' },
      updateOf({
        $set: { ...set, status: to, updatedAt: now },
        $push: { trace: { at: now, to, by: processId, detail } },
        ...(set.dueAt ? {} : { $unset: { dueAt: 1 } }),
      }),
    );
    countTransition({ sourceType: 'CAMPAIGN' }, to, modifiedCount);
    return modifiedCount;
  }

  return {
    async list(projectId: string, { campaignId, status, page, pageSize }: ListRecipientsRequest): Promise<ListRecipientsResponse> {
      const filter = { projectId, campaignId, slot: null, ...(status ? { status } : {}) } as QueryFilter<EmailRow>;
      const skip = (page - 1) * pageSize;
      const asked = { projectId, campaignId, status: status ?? undefined };
      const { blocks, total: slots } = await list.blocks(asked, 'frozen', skip + pageSize);
      const [inPages, rows, others] = await Promise.all([
        list.rowsOf(projectId, mergedWindow({ rows: [], blocks, skip, limit: pageSize }) as PageBlock[]).then((made) => made.flat()),
        emails
          .find(filter, SHOWN)
          .sort({ campaignId: 1, page: 1 })
          .skip(Math.max(0, skip - slots))
          .limit(pageSize)
          .lean<EmailRow[]>(),
        emails.countDocuments(filter),
      ]);
      const total = slots + others;
      const data = [...inPages, ...(inPages.length < pageSize ? rows.slice(0, pageSize - inPages.length) : [])].map(shown);
      return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    resend: (projectId: string, campaignId: string, now: Date): Promise<number> =>
      decide(projectId, campaignId, {
        to: 'PENDING',
        set: { dueAt: now, resumedAt: now, error: null },
        detail: 'sent again by decision',
        now,
      }),

    drop: (projectId: string, campaignId: string, now: Date): Promise<number> =>
      decide(projectId, campaignId, {
        to: 'FAILED',
        set: { error: 'The outcome is unknown; not sent again by decision' },
        detail: 'given up by decision',
        now,
      }),
  };
}

export function unknownDecision(decision: string): 'resend' | 'drop' {
  if (decision === 'resend' || decision === 'drop') return decision;
  throw fault('BAD_REQUEST', { message: 'Decision must be resend or drop' });
}
