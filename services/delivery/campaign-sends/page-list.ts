/**
 * Lists mails that are slots of frozen pages, a page at a time: pages that a window does not touch are only counted. Filters that look into
 * mails (state, subject) read every page they may be in, as they read every row.
 */
import type { Model, QueryFilter } from 'mongoose';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { CampaignMailList, CampaignMailQuery, PageBlock } from '../ledger/ledger.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { openPage } from './page-mails.ts';
import { contactBytes, contactOf, notesBySlot, slotRows } from './slots.ts';

export interface PageListParts extends Pick<PageModels, 'pages' | 'progress'> {
  emails: Model<EmailRow>;
  ids: EmailIdKeys;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LIST_MS = 20_000;
const SHOWN = { campaignId: 1, n: 1, size: 1, frozenAt: 1, subject: 1 } as const;

function filterOf({ projectId, campaignId, contactId, to, since, until }: CampaignMailQuery): QueryFilter<PageRow> {
  return {
    projectId,
    ...(campaignId ? { campaignId } : {}),
    ...(contactId ? { contacts: contactBytes(contactId) } : {}),
    ...(to ? { mails: { $regex: literalPattern(`"to":${JSON.stringify(to)}`) } } : {}),
    ...(since || until ? { frozenAt: { ...(since ? { $gte: since } : {}), ...(until ? { $lte: until } : {}) } } : {}),
  };
}

/** By how many there are: a list of a million mails is one of some thousand whole pages. */
const everySlot = new Map<number, readonly number[]>();
function slotsOf(size: number): readonly number[] {
  const known = everySlot.get(size) ?? Array.from({ length: size }, (_, slot) => slot);
  everySlot.set(size, known);
  return known;
}

export function createPageList({ pages, progress, emails, ids }: PageListParts): CampaignMailList {
  /** Where every slot of some pages stands, by page. */
  async function statusesOf(projectId: string, found: readonly PageRow[]): Promise<Map<string, Status[]>> {
    const pageIds = found.map(({ _id }) => _id);
    const campaigns = [...new Set(found.map(({ campaignId }) => campaignId))];
    const [states, rows] = await Promise.all([
      progress.find({ projectId, _id: { $in: pageIds } }).lean<ProgressRow[]>(),
      emails
        .find({ projectId, campaignId: { $in: campaigns }, slot: { $exists: true } }, { campaignId: 1, page: 1, slot: 1, status: 1 })
        .lean<Pick<EmailRow, 'campaignId' | 'page' | 'slot' | 'status'>[]>(),
    ]);
    const stateOf = new Map(states.map((state) => [state._id, state]));
    const own = Map.groupBy(rows, ({ campaignId, page }) => `${campaignId}/${page}`);
    return new Map(
      found.map(({ _id, campaignId, n, size }) => {
        const state = stateOf.get(_id) ?? null;
        const known = notesBySlot(state);
        const statuses = Array.from({ length: size }, (_, slot): Status => {
          const said = known.get(slot);
          if (said) return said.note.delivered ? 'DELIVERED' : 'SENT';
          return slot < (state?.horizon ?? 0) ? 'SENDING' : 'PENDING';
        });
        for (const { slot, status } of own.get(`${campaignId}/${n}`) ?? []) statuses[slot!] = status;
        return [_id, statuses];
      }),
    );
  }

  return {
    async blocks(query, order) {
      const { projectId, contactId, to, status, search } = query;
      if (contactId && !UUID.test(contactId)) return [];
      const fragment = search?.trim().toLowerCase();
      const looksInside = Boolean(to || fragment);
      const asked = pages
        .find(filterOf(query), { ...SHOWN, ...(looksInside ? { mails: 1 } : {}), ...(contactId ? { contacts: 1 } : {}) })
        .sort(order === 'newest' ? { frozenAt: -1, _id: -1 } : { n: 1 })
        .maxTimeMS(LIST_MS);
      const found = await (contactId ? asked.hint({ contacts: 1 }) : asked).lean<PageRow[]>();
      const statuses = status ? await statusesOf(projectId, found) : undefined;
      return found.map((page): PageBlock => {
        const all = slotsOf(page.size);
        if (!contactId && !looksInside && !statuses) return { pageId: page._id, frozenAt: page.frozenAt, slots: all };
        const mails = looksInside ? (JSON.parse(page.mails) as SlotContent[]) : [];
        const slots = all.filter(
          (slot) =>
            (!contactId || contactOf(page.contacts[slot]!) === contactId) &&
            (!to || mails[slot]!.to === to) &&
            (!fragment || (mails[slot]!.subject ?? page.subject).toLowerCase().includes(fragment)) &&
            (!statuses || statuses.get(page._id)![slot] === status),
        );
        return { pageId: page._id, frozenAt: page.frozenAt, slots };
      });
    },

    async rowsOf(projectId, { pageId, slots }) {
      const [page, state] = await Promise.all([
        pages.findOne({ _id: pageId, projectId }).lean<PageRow>(),
        progress.findOne({ _id: pageId, projectId }).lean<ProgressRow>(),
      ]);
      if (!page) return [];
      const made = slotRows(await openPage(page, ids), state, slots);
      const own = await emails.find({ projectId, _id: { $in: made.map(({ _id }) => _id) } }).lean<EmailRow[]>();
      const rowOf = new Map(own.map((row) => [row._id, row]));
      return made.map((row) => rowOf.get(row._id) ?? row);
    },
  };
}
