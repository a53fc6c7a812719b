/** The port to mails of campaigns that have no row of their own: what readers of the ledger ask besides the rows. */
import type { ClientSession } from 'mongoose';
import type { EmailRow } from '../domain/email.ts';

export interface CampaignMails {
  /** As they stand, by id; of any project when none is named. Ids that lead nowhere are left out. */
  find(ids: readonly string[], projectId?: string): Promise<EmailRow[]>;
  /** Gives those that were accepted rows of their own, for what is to be written of them alone. */
  materialise(ids: readonly string[]): Promise<void>;
  /** Gives those that are being handed over rows too, which are SENDING until their acceptance is written down. */
  materialiseInFlight(ids: readonly string[]): Promise<void>;
}

/** What campaign mails without rows say, for as long as it is kept. */
export interface CampaignMailContent {
  /** Those that may have some. */
  projects(): Promise<string[]>;
  /**
   * Blanks what is older and need not be sent any more; the blobs of what is still to be sent count as used. Answers how many mails it
   * blanked.
   */
  blank(projectId: string, until: Date): Promise<number>;
}

export interface DomainTotals {
  sent: number;
  delivered: number;
}

/** Campaign mails that notes account for, frozen in a stretch of time, by the domain they went to: those that have rows by now included. */
export type CampaignMailDomains = (projectId: string, frozen: { start: number; end: number }) => Promise<Map<string, DomainTotals>>;

/**
 * Campaign mails that left and have no row that says so, by the beginning of the hour, in ms since 1970; without mail to the provider's
 * simulator.
 */
export type CampaignMailHours = (projectId: string, session: ClientSession) => Promise<Map<number, number>>;

export interface CampaignMailQuery {
  projectId: string;
  campaignId?: string | undefined;
  contactId?: string | undefined;
  /** The whole address, lowercase. */
  to?: string | undefined;
  status?: string | undefined;
  /** A fragment of the subject. */
  search?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Mails of one frozen page that a query finds: all as old as the page. */
export interface PageBlock {
  pageId: string;
  frozenAt: Date;
  slots: readonly number[];
}

/** Blocks in their order, and how many mails all blocks have. */
export interface PageBlocks {
  blocks: PageBlock[];
  total: number;
}

export interface CampaignMailList {
  /** Newest first, or in the order of freezing. @param first so many mails are needed: blocks behind them may be left out */
  blocks(query: CampaignMailQuery, order: 'newest' | 'frozen', first?: number): Promise<PageBlocks>;
  /** The mails of each block as they stand, in the order of its slots. */
  rowsOf(projectId: string, blocks: readonly PageBlock[]): Promise<EmailRow[][]>;
}

/** What is at one place of a merged list: a row of its own, or mails of a page. */
export type Place = { rowId: string } | PageBlock;

export interface Merging {
  /** Newest first, from the place on where `skip` of the blocks' mails could come before them. */
  rows: readonly { _id: string; createdAt: Date }[];
  /** Newest first. */
  blocks: readonly PageBlock[];
  skip: number;
  limit: number;
}

/** The window of rows and pages' mails together, newest first; of equal age, rows come first. */
export function mergedWindow({ rows, blocks, skip, limit }: Merging): Place[] {
  const window: Place[] = [];
  let [row, block, at] = [0, 0, 0];
  while (at < skip + limit && (row < rows.length || block < blocks.length)) {
    const [nextRow, nextBlock] = [rows[row], blocks[block]];
    if (nextRow && (!nextBlock || nextRow.createdAt >= nextBlock.frozenAt)) {
      if (at >= skip) window.push({ rowId: nextRow._id });
      at += 1;
      row += 1;
    } else {
      const slots = nextBlock!.slots.slice(Math.max(0, skip - at), skip + limit - at);
      if (slots.length > 0) window.push({ ...nextBlock!, slots });
      at += nextBlock!.slots.length;
      block += 1;
    }
  }
  return window;
}
