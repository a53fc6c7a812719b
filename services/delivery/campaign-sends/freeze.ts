/**
 * The audience of a send, frozen page by page: a page document of recipients with what their mails need, or, where the provider asks for
 * it, a row of the ledger each. Cut off anywhere it goes on behind the last page that is on disk.
 */
import { ownCall } from '#kit/contract/call.ts';
import { collectionOf } from '#kit/store/bulk-write.ts';
import type { Client } from '#kit/contract/definition.ts';
import { derivedId } from '#kit/derived-id.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import { SLOTS_MAX } from './email-ids.ts';
import type { CampaignSendRow } from './model.ts';
import type { PageModels, PageRow } from './page-model.ts';
import type { PageBuilder } from './page-builder.ts';
import { openPage } from './page-mails.ts';
import type { OpenedPage } from './slots.ts';
import { slotRow } from './slots.ts';
import type { CampaignSendStore } from './store.ts';

export interface FreezeParts {
  sends: CampaignSendStore;
  pages: PageModels['pages'];
  ledger: Pick<LedgerRows, 'insertAll' | 'withdraw'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'streamAudience'>;
  ids: EmailIdKeys;
  buildPage: PageBuilder;
}

/** Recipients a page: what one activity sends. */
export const PAGE_SIZE = 500;
/** Characters of a page that are aimed at; a document holds 16 MB. */
const PAGE_CHARACTERS = 6_000_000;

export interface Send {
  projectId: string;
  campaignId: string;
  run: string;
}

/** @param onPage called after each page is on disk; may throw to end it there */
export type Freeze = (send: Send, onPage: () => void) => Promise<number>;

/** One mail a contact and campaign: made again it is the same row. */
export function rowId(campaignId: string, contactId: string): string {
  return derivedId(`${campaignId}:${contactId}`);
}

/** Rows that are held back until their page's turn comes. */
const rowsOf = (opened: OpenedPage) =>
  opened.ids.map((_, slot) => {
    const { slot: _slot, ...row } = slotRow(opened, slot);
    return row;
  });

/** Items one after the other, the next one being made while one is worked on. */
async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const following = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    // Whoever asks for it gets its fault.
    next.catch(() => undefined);
    return next;
  };
  let next = following();
  try {
    for (let { done, value } = await next; !done; { done, value } = await next) {
      next = following();
      yield value as T;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Answers how many pages there are; 0 when the send is closed or gone. */
export function createFreezer({ sends, pages, ledger, contacts, ids, buildPage }: FreezeParts): Freeze {
  /** Why a page could not be counted: the send is over, then what was written goes again, or another attempt was quicker. */
  async function overtaken({ projectId, campaignId, run }: Send, uncounted: readonly OpenedPage[]): Promise<void> {
    const now = await sends.find(projectId, campaignId);
    if (now?.run === run && now.state !== 'CLOSED') throw new Error('Another attempt freezes this audience');
    for (const { ids: emailIds, page } of uncounted) {
      await ledger.withdraw(projectId, [...emailIds], page.frozenAt);
      await pages.deleteOne({ _id: page._id, projectId });
    }
  }

  /** A page that is on disk already rules: mails may bear its ids. Answers the one that does. */
  async function insertPage(page: PageRow): Promise<PageRow> {
    try {
      await collectionOf(pages).insertOne(page, { writeConcern: { w: 'majority' } });
      return page;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await pages.findOne({ _id: page._id, projectId: page.projectId }).lean<PageRow>())!;
    }
  }

  /** Answers the page as it is on disk. */
  async function write(send: CampaignSendRow, opened: OpenedPage): Promise<PageRow> {
    if (send.number === null) {
      await ledger.insertAll(rowsOf(opened));
      return opened.page;
    }
    const page = await insertPage(opened.page);
    const onDisk = page === opened.page ? opened : await openPage(page, ids);
    await ledger.insertAll(onDisk.mails.flatMap(({ error }, slot) => (error === undefined ? [] : [slotRow(onDisk, slot)])));
    return page;
  }

  return async (asked, onPage) => {
    const { projectId, campaignId, run } = asked;
    const known = await sends.find(projectId, campaignId);
    if (known?.run !== run || known.state === 'CLOSED') return 0;
    if (known.frozen) return known.pages;
    let send: CampaignSendRow = await sends.whole(projectId, campaignId);
    const { number } = send;
    const pageSize = Math.min(PAGE_SIZE, SLOTS_MAX, Math.max(1, Math.floor(PAGE_CHARACTERS / (send.content.body.length + 1))));
    const audience = contacts.streamAudience(
      {
        filter: send.filter === null ? undefined : JSON.parse(send.filter),
        cursor: send.cursor ?? undefined,
        pageSize,
        refsOnly: false,
      },
      ownCall('delivery', projectId),
    );
    async function* built(): AsyncGenerator<OpenedPage> {
      let at = send;
      for await (const { contacts: people, cursor } of ahead(audience)) {
        const emailIds =
          number === null ? people.map(({ id }) => rowId(campaignId, id)) : (await ids()).ofPage(number, at.pages, people.length);
        yield await buildPage({ send: at, people, cursor, emailIds });
        at = { ...at, cursor, pages: at.pages + 1 };
      }
    }
    /** Pages on disk that are not counted yet, and whether the counting went well. */
    let uncounted: OpenedPage[] = [];
    let counting = Promise.resolve(true);
    try {
      for await (const opened of ahead(built())) {
        // One behind the other: the next page begins where the one on disk ends.
        const page = await write(send, opened);
        uncounted.push(opened);
        if (!(await counting)) {
          await overtaken(asked, uncounted);
          return 0;
        }
        uncounted = [opened];
        // Rows of the ledger count themselves.
        const size = number === null ? 0 : page.size;
        counting = sends.advance(send, page.cursor, size);
        // Its fault is thrown where it is waited for.
        counting.catch(() => undefined);
        if (page.cursor !== opened.page.cursor) throw new Error('The audience goes on behind the page that was on disk');
        send = { ...send, cursor: page.cursor, pages: send.pages + 1, recipients: send.recipients + size };
        onPage();
      }
    } finally {
      // Another attempt begins behind what was counted.
      await counting.catch(() => false);
    }
    if (!(await counting)) {
      await overtaken(asked, uncounted);
      return 0;
    }
    if (!(await sends.advance(send, null))) {
      await overtaken(asked, []);
      return 0;
    }
    return send.pages;
  };
}
