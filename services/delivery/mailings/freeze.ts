/** The audience of a mailing into the ledger: a row a contact, page by page. Cut off anywhere it goes on behind the last page that is on disk. */
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Ledger } from '../ledger.ts';
import type { Mailings } from './store.ts';
import type { MailingRow } from './model.ts';
import type { PageRows } from './rows.ts';

export interface FreezeParts {
  mailings: Mailings;
  ledger: Pick<Ledger, 'insertAll' | 'withdraw'>;
  contacts: Client<typeof ContactsServiceDefinition>;
  rowsOf: PageRows;
}

/** Rows a page: what one activity sends. */
export const PAGE_SIZE = 500;

export interface Send {
  projectId: string;
  campaignId: string;
  run: string;
}

/** @param onPage called after each page is on disk; may throw to end it there */
export type Freeze = (send: Send, onPage: () => void) => Promise<number>;

/** Answers how many pages there are; 0 when the mailing is closed or gone. */
export function freezer({ mailings, ledger, contacts, rowsOf }: FreezeParts): Freeze {
  /** Why a page could not be counted: the mailing is over, then its rows go again, or another attempt was quicker. */
  async function overtaken({ projectId, campaignId, run }: Send, ids: readonly string[], at: Date | undefined): Promise<void> {
    const now = await mailings.find(projectId, campaignId);
    if (now?.run === run && now.state !== 'CLOSED') throw new Error('Another attempt freezes this audience');
    if (at) await ledger.withdraw(projectId, ids, at);
  }

  return async (send, onPage) => {
    const { projectId, campaignId, run } = send;
    const known = await mailings.find(projectId, campaignId);
    if (known?.run !== run || known.state === 'CLOSED') return 0;
    if (known.frozen) return known.pages;
    let mailing: MailingRow = await mailings.whole(projectId, campaignId);
    const audience = contacts.streamAudience({
      filter: mailing.filter === null ? undefined : JSON.parse(mailing.filter), cursor: mailing.cursor ?? undefined, pageSize: PAGE_SIZE, refsOnly: false,
    }, ownCall('delivery', projectId));
    for await (const page of audience) {
      const rows = await rowsOf(mailing, page.contacts);
      await ledger.insertAll(rows);
      if (!(await mailings.advance(mailing, page.cursor))) {
        await overtaken(send, rows.map(({ _id }) => _id), rows[0]?.createdAt);
        return 0;
      }
      mailing = { ...mailing, cursor: page.cursor, pages: mailing.pages + 1 };
      onPage();
    }
    if (!(await mailings.advance(mailing, null))) {
      await overtaken(send, [], undefined);
      return 0;
    }
    return mailing.pages;
  };
}
