/** The record of a mail that answers show: the ledger's row, its trace, and the development inbox (contract 2.8, "Send pipeline"). */
import { z } from 'zod';
import { STATUSES } from '#kit/mail-states.ts';
import { serializer } from '../reply.ts';
import { at, email as address, id, pageOf } from '../schemas.ts';
import { contactRef } from './contact.ts';

export const SOURCE_TYPES = ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND'] as const;

const attachmentRow = z.object({
  filename: z.string().meta({ examples: ['invoice.pdf'] }),
  content: z
    .string()
    .optional()
    .meta({ examples: ['JVBERi0xLjQK'], description: 'base64; left out in lists' }),
  contentType: z.string().meta({ examples: ['application/pdf'] }),
  disposition: z.enum(['attachment', 'inline']),
  contentId: z
    .string()
    .nullable()
    .meta({ examples: ['logo'] }),
});

const text = (example: string) => z.string().meta({ examples: [example] });
const headers = z.record(z.string(), z.string()).meta({ examples: [{ 'X-Order': '1042' }] });
const times = {
  sentAt: at.nullable(),
  deliveredAt: at.nullable(),
  openedAt: at.nullable(),
  clickedAt: at.nullable(),
  bouncedAt: at.nullable(),
  complainedAt: at.nullable(),
};

export const email = z
  .object({
    id,
    projectId: id,
    contactId: id.nullable().meta({ description: 'null: a test mail of a campaign' }),
    to: address,
    toName: text('Ada').nullable(),
    subject: text('Welcome'),
    body: text('<p>Hello</p>').optional().meta({ description: 'Left out in lists' }),
    from: address,
    fromName: text('Example').nullable(),
    replyTo: address.nullable(),
    headers,
    attachments: z.array(attachmentRow),
    messageId: text('5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42@example.org'),
    sourceType: z.enum(SOURCE_TYPES),
    templateId: id.nullable(),
    campaignId: id.nullable(),
    workflowExecutionId: id.nullable(),
    workflowStepExecutionId: id.nullable(),
    status: z.enum(STATUSES),
    ...times,
    opens: z.int().meta({ examples: [0] }),
    clicks: z.int().meta({ examples: [0] }),
    humanOpens: z.int().meta({ description: 'Those by people, as far as can be told', examples: [0] }),
    humanClicks: z.int().meta({ examples: [0] }),
    error: text('550 5.1.1 no such user').nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Email' });

export const emailPage = pageOf(email);

export const transition = z
  .object({
    at,
    from: z.enum(STATUSES).nullable(),
    to: z.enum(STATUSES),
    actor: text('delivery'),
    attempt: z.int().meta({ examples: [1] }),
    detail: text('250 2.0.0 accepted').nullable(),
  })
  .meta({ id: 'Transition' });

export const sendResult = z
  .object({ emails: z.array(z.object({ contact: contactRef, email: id })), timestamp: at })
  .meta({ id: 'SendResult' });

export const inboxItem = z
  .object({
    id,
    emailId: id,
    projectId: id,
    from: text('Example <hello@example.org>'),
    // As it was written: a domain of any script is none to the format of that name.
    to: text('ada@example.org'),
    subject: text('Welcome'),
    receivedAt: at,
  })
  .meta({ id: 'InboxItem' });

export const inboxMail = inboxItem
  .extend({
    headers,
    html: text('<p>Hello</p>').nullable(),
    text: text('Hello').nullable(),
    attachments: z.array(attachmentRow),
    raw: text('From: hello@example.org').nullable(),
  })
  .meta({ id: 'InboxMail' });

const attachment = serializer(attachmentRow);
const row = serializer(email);
const mail = serializer(inboxMail);

type WithAttachments = { attachments: object[] };

/** @param listed rows of lists carry neither the body nor the attachments' content. */
export function serializeEmail(message: WithAttachments, listed = false): Record<string, unknown> {
  const { body, ...record } = row({
    ...message,
    attachments: message.attachments.map((one) => attachment(listed ? { ...one, content: undefined } : one)),
  });
  return listed ? record : { ...record, body: body ?? null };
}

export const serializeTransition = serializer(transition);
export const serializeInboxItem = serializer(inboxItem);
export const serializeInboxMail = (message: WithAttachments): Record<string, unknown> =>
  mail({ ...message, attachments: message.attachments.map(attachment) });
