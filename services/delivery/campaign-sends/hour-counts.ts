/** Campaign mails without rows by the hour in which they left: what notes say of them. */
import type { ClientSession, Model } from 'mongoose';
import { SIMULATOR } from '../domain/email-fact.ts';
import type { EmailRow } from '../domain/email.ts';
import type { CampaignMailHours } from '../ledger/ledger.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import { openPage } from './page-mails.ts';
import type { PageModels, PageRow, ProgressRow } from './page-model.ts';
import { noteOf } from './slots.ts';

export interface HourCountsParts extends Pick<PageModels, 'pages' | 'progress'> {
  emails: Model<EmailRow>;
  ids: EmailIdKeys;
}

/** A page has hundreds of mails, each looked up by its id. */
const PAGES_AT_ONCE = 10;
const HOUR_MS = 3_600_000;

export function createHourCounts({ pages, progress, emails, ids }: HourCountsParts): CampaignMailHours {
  /** Mails that notes say were accepted, with the moment; a row of a mail's own says it too, and counts instead. */
  async function leftOf(some: readonly PageRow[], projectId: string, session: ClientSession): Promise<Date[]> {
    const states = await progress
      .find({ projectId, _id: { $in: some.map(({ _id }) => _id) } }, { notes: 1 }, { session })
      .lean<Pick<ProgressRow, '_id' | 'notes'>[]>();
    const notesOf = new Map(states.map(({ _id, notes }) => [_id, notes]));
    const left = new Map<string, Date>();
    for (const page of some) {
      const notes = notesOf.get(page._id) ?? [];
      if (notes.length === 0) continue;
      const opened = await openPage(page, ids);
      for (const note of notes)
        for (const slot of noteOf(note).plain) if (!SIMULATOR.test(opened.mails[slot]!.to)) left.set(opened.ids[slot]!, note.at);
    }
    const own = { projectId, _id: { $in: [...left.keys()] }, sentAt: { $ne: null } };
    for (const { _id } of await emails.find(own, { _id: 1 }, { session }).lean<{ _id: string }[]>()) left.delete(_id);
    return [...left.values()];
  }

  return async (projectId, session) => {
    const hours = new Map<number, number>();
    const add = async (some: readonly PageRow[]): Promise<void> => {
      for (const at of await leftOf(some, projectId, session)) {
        const hour = at.getTime() - (at.getTime() % HOUR_MS);
        hours.set(hour, (hours.get(hour) ?? 0) + 1);
      }
    };
    const fields = { number: 1, n: 1, size: 1, mails: 1 };
    const found = pages
      .find({ projectId }, fields, { session })
      .lean<PageRow[]>()
      .cursor({ batchSize: PAGES_AT_ONCE }) as unknown as AsyncIterable<PageRow>;
    let some: PageRow[] = [];
    for await (const page of found) {
      some.push(page);
      if (some.length < PAGES_AT_ONCE) continue;
      await add(some);
      some = [];
    }
    if (some.length > 0) await add(some);
    return hours;
  };
}
