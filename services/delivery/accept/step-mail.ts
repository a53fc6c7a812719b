/** The mail of a workflow's SEND_EMAIL step: made of a template, one row a step execution (contract 4.8). On disk when it answers. */
import { derivedId } from '#kit/derived-id.ts';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault } from '#kit/errors.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import { signLink } from '#services/recipient/link-token.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { Contact, ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { SendStepMailRequest, SendStepMailResponse } from '#proto/delivery/v1/delivery.ts';
import type { Template } from '#proto/templating/v1/templating.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import type { EmailRow, MailClass } from '../domain/email.ts';
import { sendScope } from '../domain/render-scope.ts';
import { needsSubscription, UNSUBSCRIBED } from '../domain/suppression.ts';
import type { EmailReader, Ledger } from '../ledger/ledger.ts';
import type { Usage } from '../usage/usage.ts';
import type { CommonParts } from './acceptance-parts.ts';
import { createCoalescedRequests } from './request-coalescing.ts';

export interface StepMailParts extends CommonParts {
  ledger: Pick<Ledger, 'rows' | 'bodies'>;
  emails: Pick<EmailReader, 'get'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'get' | 'upsertMany'>;
  /** Rows that may leave at once. */
  hint: (rows: readonly EmailRow[]) => void;
  usage: Pick<Usage, 'counted'>;
}

/** Why a mail over its project's cap is FAILED (contract "Billing"). */
const OVER_CAP = 'Billing limit exceeded';
/** What a step goes on behind without its mail. */
const REFUSALS = new Set<string | null | undefined>([UNSUBSCRIBED, OVER_CAP]);

interface MailParts {
  emailId: string;
  data: SendStepMailRequest['data'];
  call: Call;
}

export type StepMail = (request: SendStepMailRequest, call: Call) => Promise<SendStepMailResponse>;

/** Faults TEMPLATE_NOT_FOUND, CONTACT_NOT_FOUND, SENDER_REFUSED. */
export function createStepMail(parts: StepMailParts): StepMail {
  const { domains, usage, project, dashboard, linkKeys, processId, hint, contacts, emails } = parts;
  const { rows, bodies } = parts.ledger;
  const coalesced = createCoalescedRequests(parts);

  async function contentOf({ subject, body }: Template, contact: Contact, { emailId, data, call }: MailParts) {
    const scope = sendScope({
      contact: { ...contact, data: contact.data ?? null },
      request: data ?? null,
      dashboard,
      link: linkKeys === null ? null : { emailId, token: signLink(linkKeys, contact.id, emailId) },
    });
    const { rendered, pieces } = await coalesced.render({ subject, body, parted: true, scopes: [scope] }, call);
    const [mail] = rendered;
    if (pieces.length === 0) return { subject: mail!.subject, ...(await bodies.keepWhole(call.projectId, mail!.body)) };
    const skeleton = await bodies.keepSkeleton(call.projectId, pieces);
    return {
      subject: mail!.subject,
      ...(await bodies.keepFilled(call.projectId, { skeletonHash: skeleton, pieces, values: mail!.values })),
    };
  }

  /** How it begins: to be sent, or FAILED where the contact wants no such mail or a cap leaves no room for it. */
  function beginningOf(refusal: string | null, now: Date): Pick<EmailRow, 'status' | 'dueAt' | 'error' | 'trace'> {
    const written = { at: now, to: 'PENDING', by: processId } as const;
    if (refusal === null) return { status: 'PENDING', dueAt: now, error: null, trace: [written] };
    return { status: 'FAILED', error: refusal, trace: [written, { at: now, to: 'FAILED', by: processId, detail: refusal }] };
  }

  /** Inserts the row; false when it is there. What a cap leaves no room for is FAILED. */
  async function insert(row: EmailRow): Promise<boolean> {
    if (row.status === 'FAILED') return rows.insert(row);
    try {
      const mails = { category: 'workflows', units: 1, emailIds: [row._id] } as const;
      return await usage.counted(row.projectId, mails, () => rows.insert(row));
    } catch (error) {
      if (!(error instanceof Fault) || error.name !== 'BILLING_LIMIT_EXCEEDED') throw error;
      const { dueAt: _due, ...rest } = row;
      Object.assign(row, beginningOf(OVER_CAP, row.createdAt));
      return rows.insert({ ...rest, ...beginningOf(OVER_CAP, row.createdAt) });
    }
  }

  return async (request, call) => {
    const { projectId, now } = call;
    const emailId = derivedId(`${request.stepExecutionId}:email`);
    const [template, contact] = await Promise.all([
      coalesced.template(request.templateId, call),
      contacts.get({ id: request.contactId }, call),
    ]);
    await domains.check(projectId, template.from);
    const { name, language } = await project(projectId);
    const mailClass = template.type as MailClass;
    const unwanted = !contact.subscribed && needsSubscription({ class: mailClass, sourceType: 'WORKFLOW' }) ? UNSUBSCRIBED : null;
    const { subject, ...kept } = await contentOf(template, contact, { emailId, data: request.data, call });
    const traced = traceparent();
    const row: EmailRow = {
      ...UNTOUCHED,
      _id: emailId,
      projectId,
      contactId: contact.id,
      to: request.customEmail?.toLowerCase() ?? contact.email,
      toName: null,
      language: chooseLanguage(contact.data?.['locale'], language),
      // A value of the data must not start a header of its own.
      subject: subject.replace(/[\r\n]+/g, ' '),
      ...kept,
      from: template.from,
      fromName: template.fromName || name,
      replyTo: template.replyTo || template.from,
      headers: [],
      attachments: [],
      sourceType: 'WORKFLOW',
      class: mailClass,
      templateId: template.id,
      campaignId: null,
      workflowExecutionId: request.executionId,
      workflowStepExecutionId: request.stepExecutionId,
      priority: priorityOf('WORKFLOW'),
      ...beginningOf(unwanted, now),
      ...(traced ? { traceparent: traced } : {}),
      createdAt: now,
      updatedAt: now,
    };
    if (await insert(row)) {
      if (row.status === 'PENDING') hint([row]);
      return { emailId, to: row.to, sentAt: now.toISOString(), refusal: row.error };
    }
    const { to, createdAt, status, error } = await emails.get(projectId, emailId, true);
    return { emailId, to, sentAt: createdAt, refusal: status === 'FAILED' && REFUSALS.has(error) ? error : null };
  };
}
