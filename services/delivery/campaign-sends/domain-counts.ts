/** Campaign mails without rows by the domain they went to: what pages say of addresses, and notes of what became of them. */
import { domainOf } from '../domain/bounce-class.ts';
import type { CampaignMailDomains, DomainTotals } from '../ledger/ledger.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { noteOf } from './slots.ts';

const PAGES_AT_ONCE = 20;

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
    const found = pages
      .find({ projectId, frozenAt: { $gte: new Date(start), $lt: new Date(end) } }, { mails: 1 })
      .lean<PageRow[]>()
      .cursor({ batchSize: PAGES_AT_ONCE }) as unknown as AsyncIterable<PageRow>;
    let some: PageRow[] = [];
    for await (const page of found) {
      some.push(page);
      if (some.length < PAGES_AT_ONCE) continue;
      await add(totals, projectId, some);
      some = [];
    }
    await add(totals, projectId, some);
    return totals;
  };
}
