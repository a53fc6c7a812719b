/** What became of a campaign's mails, as numbers and rates (decisions 4.6 "stats", 10 "Rates"). */

export interface Counters {
  totalRecipients: number;
  sentCount: number;
  deliveredCount: number;
  openedCount: number;
  clickedCount: number;
  bouncedCount: number;
  complainedCount: number;
  unsubscribedCount: number;
}

/** What is counted from the ledger's rows. */
export type Counts = Omit<Counters, 'totalRecipients'>;

export const NONE: Counts = { sentCount: 0, deliveredCount: 0, openedCount: 0, clickedCount: 0, bouncedCount: 0, complainedCount: 0, unsubscribedCount: 0 };

/** Rows as delivery tallies them. */
interface Tallied {
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
}

export const countsOf = ({ sent, delivered, opened, clicked, bounced, complained, unsubscribed }: Tallied): Counts => ({
  sentCount: sent, deliveredCount: delivered, openedCount: opened, clickedCount: clicked, bouncedCount: bounced, complainedCount: complained, unsubscribedCount: unsubscribed,
});

/** While a campaign sends, its counters are this late at most. */
const SENDING_MS = 2_000;
/** Deliveries that a provider tells of later tell nobody else: they are looked for, ever more seldom, for so long. */
const FOLLOWED_MS = 3 * 86_400_000;

/** How long until the rows are counted again without anybody asking; null: not before something is told of them. */
export function recountIn(sending: boolean, sentAt: Date | null, now: Date): number | null {
  if (sending) return SENDING_MS;
  const age = sentAt ? now.getTime() - sentAt.getTime() : FOLLOWED_MS;
  return age >= FOLLOWED_MS ? null : Math.max(SENDING_MS, age / 10);
}

/** Percent of the mails sent, two decimals; 0 when none was. */
export function rate(count: number, sent: number): number {
  return sent === 0 ? 0 : Math.round((count / sent) * 10_000) / 100;
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
