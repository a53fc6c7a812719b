/** What Temporal may ask of delivery. */
import type { Blobs } from '#kit/store/blobs.ts';
import { heartbeat } from '@temporalio/activity';
import type { DeliveryModels } from './model.ts';
import { DOMAINS_A_PAGE } from './sender-domains/sender-domains.ts';
import type { DomainPage, SenderDomains } from './sender-domains/sender-domains.ts';

export function createDeliveryActivities(
  { emails, domains, inbox, suppressions, retention, deliverability }: DeliveryModels,
  purges: readonly ((projectId: string) => Promise<void>)[],
  blobs: Blobs,
) {
  return {
    /** Removes all that a deleted project has here; harmless when done again. */
    async purgeProject({ projectId }: { projectId: string }): Promise<void> {
      for (const purge of purges) await purge(projectId);
      await emails.deleteMany({ projectId });
      await inbox.deleteMany({ projectId });
      await domains.deleteMany({ projectId });
      await suppressions.deleteMany({ projectId });
      await retention.deleteMany({ projectId });
      await deliverability.deleteMany({ projectId });
      await blobs.purge(projectId);
    },
  };
}

/** The five-minute loop over all sender domains. */
export function createDomainActivities(domains: SenderDomains) {
  return {
    countDomains: async (): Promise<{ pages: number }> => ({ pages: Math.ceil((await domains.countAll()) / DOMAINS_A_PAGE) }),

    /** Answers the id to go on behind, null at the end. Harmless when repeated. */
    async verifyDomains(page: DomainPage): Promise<string | null> {
      const beat = setInterval(heartbeat, 5_000);
      try {
        return await domains.verifyPage(page);
      } finally {
        clearInterval(beat);
      }
    },
  };
}
