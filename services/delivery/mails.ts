/** Reading the ledger: GET /emails and below (decisions 10 "E-mails"). */
import type { Model } from 'mongoose';
import type { Email, ListEmailsRequest, ListEmailsResponse, Transition } from '#proto/delivery/v1/delivery.ts';
import { notFound } from '#kit/errors.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Bodies } from './bodies.ts';
import type { EmailRow } from './domain/email.ts';
import { messageIdOf } from './domain/email.ts';
import { EPOCH } from './model.ts';
import { transitions } from './domain/trace.ts';

export type Mails = ReturnType<typeof mails>;

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** A row as the API shows it. */
function record(row: EmailRow, body: string | null, contents: readonly string[]): Email {
  return {
    id: row._id,
    projectId: row.projectId,
    contactId: row.contactId || null,
    to: row.to,
    toName: row.toName,
    subject: row.subject,
    body,
    from: row.from,
    fromName: row.fromName,
    replyTo: row.replyTo,
    headers: Object.fromEntries(row.headers.map(({ name, value }) => [name, value])),
    attachments: row.attachments.map(({ filename, contentType, disposition, contentId }, index) => ({
      filename, content: contents[index] ?? '', contentType, disposition, contentId,
    })),
    messageId: messageIdOf(row),
    sourceType: row.sourceType,
    templateId: row.templateId,
    campaignId: row.campaignId,
    workflowExecutionId: row.workflowExecutionId,
    workflowStepExecutionId: row.workflowStepExecutionId,
    status: row.status,
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    openedAt: iso(row.openedAt),
    clickedAt: iso(row.clickedAt),
    bouncedAt: iso(row.bouncedAt),
    complainedAt: iso(row.complainedAt),
    opens: row.opens,
    clicks: row.clicks,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function filterOf(projectId: string, request: ListEmailsRequest): Record<string, unknown> & { projectId: string } {
  const { status, sourceType, campaignId, contactId, to, search, startDate, endDate } = request;
  const fragment = search?.trim();
  return {
    projectId,
    ...(status ? { status } : {}),
    ...(sourceType ? { sourceType } : {}),
    ...(campaignId ? { campaignId } : {}),
    ...(contactId ? { contactId } : {}),
    ...(to ? { to: to.trim().toLowerCase() } : {}),
    ...(fragment ? { subject: { $regex: literalPattern(fragment), $options: 'i' } } : {}),
    ...(startDate || endDate ? { createdAt: { ...(startDate ? { $gte: new Date(startDate) } : {}), ...(endDate ? { $lte: new Date(endDate) } : {}) } } : {}),
  };
}

export function mails(model: Model<EmailRow>, blobs: Blobs, bodies: Bodies) {
  async function find(projectId: string, id: string): Promise<EmailRow> {
    const row = await model.findOne({ _id: id, projectId }).lean<EmailRow>();
    if (!row) throw notFound('RESOURCE_NOT_FOUND', 'Email', id);
    return row;
  }

  return {
    /** Newest first, without bodies and attachments' content. */
    async list(projectId: string, request: ListEmailsRequest): Promise<ListEmailsResponse> {
      const { page, pageSize } = request;
      const filter = filterOf(projectId, request) as never;
      const [rows, total] = await Promise.all([
        model.find(filter, { body: 0, values: 0, trace: 0 }).sort({ createdAt: -1, _id: -1 }).skip((page - 1) * pageSize).limit(pageSize).lean<EmailRow[]>(),
        model.countDocuments(filter),
      ]);
      return { data: rows.map((row) => record(row, null, [])), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    /** The whole record; `brief` leaves out the body and the attachments' content. */
    async get(projectId: string, id: string, brief: boolean): Promise<Email> {
      const row = await find(projectId, id);
      if (brief) return record(row, null, []);
      const contents = await Promise.all(row.attachments.map(async ({ hash }) => (await blobs.get(projectId, hash)).toString('base64')));
      return record(row, await bodies.of(row), contents);
    },

    /** Mails of a template that left: counted in the index alone. */
    sentOf: (projectId: string, templateId: string): Promise<number> => model.countDocuments({ projectId, templateId, sentAt: { $gt: EPOCH } }),

    /** Every transition, oldest first. */
    async trace(projectId: string, id: string): Promise<Transition[]> {
      return transitions((await find(projectId, id)).trace);
    },
  };
}
