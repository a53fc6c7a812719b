/**
 * POST /v1/send: resolve the content, authorise sender and recipients, upsert the contacts, render, insert the rows. When it answers, every
 * recipient's row is on disk.
 */
import { derivedId } from '#kit/derived-id.ts';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { fault, invalid } from '#kit/errors.ts';
import { failpoint } from '#kit/failpoint.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import { signLink } from '#services/recipient/link-token.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { Contact, ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { SendRequest, SendResponse } from '#proto/delivery/v1/delivery.ts';
import type { RenderResponse } from '#proto/templating/v1/templating.ts';
import type { EmailRow, MailClass } from '../domain/email.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import type { Commit } from '../dispatch/dispatch.ts';
import { unitsOf } from '../domain/usage.ts';
import { sendScope } from '../domain/render-scope.ts';
import type { Usage } from '../usage/usage.ts';
import type { Ledger, StoredBody } from '../ledger/ledger.ts';
import { createAttachmentStore } from './attachments.ts';
import type { CommonParts } from './acceptance-parts.ts';
import { createCoalescedRequests, createWaves } from './request-coalescing.ts';

export { createStepMail } from './step-mail.ts';

export interface AcceptanceParts extends CommonParts {
  ledger: Pick<Ledger, 'bodies'>;
  /** Writes a row; it leaves as soon as it may. */
  commit: Commit;
  blobs: Blobs;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findMany' | 'upsertMany'>;
  usage: Pick<Usage, 'counted'>;
  messageMaxBytes: number;
  id: () => string;
}

export interface Acceptance {
  /** Faults: TEMPLATE_NOT_FOUND, VALIDATION_ERROR, SENDER_REFUSED, BAD_REQUEST, BODY_TOO_LARGE, BILLING_LIMIT_EXCEEDED. */
  send(request: SendRequest, call: Call): Promise<SendResponse>;
}

/** What all recipients of a request share. */
interface Content extends Pick<EmailRow, 'from' | 'fromName' | 'replyTo' | 'class' | 'templateId' | 'attachments'> {
  subject: string;
  body: string;
  /** In the project's language unless the contact has one. */
  language: string;
}

/** A request whose content is found and whose sender and recipients are allowed. */
interface Resolved {
  request: SendRequest;
  content: Content;
  call: Call;
}

interface Recipient {
  to: SendRequest['to'][number];
  contact: Contact;
  emailId: string;
}

const NO_SENDER = 'Could not parse sender email: from is required, unless the template has a sender';

export function createAcceptance(parts: AcceptanceParts): Acceptance {
  const { ledger, domains, contacts, project, dashboard, linkKeys, processId, id, commit, usage } = parts;
  const coalesced = createCoalescedRequests(parts);
  const attachments = createAttachmentStore(parts);
  const inWave = createWaves();

  /** Template, sender and its domain, texts, attachments. */
  async function resolve(request: SendRequest, call: Call): Promise<Content> {
    const template = request.template ? await coalesced.template(request.template, call) : null;
    const from = request.from?.email || template?.from;
    if (!from) throw invalid([{ field: 'from', message: NO_SENDER, code: 'required' }], NO_SENDER);
    await domains.check(call.projectId, from);
    const mailClass = (template?.type as MailClass | undefined) ?? 'TRANSACTIONAL';
    await authorise(request, mailClass, call);
    const body = request.body ?? template?.body ?? '';
    const stored = await attachments.keep(call.projectId, body, request.attachments);
    failpoint('delivery stored');
    const { name, language } = await project(call.projectId);
    return {
      subject: request.subject ?? template?.subject ?? '',
      body,
      from,
      fromName: request.from?.name || template?.fromName || name,
      replyTo: request.reply || template?.replyTo || from,
      class: mailClass,
      templateId: template?.id ?? null,
      attachments: stored,
      language,
    };
  }

  /** Everybody is checked before anything is written. */
  async function authorise(request: SendRequest, mailClass: MailClass, call: Call): Promise<void> {
    if (mailClass !== 'MARKETING' || request.subscribed === true) return;
    const { contacts: known } = await contacts.findMany({ emails: request.to.map(({ email }) => email) }, call);
    const subscribed = new Set(request.subscribed === false ? [] : known.filter((contact) => contact.subscribed).map(({ email }) => email));
    if (!request.to.every(({ email }) => subscribed.has(email.trim().toLowerCase()))) {
      throw fault('BAD_REQUEST', { message: 'Cannot send a marketing template to an unsubscribed contact' });
    }
  }

  async function upsertContacts(request: SendRequest, emailIds: readonly string[], call: Call): Promise<Recipient[]> {
    const upserted = await coalesced.upsert(
      request.to.map(({ email, name }) => ({
        email,
        subscribed: request.subscribed,
        subscribedWhenNew: false,
        data: name ? { ...request.data, name } : request.data,
        checkLocale: false,
      })),
      call,
    );
    failpoint('delivery upserted');
    return request.to.map((to, index) => ({
      to,
      contact: upserted[index]!.contact!,
      emailId: emailIds[index]!,
    }));
  }

  async function render({ request, content, call }: Resolved, recipients: readonly Recipient[]): Promise<RenderResponse> {
    const scopes = recipients.map(({ to, contact, emailId }) =>
      sendScope({
        contact: { ...contact, data: contact.data ?? null },
        request: to.name ? { ...request.data, name: to.name } : (request.data ?? null),
        dashboard,
        link: linkKeys === null ? null : { emailId, token: signLink(linkKeys, contact.id, emailId) },
      }),
    );
    // What is sent once is not worth taking apart.
    const parted = (request.template !== undefined && request.body === undefined) || recipients.length > 1;
    const { subject, body } = content;
    const rendered = await coalesced.render({ subject, body, parted, scopes }, call);
    failpoint('delivery rendered');
    return rendered;
  }

  /** Bodies of one request, what they share kept once. */
  async function keepBodies(projectId: string, { rendered, pieces }: RenderResponse): Promise<StoredBody[]> {
    if (pieces.length === 0)
      return await ledger.bodies.keepAll(
        projectId,
        rendered.map(({ body }) => body),
      );
    const skeletonHash = await ledger.bodies.keepSkeleton(projectId, pieces);
    return await Promise.all(rendered.map(({ values }) => ledger.bodies.keepFilled(projectId, { skeletonHash, pieces, values })));
  }

  function rowOf({ request, content: resolved, call: { projectId, now } }: Resolved) {
    const { subject: _subject, body: _body, language, ...content } = resolved;
    const traced = traceparent();
    const headers = Object.entries(request.headers).map(([name, value]) => ({ name, value }));
    return ({ to, contact, emailId }: Recipient, subject: string, body: StoredBody): EmailRow => ({
      ...UNTOUCHED,
      _id: emailId,
      projectId,
      contactId: contact.id,
      to: contact.email,
      toName: to.name || null,
      language: chooseLanguage(contact.data?.['locale'], language),
      // A value of the data must not start a header of its own.
      subject: subject.replace(/[\r\n]+/g, ' '),
      ...body,
      ...content,
      headers,
      sourceType: 'TRANSACTIONAL',
      campaignId: null,
      workflowExecutionId: null,
      workflowStepExecutionId: null,
      status: 'PENDING',
      priority: priorityOf('TRANSACTIONAL'),
      dueAt: now,
      trace: [{ at: now, to: 'PENDING', by: processId }],
      ...(traced ? { traceparent: traced } : {}),
      createdAt: now,
      updatedAt: now,
    });
  }

  async function send(request: SendRequest, call: Call): Promise<SendResponse> {
    const content = await resolve(request, call);
    const emailIds = request.to.map((_, index) => (request.operationId ? derivedId(`${request.operationId}:${index}`) : id()));
    const mails = { category: 'transactional', units: unitsOf(content), emailIds } as const;
    return usage.counted(call.projectId, mails, () => write({ request, content, call }, emailIds));
  }

  async function write(resolved: Resolved, emailIds: readonly string[]): Promise<SendResponse> {
    const { request, call } = resolved;
    const recipients = await upsertContacts(request, emailIds, call);
    const response = await render(resolved, recipients);
    const bodies = await keepBodies(call.projectId, response);
    const row = rowOf(resolved);
    await Promise.all(recipients.map((recipient, index) => commit(row(recipient, response.rendered[index]!.subject, bodies[index]!))));
    return {
      emails: recipients.map(({ contact, emailId }) => ({ contact: { id: contact.id, email: contact.email }, email: emailId })),
      timestamp: call.now.toISOString(),
    };
  }

  return { send: (request, call) => inWave(call.projectId, () => send(request, call)) };
}
