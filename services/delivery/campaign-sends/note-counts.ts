/** Campaign mails that have no rows, counted from their pages' notes: by the hour in which they left, and by the domain they went to. */
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import { domainOf } from '../domain/bounce-class.ts';
import { SIMULATOR } from '../domain/email-fact.ts';
import type { EmailRow } from '../domain/email.ts';
import type { CampaignMailDomains, CampaignMailHours, DomainTotals } from '../ledger/ledger.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import { openPage } from './page-mails.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { noteOf } from './slots.ts';

export interface HourCountsParts extends Pick<PageModels, 'pages' | 'progress'> {
  emails: Model<EmailRow>;
  ids: EmailIdKeys;
}

/** A page has hundreds of mails, each looked up by its id. */
const HOUR_PAGES_AT_ONCE = 10;
const DOMAIN_PAGES_AT_ONCE = 20;
const HOUR_MS = 3_600_000;

interface PagesAsked {
  projectId: string;
  filter?: QueryFilter<PageRow>;
  /** Of each page, beside its id. */
  fields: readonly (keyof PageRow)[];
  /** Pages at a time. */
  atOnce: number;
  session?: ClientSession;
}

/** Pages hold only the fields that were asked for. */
async function* pageChunks(pages: PageModels['pages'], asked: PagesAsked): AsyncGenerator<PageRow[]> {
  const { projectId, filter = {}, fields, atOnce, session } = asked;
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = pages
    .find({ ...filter, projectId }, projection, session ? { session } : {})
    .lean<PageRow[]>()
    .cursor({ batchSize: atOnce }) as unknown as AsyncIterable<PageRow>;
  let chunk: PageRow[] = [];
  for await (const page of found) {
    chunk.push(page);
    if (chunk.length < atOnce) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** By the hour in which they left. */
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
    const asked = { projectId, fields: ['number', 'n', 'size', 'mails'], atOnce: HOUR_PAGES_AT_ONCE, session } as const;
    for await (const some of pageChunks(pages, asked)) {
      for (const at of await leftOf(some, projectId, session)) {
        const hour = at.getTime() - (at.getTime() % HOUR_MS);
        hours.set(hour, (hours.get(hour) ?? 0) + 1);
      }
    }
    return hours;
  };
}

/** By the domain they went to, with what became of them. */
export function createDomainCounts({ pages, progress }: Pick<PageModels, 'pages' | 'progress'>): CampaignMailDomains {
  async function add(totals: Map<string, DomainTotals>, projectId: string, some: readonly Pick<PageRow, '_id' | 'mails'>[]): Promise<void> {
    const states = await progress
      .find({ projectId, _id: { $in: some.map(({ _id }) => _id) } }, { notes: 1 })
      .lean<Pick<ProgressRow, '_id' | 'notes'>[]>();
    const mailsOf = new Map(some.map(({ _id, mails }) => [_id, mails]));
    for (const { _id, notes } of states) {
      if (notes.length === 0) continue;
      const domains = (JSON.parse(mailsOf.get(_id)!) as SlotContent[]).map(({ to }) => domainOf(to));
      for (const note of notes)
        for (const slot of noteOf(note).plain) {
          const total = totals.get(domains[slot]!) ?? { sent: 0, delivered: 0 };
          total.sent += 1;
          if (note.delivered) total.delivered += 1;
          totals.set(domains[slot]!, total);
        }
    }
  }

  return async (projectId, { start, end }) => {
    const totals = new Map<string, DomainTotals>();
    const filter = { frozenAt: { $gte: new Date(start), $lt: new Date(end) } };
    const asked = { projectId, filter, fields: ['mails'], atOnce: DOMAIN_PAGES_AT_ONCE } as const;
    for await (const some of pageChunks(pages, asked)) await add(totals, projectId, some);
    return totals;
  };
}
