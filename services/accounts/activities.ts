/** What Temporal may ask of accounts (task queue `accounts`). */
import type { ClaimsStore } from './claims-store.ts';
import type { ProjectsStore } from './projects-store.ts';

interface ResetInput {
  projectId: string;
  /** ISO 8601. */
  until: string;
}

export interface AccountsActivitiesParts {
  projects: ProjectsStore;
  claims: ClaimsStore;
  /** What else belongs to a project. */
  parts: readonly { removeProject(projectId: string): Promise<void> }[];
  clock: () => Date;
}

export function accountsActivities({ projects, claims, parts, clock }: AccountsActivitiesParts) {
  return {
    /** The end of a purge: the other services have removed what they own. Harmless when repeated; a project not deleted is left alone. */
    async removeProject({ projectId }: { projectId: string }): Promise<void> {
      if (!(await projects.isDeleted(projectId))) return;
      await claims.removeProject(projectId);
      for (const one of parts) await one.removeProject(projectId);
      await projects.remove(projectId);
    },

    noteReset: ({ projectId, until, service }: ResetInput & { service: string }): Promise<void> =>
      projects.noteReset(projectId, new Date(until), { service, now: clock() }),
    endReset: ({ projectId, until }: ResetInput): Promise<void> => projects.endReset(projectId, new Date(until)),
  };
}
