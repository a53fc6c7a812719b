/** One row of the ledger: one message to one recipient (contract 2.8 "Email"). */
import type { FollowedLink } from './machines.ts';
import { asciiDomain } from './sender.ts';
import type { Status } from './states.ts';

export const SOURCE_TYPES = ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** The `type` of the campaign, else of the template, else transactional (contract "Send pipeline: Class"). */
export type MailClass = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';

/** An attachment whose bytes are kept apart, by their hash. */
export interface StoredAttachment {
  filename: string;
  contentType: string;
  disposition: string;
  contentId: string | null;
  /** SHA-256 of the bytes, hex; null when they were blanked. */
  hash: string | null;
  /** Bytes, decoded. */
  size: number;
}

/** A custom header in the caller's casing and order. */
export interface Header {
  name: string;
  value: string;
}

/** One step in a row's life. Where it came from is the entry before it; attempts are counted by the SENDING ones. */
export interface Step {
  at: Date;
  to: Status;
  /** The process that moved the row. */
  by: string;
  detail?: string;
}

export interface EmailRow {
  _id: string;
  projectId: string;
  /** Empty for a campaign's test mail, which is nobody's. */
  contactId: string;
  to: string;
  toName: string | null;
  /** What the footer is written in; set at acceptance by the language rule. Rows of earlier versions have none: English. */
  language?: string;
  subject: string;
  /** Null when the body is a blob (`bodyHash`), in parts (`skeletonHash`), or was blanked. */
  body: string | null;
  bodyHash: string | null;
  /** The body in parts: a blob of what all mails of a template share, and the values that stand between them here. */
  skeletonHash?: string;
  values?: string[];
  from: string;
  fromName: string | null;
  replyTo: string | null;
  headers: Header[];
  attachments: StoredAttachment[];
  sourceType: SourceType;
  class: MailClass;
  templateId: string | null;
  campaignId: string | null;
  /** Of its campaign send, from 0: the campaign's rows leave page by page. */
  page?: number;
  /** Of its page: the row stands for that slot. */
  slot?: number;
  /** What a note says of its slot, if one does: the row counts instead of it. */
  noted?: 'SENT' | 'DELIVERED';
  /** When its note was written, of a mail that a report said was sent before that. */
  notedAt?: Date;
  workflowExecutionId: string | null;
  workflowStepExecutionId: string | null;
  /** Under which others know the mail: the provider's id where it gives one, the sender's of inbound mail. Absent: `messageIdOf`. */
  messageId?: string;
  status: Status;
  /** Less goes first. */
  priority: number;
  /**
   * PENDING: when to try, absent while the row is held until its page's turn; SENDING: when the lease ends; UNKNOWN: when to settle it.
   * Otherwise absent: nothing left to do.
   */
  dueAt?: Date;
  /** Names the claim that holds or last held the row. */
  claim?: string;
  attempt: number;
  /** The one repetition after an unknown outcome was used. */
  repeated?: boolean;
  /** When somebody decided that a mail of unknown outcome is sent again: retries count from here. */
  resumedAt?: Date;
  /** A mail whose opens and clicks are nobody's: a campaign's test. */
  untracked?: boolean;
  sentAt: Date | null;
  deliveredAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  bouncedAt: Date | null;
  /** The first permanent bounce where one that was not came before it, null until then. Absent: `bouncedAt`. */
  permanentBounceAt?: Date | null;
  complainedAt: Date | null;
  /** The contact left by a link of this mail. */
  unsubscribedAt?: Date;
  opens: number;
  clicks: number;
  /** Those by people (machines.ts). Absent: none. */
  humanOpens?: number;
  humanClicks?: number;
  /** What was followed, in the order of first clicks. */
  links?: FollowedLink[];
  /** The latest click. */
  lastClick?: { link: string; at: Date };
  error: string | null;
  trace: Step[];
  /** W3C context of the call that wrote the row, of a campaign's mail that of its page, while calls are traced. */
  traceparent?: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What of one class is looked for: at most `limit` that are due by now. */
export interface DueLook {
  priority: number;
  projectIds: readonly string[];
  now: Date;
  limit: number;
}

/** A row with something left to do, as queues know it. */
export type Due = Pick<EmailRow, '_id' | 'projectId' | 'priority'>;

/** What a row begins with: nothing has happened to it yet. */
export const UNTOUCHED = {
  attempt: 0,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  complainedAt: null,
  opens: 0,
  clicks: 0,
  error: null,
} as const satisfies Partial<EmailRow>;

const PRIORITY: Readonly<Record<SourceType, number>> = { TRANSACTIONAL: 1, WORKFLOW: 5, CAMPAIGN: 10, INBOUND: 10 };

/** Lower leaves first (contract "Send pipeline: Priority"). */
export function priorityOf(sourceType: SourceType): number {
  return PRIORITY[sourceType];
}

/** Bulk mail has the longer deadline and is never repeated on its own. */
export function isBulk({ sourceType, class: mailClass }: Pick<EmailRow, 'sourceType' | 'class'>): boolean {
  return sourceType === 'CAMPAIGN' || mailClass !== 'TRANSACTIONAL';
}

/** The id the message leaves with: the row's at the sender's domain, without the angle brackets. */
export function ownMessageId({ _id, from }: Pick<EmailRow, '_id' | 'from'>): string {
  return `${_id}@${asciiDomain(from.slice(from.lastIndexOf('@') + 1))}`;
}

/** The id the mail is known under; a notice finds its row by it. */
export function messageIdOf(row: Pick<EmailRow, '_id' | 'from' | 'messageId'>): string {
  return row.messageId ?? ownMessageId(row);
}
