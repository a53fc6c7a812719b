/** The facts of a note: what was accepted was sent, and delivered where the acceptance says so. */
import type { Model } from 'mongoose';
import { jointFacts } from '#kit/facts/joint-fact.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import { emailFact } from '../domain/email-fact.ts';
import type { JournalRow } from '../model.ts';
import type { EarlyRows } from './early-rows.ts';
import type { StoredNote } from './page-model.ts';
import { noteOf, slotRow } from './slots.ts';
import type { OpenedPage } from './slots.ts';

/** Puts them into the outbox as one batch under the note's id: the same whoever does it, and however often. */
export type PublishNote = (note: StoredNote, opened: OpenedPage) => Promise<void>;

const MAJORITY = { writeConcern: { w: 'majority' } } as const;

export function createPageFacts(journal: Model<JournalRow>, early: Pick<EarlyRows, 'complete'>): PublishNote {
  return async (note, opened) => {
    const { plain } = noteOf(note);
    if (plain.length === 0) return;
    const at = note.at.toISOString();
    const sentBefore = await early.complete(opened, note);
    const unsaid = plain.filter((slot) => !sentBefore.has(opened.ids[slot]!));
    const mails = unsaid.map((slot) => {
      const row = slotRow(opened, slot);
      const facts = [emailFact('email.sent', row, { sentAt: at })];
      if (note.delivered) facts.push(emailFact('email.delivery', row, { deliveredAt: at }));
      return { projectId: row.projectId, contactId: row.contactId, emailId: row._id, facts, traceparent: traceparent() };
    });
    if (mails.length === 0) return;
    const outbox = jointFacts(note.id, at, mails);
    try {
      await journal.collection.insertOne({ _id: note.id, batch: true, outbox } as never, MAJORITY);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    outboxHint(journal);
  };
}
