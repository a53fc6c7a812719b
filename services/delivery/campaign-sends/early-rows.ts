/**
 * Rows of mails that were reported on (opened, bounced …) while they were still being handed over: written before the note that says what
 * became of their slots, completed by it.
 */
import type { Model } from 'mongoose';
import type { EmailRow } from '../domain/email.ts';
import { BEING_SENT } from '../domain/states.ts';
import { acceptedAs } from '../domain/tracking.ts';
import type { ProgressRow, StoredNote } from './page-model.ts';
import type { OpenedPage } from './slots.ts';
import { noteOf, noteSteps, slotRow } from './slots.ts';

export interface EarlyRows {
  /** Rows of slots in flight, under the claim that holds their page. */
  rowsOf(opened: OpenedPage, progress: ProgressRow, slots: readonly number[]): EmailRow[];
  /**
   * Writes what notes of one project say into the rows that stand for their plain slots and do not show it yet. Harmless when done
   * again. Answers the ids of mails that a report said were sent before the note did.
   */
  complete(noted: readonly NotedPage[]): Promise<Set<string>>;
}

export interface NotedPage {
  opened: OpenedPage;
  note: StoredNote;
}

/** How long a row waits for its note before it counts as left behind by a process that died. */
const LEASE_MS = 300_000;

export function createEarlyRows(emails: Model<EmailRow>, clock: () => Date): EarlyRows {
  function completion({ at, from, by, delivered, replies }: StoredNote): object[] {
    const steps = noteSteps({ at, from, by, delivered }, replies.split('\n')[0]!).filter(({ to }) => to !== 'SENDING');
    const isOpen = { $in: ['$status', BEING_SENT] };
    const status = delivered ? 'DELIVERED' : 'SENT';
    const accepted = acceptedAs(status, by);
    return [
      {
        $set: {
          noted: status,
          notedAt: { $cond: [{ $gt: ['$sentAt', null] }, at, '$$REMOVE'] },
          status: {
            $cond: [isOpen, accepted.status, '$status'],
          },
          sentAt: { $ifNull: ['$sentAt', at] },
          // A bounce took back what only the acceptance had said.
          ...(delivered
            ? { deliveredAt: { $cond: [{ $eq: ['$status', 'BOUNCED'] }, '$deliveredAt', { $ifNull: ['$deliveredAt', at] }] } }
            : {}),
          dueAt: { $cond: [isOpen, '$$REMOVE', '$dueAt'] },
          trace: {
            $cond: [isOpen, { $concatArrays: ['$trace', { $literal: steps }, ...accepted.steps] }, '$trace'],
          },
        },
      },
    ];
  }

  return {
    rowsOf(opened, { owner }, slots) {
      const now = clock();
      return slots.map((slot) => {
        const row = slotRow(opened, slot);
        const trace = [...row.trace, { at: now, to: 'SENDING', by: 'a report that came before the acceptance' } as const];
        return { ...row, status: 'SENDING', attempt: 1, claim: owner ?? '', dueAt: new Date(now.getTime() + LEASE_MS), trace };
      });
    },

    async complete(noted) {
      const noteFor = new Map(noted.flatMap(({ opened, note }) => noteOf(note).plain.map((slot) => [opened.ids[slot]!, note] as const)));
      const projectId = noted[0]?.opened.page.projectId;
      if (projectId === undefined || noteFor.size === 0) return new Set();
      const rows = await emails
        .find({ projectId, _id: { $in: [...noteFor.keys()] } }, { sentAt: 1, noted: 1 })
        .lean<Pick<EmailRow, '_id' | 'sentAt' | 'noted'>[]>();
      const completed = await Promise.all(
        rows.map(async (row) => {
          if (row.noted) return row;
          const unheard = { _id: row._id, projectId, noted: { $exists: false } };
          const change = completion(noteFor.get(row._id)!);
          return await emails
            .findOneAndUpdate(unheard, change, { updatePipeline: true, returnDocument: 'after', projection: { sentAt: 1 } })
            .lean<Pick<EmailRow, '_id' | 'sentAt'>>();
        }),
      );
      const sentBefore = completed.filter((row) => row?.sentAt && row.sentAt.getTime() !== noteFor.get(row._id)!.at.getTime());
      return new Set(sentBefore.map((row) => row!._id));
    },
  };
}
