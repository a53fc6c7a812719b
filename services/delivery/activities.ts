/** What Temporal may ask of delivery. */
import type { Blobs } from '#kit/store/blobs.ts';
import type { DeliveryModels } from './model.ts';

export function deliveryActivities({ emails, domains, inbox, suppressions }: DeliveryModels, purgeMailings: (projectId: string) => Promise<void>, blobs: Blobs) {
  return {
    /** Removes all that a deleted project has here; harmless when done again. */
    async purgeProject({ projectId }: { projectId: string }): Promise<void> {
      await purgeMailings(projectId);
      await emails.deleteMany({ projectId });
      await inbox.deleteMany({ projectId });
      await domains.deleteMany({ projectId });
      await suppressions.deleteMany({ projectId });
      await blobs.purge(projectId);
    },
  };
}
