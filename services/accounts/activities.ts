/** What Temporal may ask of accounts (task queue `accounts`). */
import type { ClaimsStore } from './claims-store.ts';
import type { ProjectsStore } from './projects-store.ts';

export function accountsActivities(projects: ProjectsStore, claims: ClaimsStore) {
  return {
    /** The end of a purge: the other services have removed what they own. Harmless when repeated; a live project is left alone. */
    async removeProject({ projectId }: { projectId: string }): Promise<void> {
      await claims.removeProject(projectId);
      await projects.remove(projectId);
    },
  };
}
