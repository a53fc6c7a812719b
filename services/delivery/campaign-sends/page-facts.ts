/**
 * Facts of notes: an accepted mail was sent, and delivered where the acceptance says so. What several pages note at the same moment goes
 * into the outbox as one batch, which costs everyone who publishes or consumes facts less.
 */
import type { Model } from 'mongoose';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { alikeFacts } from '#kit/facts/joint-fact.ts';
import type { AlikeMail, MailFacts } from '#kit/facts/joint-fact.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import { emailFact, isSimulator } from '../domain/email-fact.ts';
import type { JournalRow } from '../model.ts';
import type { EarlyRows, NotedPage } from './early-rows.ts';
import { contactOf, noteOf, slotRow } from './slots.ts';

export interface PageFacts {
  /**
   * Puts a note's facts into the outbox as one batch under the note's id: the same whoever does it, and however often. There when it
   * answers, a moment later.
   */
  publish(noted: NotedPage): Promise<void>;
  /** Writes the note into rows that reports made of its slots before it, ahead of its facts. */
  complete(noted: NotedPage): Promise<void>;
  /** Ends the moment: what waits is put there now. */
  hurry(): void;
}

const byProject = (noted: readonly NotedPage[]): NotedPage[][] => [...Map.groupBy(noted, ({ opened }) => opened.page.projectId).values()];

const MAJORITY = { writeConcern: { w: 'majority' } } as const;
/** How long notes wait for others'. */
const GATHER_MS = 1_000;

export function createPageFacts(journal: Model<JournalRow>, early: Pick<EarlyRows, 'complete'>): PageFacts {
  function batchOf({ opened, note }: NotedPage, sentBefore: ReadonlySet<string>): JournalRow[] {
    const at = note.at.toISOString();
    const unpublished = noteOf(note).plain.filter((slot) => !sentBefore.has(opened.ids[slot]!));
    if (unpublished.length === 0) return [];
    const batch = { batchId: note.id, at };
    // What else the facts of a page's mails say is the same for all.
    const alike = Map.groupBy(unpublished, (slot) => isSimulator(opened.mails[slot]!.to));
    const outbox = [...alike.values()].flatMap((slots) => alikeFacts(batch, publishedOf(slots[0]!), slots.map(alikeMail)));
    return [{ _id: note.id, batch: true, outbox }];

    function publishedOf(slot: number): MailFacts {
      const row = slotRow(opened, slot);
      const facts = [emailFact('email.sent', row, { sentAt: at })];
      if (note.delivered) facts.push(emailFact('email.delivery', row, { deliveredAt: at }));
      return { projectId: row.projectId, contactId: row.contactId, emailId: row._id, facts, traceparent: traceparent() };
    }

    function alikeMail(slot: number): AlikeMail {
      const { page, ids, mails } = opened;
      return { contactId: contactOf(page.contacts[slot]!), emailId: ids[slot]!, subject: mails[slot]!.subject ?? page.subject };
    }
  }

  async function insert(row: JournalRow): Promise<void> {
    try {
      await collectionOf(journal).insertOne(row, MAJORITY);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async function write(noted: readonly NotedPage[]): Promise<void> {
    const batches = await Promise.all(
      byProject(noted).map(async (own) => {
        const sentBefore = await early.complete(own);
        return own.flatMap((one) => batchOf(one, sentBefore));
      }),
    );
    const rows = batches.flat();
    if (rows.length === 0) return;
    try {
      await collectionOf(journal).insertMany(rows, { ...MAJORITY, ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Some were there: of the others nothing is known.
      await Promise.all(rows.map(insert));
    }
    outboxHint(journal);
  }

  const gather = createBatcher<NotedPage | null, void>({
    // One note is a fact of a hundred mails or two.
    max: 256,
    waitMs: (noted) => (noted ? GATHER_MS : 0),
    write: async (items) => {
      await write(items.filter((one) => one !== null));
      return items.map(() => undefined);
    },
  });

  const complete = createBatcher<NotedPage, void>({
    max: 256,
    write: async (noted) => {
      await Promise.all(byProject(noted).map(early.complete));
      return noted.map(() => undefined);
    },
  });

  return {
    publish: gather,
    complete,
    hurry: () => void gather(null).catch(() => undefined),
  };
}
