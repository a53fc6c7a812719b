/** POST /v1/send: the numbered order of decisions 4.3. When it answers, every recipient's row is on disk. */
import { derivedId } from '#kit/derived-id.ts';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { fault, invalid } from '#kit/errors.ts';
import { reached } from '#kit/killpoint.ts';
import { chooseLanguage } from '#kit/language.ts';
import { signLink } from '#kit/link-token.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { SendRequest, SendResponse } from '#proto/delivery/v1/delivery.ts';
import type { Template } from '#proto/templating/v1/templating.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Bodies } from './bodies.ts';
import type { Crowd } from './crowd.ts';
import type { Domains } from './domains.ts';
import type { EmailRow, MailClass, StoredAttachment } from './domain/email.ts';
import { priorityOf, UNTOUCHED } from './domain/email.ts';
import { sendScope } from './domain/scope.ts';
import type { Ledger } from './ledger.ts';
import { estimateSize } from './message/message.ts';

export interface AcceptanceParts {
  ledger: Ledger;
  blobs: Blobs;
  bodies: Bodies;
  domains: Domains;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findMany'>;
  crowd: Crowd;
  project: (projectId: string) => Promise<Pick<Project, 'name' | 'language'>>;
  dashboard: string;
  /** Signs the links to recipient pages; null where they need no signature (`UNSUBSCRIBE_REQUIRE_TOKEN`). */
  linkSecret: string | null;
  messageMaxBytes: number;
  processId: string;
  id: () => string;
  /** Rows that may leave at once. */
  hint: (rows: readonly EmailRow[]) => void;
}

/** What all recipients of a request share. */
interface Letter {
  subject: string;
  body: string;
  from: string;
  fromName: string;
  replyTo: string;
  class: MailClass;
  templateId: string | null;
}

export function acceptance(parts: AcceptanceParts) {
  const { ledger, blobs, bodies, domains, contacts, crowd, project, dashboard, linkSecret, messageMaxBytes, processId, id, hint } = parts;

  async function letterOf(request: SendRequest, template: Template | null, from: string, call: Call): Promise<Letter> {
    return {
      subject: request.subject ?? template?.subject ?? '',
      body: request.body ?? template?.body ?? '',
      from,
      fromName: request.from?.name || template?.fromName || (await project(call.projectId)).name,
      replyTo: request.reply || template?.replyTo || from,
      class: (template?.type as MailClass | undefined) ?? 'TRANSACTIONAL',
      templateId: template?.id ?? null,
    };
  }

  /** Everybody is checked before anything is written. */
  async function checkRecipients(request: SendRequest, letter: Letter, call: Call): Promise<void> {
    if (letter.class !== 'MARKETING' || request.subscribed === true) return;
    const { contacts: known } = await contacts.findMany({ emails: request.to.map(({ email }) => email) }, call);
    const subscribed = new Set(request.subscribed === false ? [] : known.filter((contact) => contact.subscribed).map(({ email }) => email));
    if (!request.to.every(({ email }) => subscribed.has(email.trim().toLowerCase()))) {
      throw fault('BAD_REQUEST', { message: 'Cannot send a marketing template to an unsubscribed contact' });
    }
  }

  async function storeAttachments(request: SendRequest, body: string, projectId: string): Promise<StoredAttachment[]> {
    const decoded = request.attachments.map((attachment) => ({ attachment, bytes: Buffer.from(attachment.content, 'base64') }));
    if (estimateSize(body, decoded.map(({ bytes }) => ({ size: bytes.length }))) > messageMaxBytes) {
      throw fault('BODY_TOO_LARGE', { message: 'The message is larger than 40 MB' });
    }
    return await Promise.all(decoded.map(async ({ attachment, bytes }) => ({
      filename: attachment.filename,
      contentType: attachment.contentType,
      disposition: attachment.disposition,
      contentId: attachment.contentId ?? null,
      hash: await blobs.put(projectId, bytes),
      size: bytes.length,
    })));
  }

  return async (request: SendRequest, call: Call): Promise<SendResponse> => {
    const { projectId, now } = call;
    const template = request.template ? await crowd.template(request.template, call) : null;
    const from = request.from?.email || template?.from;
    if (!from) throw invalid([{ field: 'from', message: 'Could not parse sender email', code: 'required' }], 'Could not parse sender email');
    await domains.check(projectId, from);
    const letter = await letterOf(request, template, from, call);
    await checkRecipients(request, letter, call);
    const attachments = await storeAttachments(request, letter.body, projectId);
    reached('delivery stored');
    const { language } = await project(projectId);

    const upserted = await crowd.upsert(request.to.map(({ email, name }) => ({
      email,
      subscribed: request.subscribed,
      subscribedWhenNew: false,
      data: name ? { ...request.data, name } : request.data,
      checkLocale: false,
    })), call);
    reached('delivery upserted');
    const recipients = request.to.map((to, index) => ({
      to,
      contact: upserted[index]!.contact!,
      emailId: request.operationId ? derivedId(`${request.operationId}:${index}`) : id(),
    }));
    const { rendered, pieces } = await crowd.render({
      subject: letter.subject,
      body: letter.body,
      // What is sent once is not worth taking apart.
      parted: template !== null && request.body === undefined,
      scopes: recipients.map(({ to, contact, emailId }) => sendScope({
        contact: { ...contact, data: contact.data ?? null },
        request: to.name ? { ...request.data, name: to.name } : (request.data ?? null),
        dashboard,
        link: linkSecret === null ? null : { emailId, token: signLink(linkSecret, contact.id, emailId) },
      })),
    }, call);

    reached('delivery rendered');
    const skeletonHash = pieces.length > 0 ? await bodies.keepSkeleton(projectId, pieces) : null;
    const traced = traceparent();
    const rows = await Promise.all(recipients.map(async ({ to, contact, emailId }, index): Promise<EmailRow> => {
      const { subject, body, values } = rendered[index]!;
      return {
        ...UNTOUCHED,
        _id: emailId,
        projectId,
        contactId: contact.id,
        to: contact.email,
        toName: to.name || null,
        language: chooseLanguage(contact.data?.['locale'], language),
        // A value of the data must not start a header of its own.
        subject: subject.replace(/[\r\n]+/g, ' '),
        ...(await (skeletonHash ? bodies.keepFilled(projectId, skeletonHash, pieces, values) : bodies.keepWhole(projectId, body))),
        from: letter.from,
        fromName: letter.fromName,
        replyTo: letter.replyTo,
        headers: Object.entries(request.headers).map(([name, value]) => ({ name, value })),
        attachments,
        sourceType: 'TRANSACTIONAL',
        class: letter.class,
        templateId: letter.templateId,
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
      };
    }));
    await Promise.all(rows.map((row) => ledger.insert(row)));
    reached('delivery inserted');
    hint(rows);
    reached('delivery hinted');
    return {
      emails: recipients.map(({ contact }, index) => ({ contact: { id: contact.id, email: contact.email }, email: rows[index]!._id })),
      timestamp: now.toISOString(),
    };
  };
}
