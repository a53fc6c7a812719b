/** What Temporal may ask of accounts (task queue `accounts`). */
import type { ClaimsStore } from './claims-store.ts';
import type { MailCounts } from './reputation/mail-counts.ts';
import type { ProjectsStore } from './projects-store.ts';

export function accountsActivities(projects: ProjectsStore, claims: ClaimsStore, counts: MailCounts) {
  return {
    /** The end of a purge: the other services have removed what they own. Harmless when repeated; a project not deleted is left alone. */
    async removeProject({ projectId }: { projectId: string }): Promise<void> {
      if (!(await projects.isDeleted(projectId))) return;
      await claims.removeProject(projectId);
      await counts.removeProject(projectId);
      await projects.remove(projectId);
    },
  };
}
