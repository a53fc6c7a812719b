/** What Temporal may ask of delivery. */
import type { Blobs } from '#kit/store/blobs.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { DeliveryModels } from './model.ts';
import { DOMAINS_A_PAGE } from './sender-domains/sender-domains.ts';
import type { DomainPage, SenderDomains } from './sender-domains/sender-domains.ts';

export interface DeliveryActivities {
  /**
   * Removes all that a deleted project has here, or the mail of one that is reset: its domains stay, and so does who must not be mailed.
   * Harmless when done again.
   */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createDeliveryActivities(
  { emails, domains, inbox, suppressions, retention, deliverability }: DeliveryModels,
  purges: readonly ((erasure: Erasure) => Promise<void>)[],
  blobs: Blobs,
): DeliveryActivities {
  async function purgeProject(erasure: Erasure): Promise<void> {
    const { projectId, until } = erasure;
    for (const purge of purges) await purge(erasure);
    await erasePages(emails, erasedRows(erasure));
    await erasePages(inbox, erasedRows(erasure, 'receivedAt'));
    // Counted anew from what is left.
    await deliverability.deleteMany({ projectId });
    // Blobs are shared with mails of later; they go when nobody has used them for the time of retention.
    if (until) return;
    await domains.deleteMany({ projectId });
    await suppressions.deleteMany({ projectId });
    await retention.deleteMany({ projectId });
    await blobs.purge(projectId);
  }

  return { purgeProject };
}

/** The five-minute loop over all sender domains. */
export interface DomainActivities {
  countDomains(): Promise<{ pages: number }>;
  /** Answers the id to go on behind, null at the end. Harmless when repeated. */
  verifyDomains(page: DomainPage): Promise<string | null>;
}

export function createDomainActivities(domains: SenderDomains): DomainActivities {
  async function countDomains(): Promise<{ pages: number }> {
    return { pages: Math.ceil((await domains.countAll()) / DOMAINS_A_PAGE) };
  }

  return { countDomains, verifyDomains: (page) => domains.verifyPage(page) };
}
