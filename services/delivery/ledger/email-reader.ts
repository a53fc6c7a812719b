/** Reading the ledger: GET /emails and below (contract 4.9 "E-mails"). */
import type { Model, QueryFilter } from 'mongoose';
import type { Email, ListEmailsRequest, ListEmailsResponse, Transition } from '#proto/delivery/v1/delivery.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { notFound } from '#kit/errors.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { goneAsNull } from '#kit/store/blobs.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Bodies } from './bodies.ts';
import type { EmailRow } from '../domain/email.ts';
import { messageIdOf } from '../domain/email.ts';
import { EPOCH, SLOTLESS } from '../model.ts';
import type { CampaignMailList, CampaignMails, PageBlock, PageBlocks, Place } from './campaign-mails.ts';
import { mergedWindow } from './campaign-mails.ts';
import { transitions } from '../domain/trace.ts';

export interface EmailReader {
  /** Newest first, without bodies and attachments' content. */
  list(projectId: string, request: ListEmailsRequest): Promise<ListEmailsResponse>;
  /** The whole record; `brief` leaves out the body and the attachments' content. */
  get(projectId: string, id: string, brief: boolean): Promise<Email>;
  /** The project of a mail, of any. */
  projectOf(id: string): Promise<string>;
  /** Mails of a template that left: counted in the index alone. */
  sentOf(projectId: string, templateId: string): Promise<number>;
  /** Every transition, oldest first. */
  trace(projectId: string, id: string): Promise<Transition[]>;
}

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
      filename,
      content: contents[index] ?? '',
      contentType,
      disposition,
      contentId,
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
    humanOpens: row.humanOpens ?? 0,
    humanClicks: row.humanClicks ?? 0,
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
    ...(startDate || endDate
      ? { createdAt: { ...(startDate ? { $gte: new Date(startDate) } : {}), ...(endDate ? { $lte: new Date(endDate) } : {}) } }
      : {}),
  };
}

/** What is read of campaign mails that have no row. */
export interface CampaignMailReads {
  pageMails: CampaignMails;
  pageList: CampaignMailList;
  /** Mails of a template that left. */
  sentOf: (projectId: string, templateId: string) => Promise<number>;
}

export interface EmailReaderParts extends CampaignMailReads {
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findMany'>;
  model: Model<EmailRow>;
  blobs: Blobs;
  bodies: Bodies;
}

export function createEmailReader(parts: EmailReaderParts): EmailReader {
  const { model, pageMails: slots, pageList: pages, sentOf, blobs, bodies, contacts } = parts;

  /**
   * Whose address it is: pages find a contact by an index, an address only by reading all their mails. Undefined where nobody has it any
   * more: then they are read. Mails to it as the address of another contact before are not found by whose it is now.
   */
  async function contactAt(projectId: string, address: string): Promise<string | undefined> {
    const { contacts: found } = await contacts.findMany({ emails: [address] }, ownCall('delivery', projectId));
    return found[0]?.id;
  }

  async function find(projectId: string, id: string): Promise<EmailRow> {
    const row = (await model.findOne({ _id: id, projectId }).lean<EmailRow>()) ?? (await slots.find([id], projectId))[0];
    if (!row) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Email', id });
    return row;
  }

  async function blocksOf(projectId: string, request: ListEmailsRequest, first: number): Promise<PageBlocks> {
    const { campaignId, contactId, to, status, search, startDate, endDate } = request;
    const address = to?.trim().toLowerCase();
    return await pages.blocks(
      {
        projectId,
        campaignId: campaignId ?? undefined,
        contactId: contactId ?? (address ? await contactAt(projectId, address) : undefined),
        to: address,
        status: status ?? undefined,
        search: search ?? undefined,
        since: startDate ? new Date(startDate) : undefined,
        until: endDate ? new Date(endDate) : undefined,
      },
      'newest',
      first,
    );
  }

  /** Rows and pages' mails of a window, in its order. */
  async function rowsAt(projectId: string, window: readonly Place[]): Promise<EmailRow[]> {
    const ids = window.flatMap((place) => ('rowId' in place ? place.rowId : []));
    const blocks = window.filter((place): place is PageBlock => 'pageId' in place);
    const [own, inPages] = await Promise.all([
      ids.length > 0 ? model.find({ projectId, _id: { $in: ids } }, { body: 0, values: 0, trace: 0 }).lean<EmailRow[]>() : [],
      pages.rowsOf(projectId, blocks),
    ]);
    const rowOf = new Map(own.map((row) => [row._id, row]));
    const rowsOf = new Map(blocks.map((block, index) => [block, inPages[index]!]));
    return window.flatMap((place) => ('rowId' in place ? (rowOf.get(place.rowId) ?? []) : rowsOf.get(place)!));
  }

  return {
    async list(projectId: string, request: ListEmailsRequest): Promise<ListEmailsResponse> {
      const { page, pageSize, campaignId, sourceType } = request;
      const skip = (page - 1) * pageSize;
      const filter: QueryFilter<EmailRow> = { ...filterOf(projectId, request), slot: null };
      // A campaign's own rows may be fewer: there the database weighs which to scan.
      const scan = campaignId ? {} : { hint: SLOTLESS };
      const [{ blocks, total: inBlocks }, others] = await Promise.all([
        sourceType && sourceType !== 'CAMPAIGN' ? { blocks: [], total: 0 } : blocksOf(projectId, request, skip + pageSize),
        model.countDocuments(filter, scan),
      ]);
      const places = await model
        .find(filter, { createdAt: 1 }, scan)
        .sort({ createdAt: -1, _id: -1 })
        .skip(Math.max(0, skip - inBlocks))
        .limit(Math.min(skip, inBlocks) + pageSize)
        .lean<Pick<EmailRow, '_id' | 'createdAt'>[]>();
      const rows = await rowsAt(projectId, mergedWindow({ rows: places, blocks, skip: Math.min(skip, inBlocks), limit: pageSize }));
      const total = inBlocks + others;
      return { data: rows.map((row) => record(row, null, [])), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    async get(projectId: string, id: string, brief: boolean): Promise<Email> {
      const row = await find(projectId, id);
      if (brief) return record(row, null, []);
      // A lost one is shown like a blanked one: who asks what became of the mail is answered.
      const kept = (hash: string | null) => (hash === null ? null : blobs.get(projectId, hash).catch(goneAsNull));
      const contents = await Promise.all(row.attachments.map(async ({ hash }) => (await kept(hash))?.toString('base64') ?? ''));
      return record(row, await bodies.of(row), contents);
    },

    async projectOf(id) {
      const row =
        (await acrossProjects(model.findOne({ _id: id }, { projectId: 1 })).lean<Pick<EmailRow, 'projectId'>>()) ??
        (await slots.find([id]))[0];
      if (!row) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Email', id });
      return row.projectId;
    },

    sentOf: async (projectId: string, templateId: string): Promise<number> => {
      const [rows, others] = await Promise.all([
        model.countDocuments({ projectId, templateId, sentAt: { $gt: EPOCH } }),
        sentOf(projectId, templateId),
      ]);
      return rows + others;
    },

    async trace(projectId: string, id: string): Promise<Transition[]> {
      return transitions((await find(projectId, id)).trace);
    },
  };
}
