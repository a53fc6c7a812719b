/** Mails of a frozen page as rows of the ledger: what readers, composer and facts know a mail by, made of a page and its progress. */
import mongoose from 'mongoose';
import type { EmailRow, Step } from '../domain/email.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import { ASSUMED } from '../domain/outcome.ts';
import type { SlotMail } from '../dispatch/dispatch.ts';
import type { Note } from '../domain/page-progress.ts';
import type { PageRow, ProgressRow, SlotContent, StoredNote } from './page-model.ts';

type Binary = mongoose.mongo.Binary;
const { Binary: Bytes, UUID } = mongoose.mongo;

export const contactBytes = (id: string): Binary => new UUID(id);
export function contactOf({ buffer }: Binary): string {
  const hex = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.length).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function packSlots(slots: readonly number[]): Binary {
  const bytes = Buffer.alloc(2 * slots.length);
  slots.forEach((slot, index) => bytes.writeUInt16LE(slot, 2 * index));
  return new Bytes(bytes);
}

function unpackSlots({ buffer }: Binary): number[] {
  const bytes = Buffer.from(buffer);
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16LE(2 * index));
}

export const noteOf = ({ plain, odd }: Pick<StoredNote, 'plain' | 'odd'>): Note => ({ plain: unpackSlots(plain), odd: unpackSlots(odd) });

/** A page as it is read: its ids and each slot's own content. */
export interface OpenedPage {
  page: PageRow;
  ids: readonly string[];
  mails: readonly SlotContent[];
}

/** The mail of a slot, as it is composed for its first attempt. */
export function slotMail({ page, ids, mails }: OpenedPage, slot: number): SlotMail {
  const mail = mails[slot]!;
  return {
    _id: ids[slot]!,
    projectId: page.projectId,
    contactId: contactOf(page.contacts[slot]!),
    campaignId: page.campaignId,
    attempt: 1,
    to: mail.to,
    toName: null,
    language: mail.language ?? page.language,
    subject: mail.subject ?? page.subject,
    body: mail.body ?? null,
    bodyHash: mail.bodyHash ?? null,
    ...(mail.values && page.skeletonHash ? { skeletonHash: page.skeletonHash, values: mail.values } : NOT_IN_PARTS),
    from: page.from,
    fromName: page.fromName,
    replyTo: page.replyTo,
    headers: NONE,
    attachments: NONE,
    sourceType: 'CAMPAIGN',
    class: page.class,
    createdAt: page.frozenAt,
  };
}

const NONE: never[] = [];
const NOT_IN_PARTS = {};

/** The same as a row, as nothing has happened to it yet. */
export function slotRow(opened: OpenedPage, slot: number): EmailRow {
  const { page } = opened;
  const { error = null } = opened.mails[slot]!;
  const status = error === null ? 'PENDING' : 'FAILED';
  return {
    ...UNTOUCHED,
    ...slotMail(opened, slot),
    attempt: 0,
    templateId: page.templateId,
    page: page.n,
    slot,
    workflowExecutionId: null,
    workflowStepExecutionId: null,
    status,
    priority: priorityOf('CAMPAIGN'),
    error,
    trace: [{ at: page.frozenAt, to: status, by: page.frozenBy, ...(error === null ? {} : { detail: error }) }],
    updatedAt: page.frozenAt,
  };
}

/** What a note says of a slot it names as plain. @param reply the provider's words */
export function noteSteps({ at, from, by, delivered }: Pick<StoredNote, 'at' | 'from' | 'by' | 'delivered'>, reply: string): Step[] {
  return [
    { at: from, to: 'SENDING', by },
    { at, to: 'SENT', by, detail: reply },
    ...(delivered ? [{ at, to: 'DELIVERED', by, detail: ASSUMED } as const] : []),
  ];
}

function noted(row: EmailRow, note: StoredNote, index: number): EmailRow {
  const { at, delivered } = note;
  const lines = note.replies.split('\n');
  const steps = noteSteps(note, lines[lines.length === 1 ? 0 : index] ?? '');
  return {
    ...row,
    status: delivered ? 'DELIVERED' : 'SENT',
    attempt: 1,
    sentAt: at,
    deliveredAt: delivered ? at : null,
    trace: [...row.trace, ...steps],
    updatedAt: at,
  };
}

/** What the notes say of each slot: where it stands, for those that were accepted plainly; undefined for odd ones. */
export function notesBySlot(progress: Pick<ProgressRow, 'notes'> | null): Map<number, { note: StoredNote; index: number } | undefined> {
  const known = new Map<number, { note: StoredNote; index: number } | undefined>();
  for (const note of progress?.notes ?? []) {
    const { plain, odd } = noteOf(note);
    for (const slot of odd) known.set(slot, undefined);
    plain.forEach((slot, index) => known.set(slot, { note, index }));
  }
  return known;
}

/** The mails of some slots as they stand by the notes. A slot with a row of its own is as that says: the row beats the page. */
export function slotRows(opened: OpenedPage, progress: ProgressRow | null, slots: readonly number[]): EmailRow[] {
  const known = notesBySlot(progress);
  return slots.map((slot) => {
    const row = slotRow(opened, slot);
    const said = known.get(slot);
    if (said) return noted(row, said.note, said.index);
    if (row.status === 'PENDING' && !known.has(slot) && slot < (progress?.horizon ?? 0)) return { ...row, status: 'SENDING', attempt: 1 };
    return row;
  });
}
