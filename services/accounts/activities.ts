/** What Temporal may ask of accounts (task queue `accounts`). */
import type { ClaimsStore } from './claims-store.ts';
import type { ProjectsStore } from './projects-store.ts';

/** @param counts of mail, which belong to a project */
export function accountsActivities(
  projects: ProjectsStore,
  claims: ClaimsStore,
  counts: readonly { removeProject(projectId: string): Promise<void> }[],
) {
  return {
    /** The end of a purge: the other services have removed what they own. Harmless when repeated; a project not deleted is left alone. */
    async removeProject({ projectId }: { projectId: string }): Promise<void> {
      if (!(await projects.isDeleted(projectId))) return;
      await claims.removeProject(projectId);
      for (const one of counts) await one.removeProject(projectId);
      await projects.remove(projectId);
    },
  };
}
