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

export interface AccountsActivities {
  /** The end of a purge: the other services have removed what they own. Harmless when repeated; a project not deleted is left alone. */
  removeProject(input: { projectId: string }): Promise<void>;
  noteReset(input: ResetInput & { service: string }): Promise<void>;
  endReset(input: ResetInput): Promise<void>;
}

export function createAccountsActivities({ projects, claims, parts, clock }: AccountsActivitiesParts): AccountsActivities {
  return {
    async removeProject({ projectId }) {
      if (!(await projects.isDeleted(projectId))) return;
      await claims.removeProject(projectId);
      for (const one of parts) await one.removeProject(projectId);
      await projects.remove(projectId);
    },
    noteReset: ({ projectId, until, service }) => projects.noteReset(projectId, new Date(until), { service, now: clock() }),
    endReset: ({ projectId, until }) => projects.endReset(projectId, new Date(until)),
  };
}
