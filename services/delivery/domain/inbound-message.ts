/** Inbound mail as a row of the ledger and as a fact (contract 6 "email.received", "Provider notifications: Received"). */
import type { EmailRow, StoredAttachment } from './email.ts';
import { priorityOf, UNTOUCHED } from './email.ts';
import type { EmailFact } from './email-fact.ts';

/** The words of those who checked it, PASS or FAIL; null where nobody did. */
export interface Verdicts {
  spamVerdict: string | null;
  virusVerdict: string | null;
  spfVerdict: string | null;
  dkimVerdict: string | null;
  dmarcVerdict: string | null;
}

export interface InboundMessage {
  /** Where it was delivered to: addresses in lowercase. */
  recipients: readonly string[];
  /** The author's address and name. */
  from: string;
  fromName: string;
  /** `From` as it stands in the message. */
  fromHeader: string;
  subject: string;
  messageId: string | null;
  at: Date;
  text: string | null;
  html: string | null;
  attachments: readonly { filename: string; contentType: string; disposition: string; contentId: string | null; content: Buffer }[];
  verdicts: Verdicts;
  processingTimeMillis: number | null;
}

export const UNCHECKED: Verdicts = { spamVerdict: null, virusVerdict: null, spfVerdict: null, dkimVerdict: null, dmarcVerdict: null };

/** A fact travels in one message of the bus, which holds 1 MB; the row holds the whole. */
const FACT_BODY_MAX = 200_000;
const SUBJECT_MAX = 998;

const bare = (messageId: string) => messageId.trim().replace(/^<|>$/g, '');

export interface InboundParts {
  id: string;
  projectId: string;
  contactId: string;
  /** The recipients that are this project's. */
  own: readonly string[];
  /** Null when the body is a blob. */
  body: string | null;
  bodyHash: string | null;
  attachments: StoredAttachment[];
  now: Date;
  by: string;
}

/** One mail, one project: a row at its end. */
export function inboundRow(mail: InboundMessage, { id, own, now, by, ...parts }: InboundParts): EmailRow {
  const subject =
    mail.subject
      .replace(/[\r\n]+/g, ' ')
      .trim()
      .slice(0, SUBJECT_MAX) || '(No subject)';
  return {
    _id: id,
    to: own[0]!,
    toName: null,
    subject,
    from: mail.from,
    fromName: mail.fromName || null,
    replyTo: null,
    headers: [],
    sourceType: 'INBOUND',
    class: 'TRANSACTIONAL',
    templateId: null,
    campaignId: null,
    workflowExecutionId: null,
    workflowStepExecutionId: null,
    ...(mail.messageId ? { messageId: bare(mail.messageId) } : {}),
    status: 'RECEIVED',
    priority: priorityOf('INBOUND'),
    ...UNTOUCHED,
    trace: [{ at: now, to: 'RECEIVED', by }],
    createdAt: now,
    updatedAt: now,
    ...parts,
  };
}

/** What its fact says. */
export function receivedFact(mail: InboundMessage, { to, subject, messageId }: Pick<EmailRow, 'to' | 'subject' | 'messageId'>): EmailFact {
  const body = mail.html ?? mail.text ?? '';
  return {
    name: 'email.received',
    data: {
      messageId: messageId ?? null,
      from: mail.from,
      fromHeader: mail.fromHeader,
      to,
      subject,
      timestamp: mail.at.toISOString(),
      recipients: [...mail.recipients],
      hasContent: body !== '',
      body: body.length > FACT_BODY_MAX ? null : body,
      ...mail.verdicts,
      processingTimeMillis: mail.processingTimeMillis,
    },
  };
}
