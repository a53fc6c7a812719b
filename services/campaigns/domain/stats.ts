/** What became of a campaign's mails, as numbers and rates (contract 4.6 "GET …/stats", 4.6 "Rates"). */

export interface Counters {
  totalRecipients: number;
  sentCount: number;
  deliveredCount: number;
  openedCount: number;
  clickedCount: number;
  bouncedCount: number;
  complainedCount: number;
  unsubscribedCount: number;
  /** Mails opened and followed by people. */
  humanOpens: number;
  humanClicks: number;
}

/** What is counted from the ledger's rows. */
export type Counts = Omit<Counters, 'totalRecipients'>;

export const NONE: Counts = {
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  unsubscribedCount: 0,
  humanOpens: 0,
  humanClicks: 0,
};

/** Rows as delivery counts them. */
interface Counted {
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  humanOpened: number;
  humanClicked: number;
}

export const countsOf = ({ sent, delivered, opened, clicked, bounced, complained, unsubscribed, ...human }: Counted): Counts => ({
  sentCount: sent,
  deliveredCount: delivered,
  openedCount: opened,
  clickedCount: clicked,
  bouncedCount: bounced,
  complainedCount: complained,
  unsubscribedCount: unsubscribed,
  humanOpens: human.humanOpened,
  humanClicks: human.humanClicked,
});

/** While a campaign sends, its counters are this late at most. */
const SENDING_MS = 2_000;
/** Deliveries that a provider reports later are reported to nobody else: they are looked for, ever more seldom, for so long. */
const FOLLOWED_MS = 3 * 86_400_000;

/** How long until the rows are counted again without anybody asking; null: not before a fact about them arrives. */
export function recountIn(sending: boolean, sentAt: Date | null, now: Date): number | null {
  if (sending) return SENDING_MS;
  const age = sentAt ? now.getTime() - sentAt.getTime() : FOLLOWED_MS;
  return age >= FOLLOWED_MS ? null : Math.max(SENDING_MS, age / 10);
}

/** Percent of the mails sent, two decimals; 0 when none was. */
export function rate(count: number, sent: number): number {
  return sent === 0 ? 0 : Math.round((count / sent) * 10_000) / 100;
}

/** Mean of rates, one decimal; 0 of none. */
export function average(rates: readonly number[]): number {
  return rates.length === 0 ? 0 : Math.round((rates.reduce((sum, one) => sum + one, 0) / rates.length) * 10) / 10;
}

export interface Rates {
  openRate: number;
  clickRate: number;
  bounceRate: number;
  deliveryRate: number;
  complaintRate: number;
  unsubscribeRate: number;
}

export function ratesOf({ sentCount, ...counts }: Counts): Rates {
  return {
    openRate: rate(counts.openedCount, sentCount),
    clickRate: rate(counts.clickedCount, sentCount),
    bounceRate: rate(counts.bouncedCount, sentCount),
    deliveryRate: rate(counts.deliveredCount, sentCount),
    complaintRate: rate(counts.complainedCount, sentCount),
    unsubscribeRate: rate(counts.unsubscribedCount, sentCount),
  };
}
