/** A user's projects and their keys (contract 4.10, 5). */
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import { isProjectLanguage } from '#services/recipient/language.ts';
import type {
  DisableProjectRequest,
  Project,
  ResolveKeyResponse,
  ResolveMembershipResponse,
  Security,
  UpdateProjectRequest,
} from '#proto/accounts/v1/accounts.ts';
import { keyKind } from './domain/key.ts';
import { assertMayCreate, checkedReason, checkedSettings, projectNotFound } from './domain/project.ts';
import { keyHash, mintKeys, storedKeys } from './keys.ts';
import type { ProjectRow } from './model.ts';
import { newProject, projectView } from './project-view.ts';
import type { ProjectsStore } from './projects-store.ts';
import type { Purges } from './purges.ts';
import type { Reputation } from './reputation/reputation.ts';
import { revoking } from './revocation.ts';
import type { Suspension } from './suspension.ts';

/** The user who asks; faults UNAUTHORIZED for keys and services, which have no projects of their own. */
export function askingUser({ actor }: Call): string {
  if (actor.kind !== 'user') throw fault('UNAUTHORIZED');
  return actor.id;
}

/** The project of the call; faults as for a project one has no access to when it is gone. */
export function found(row: ProjectRow | null, { projectId }: Pick<Call, 'projectId'>): ProjectRow {
  if (!row) throw projectNotFound(projectId);
  return row;
}

function writable(row: ProjectRow): ProjectRow {
  if (row.disabled) throw fault('PROJECT_DISABLED');
  return row;
}

export interface ProjectsParts {
  store: ProjectsStore;
  purges: Pick<Purges, 'hint'>;
  reputation: Pick<Reputation, 'security'>;
  suspension: Pick<Suspension, 'disableNow' | 'enable'>;
  newId: () => string;
}

export interface Projects {
  list(call: Call): Promise<Project[]>;
  create(name: string, call: Call): Promise<Project>;
  get(call: Call): Promise<Project>;
  update(request: UpdateProjectRequest, call: Call): Promise<Project>;
  security(call: Call): Promise<Security>;
  /** For operators. */
  disable(request: DisableProjectRequest, call: Call): Promise<Project>;
  /** For operators. */
  enable(call: Call): Promise<Project>;
  regenerateKeys(call: Call): Promise<Project>;
  delete(call: Call): Promise<void>;
  /** Faults CONFLICT unless the project is marked deleted: one that nobody knows may be a database restored from an older copy. */
  confirmDeleted(call: Pick<Call, 'projectId'>): Promise<void>;
  /** Faults INVALID_API_KEY. */
  resolveKey(key: string): Promise<ResolveKeyResponse>;
  resolveMembership(userId: string, projectId: string): Promise<ResolveMembershipResponse>;
}

export function createProjects({ store, purges, reputation, suspension, newId }: ProjectsParts): Projects {
  const current = async (call: Call): Promise<ProjectRow> => found(await store.byId(call.projectId), call);

  return {
    async list(call: Call): Promise<Project[]> {
      return (await store.ofUser(askingUser(call))).map((row) => projectView(row));
    },

    async create(name: string, call: Call): Promise<Project> {
      const userId = askingUser(call);
      const settings = checkedSettings({ name }, isProjectLanguage);
      assertMayCreate(await store.ofUser(userId));
      const pair = mintKeys();
      const row = newProject({ id: newId(), name: settings.name!, ownerId: userId, pair, now: call.now });
      await store.add(row);
      return projectView(row, pair.secret);
    },

    async get(call: Call): Promise<Project> {
      return projectView(await current(call));
    },

    async update(request: UpdateProjectRequest, call: Call): Promise<Project> {
      writable(await current(call));
      return projectView(found(await store.set(call.projectId, checkedSettings(request, isProjectLanguage), call.now), call));
    },

    security: async (call: Call): Promise<Security> => reputation.security(await current(call)),

    async disable({ reason }: DisableProjectRequest, call: Call): Promise<Project> {
      await current(call);
      await suspension.disableNow(call.projectId, checkedReason(reason ?? 'MANUAL'));
      return projectView(await current(call));
    },
    async enable(call: Call): Promise<Project> {
      await current(call);
      await suspension.enable(call.projectId);
      return projectView(await current(call));
    },

    async regenerateKeys(call: Call): Promise<Project> {
      writable(await current(call));
      const pair = mintKeys();
      return projectView(found(await revoking(store.setKeys(call.projectId, storedKeys(pair), call.now)), call), pair.secret);
    },

    async delete(call: Call): Promise<void> {
      writable(await current(call));
      found(await revoking(store.markDeleted(call.projectId, call.now)), call);
      purges.hint();
    },

    async confirmDeleted({ projectId }: Pick<Call, 'projectId'>): Promise<void> {
      if (!(await store.isDeleted(projectId))) throw fault('CONFLICT', { message: 'The project is not deleted' });
    },

    async resolveKey(key: string): Promise<ResolveKeyResponse> {
      const kind = keyKind(key);
      const row = kind && (await store.byKey(kind, keyHash(key)));
      if (!row) throw fault('INVALID_API_KEY');
      return { projectId: row._id, kind, disabled: row.disabled };
    },

    async resolveMembership(userId: string, projectId: string): Promise<ResolveMembershipResponse> {
      const row = await store.byId(projectId);
      const member = row?.members.find((one) => one.userId === userId);
      if (!row || !member) throw projectNotFound(projectId);
      return { role: member.role, disabled: row.disabled };
    },
  };
}
