/** A user's projects and their keys (contract 4.10, 5). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { fault, notFound } from '#kit/errors.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import { isProjectLanguage } from '#services/recipient/language.ts';
import type {
  AuditPage,
  ListedProject,
  ListEveryProjectRequest,
  ListAuditRequest,
  DisableProjectRequest,
  ConfirmResetRequest,
  ConfirmResetResponse,
  Project,
  RecordOperationRequest,
  Reset,
  ResolveKeyResponse,
  ResolveMembershipResponse,
  Security,
  UpdateProjectRequest,
} from '#proto/accounts/v1/accounts.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { RESET_OWNERS } from '#temporal/lifecycle.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { auditedAct } from './domain/audit.ts';
import { keyKind } from './domain/key.ts';
import { assertMayCreate, checkedReason, checkedSettings, projectNotFound } from './domain/project.ts';
import { keyHash, mintKeys, storedKeys } from './keys.ts';
import type { ProjectRow, ResetRow } from './model.ts';
import type { NamedKeys } from './named-keys.ts';
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

/** A small project is empty when its reset is answered; a larger one is on its way. */
const RESET_WAIT_MS = 5_000;
const LOOK_MS = 100;
const EVERY_AT_ONCE = 1_000;

function resetView({ until, services, done, endedAt }: ResetRow): Reset {
  return {
    state: endedAt ? 'completed' : 'active',
    progress: Math.floor((done.length * 100) / services.length),
    requestedAt: until.toISOString(),
    endedAt: endedAt?.toISOString(),
  };
}

export interface ProjectsParts {
  store: ProjectsStore;
  purges: Pick<Purges, 'hint'>;
  audit: Pick<AuditTrail, 'act' | 'note' | 'list'>;
  namedKeys: Pick<NamedKeys, 'resolve'>;
  reputation: Pick<Reputation, 'security'>;
  suspension: Pick<Suspension, 'disableNow' | 'enable'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'attemptWaiting'>;
  campaigns: Pick<Client<typeof CampaignsServiceDefinition>, 'wakeAll'>;
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
  /** For operators. When it answers, no process hands over mail of the project but what is in flight. */
  pause(call: Call): Promise<Project>;
  /** For operators. What waits goes on. */
  resume(call: Call): Promise<Project>;
  /** For operators: of everybody, by id. */
  listEvery(request: ListEveryProjectRequest): Promise<ListedProject[]>;
  /** An operator is about to do it. Faults BAD_REQUEST, RESOURCE_NOT_FOUND. */
  recordOperation(request: RecordOperationRequest, call: Call): Promise<void>;
  regenerateKeys(call: Call): Promise<Project>;
  /** Answers when the project is empty, or after some seconds. */
  reset(call: Call): Promise<Reset>;
  /** Faults RESOURCE_NOT_FOUND when there was none. */
  getReset(call: Call): Promise<Reset>;
  confirmReset(request: ConfirmResetRequest, call: Pick<Call, 'projectId'>): Promise<ConfirmResetResponse>;
  /** Of a deleted project too, which only operators can ask about. */
  listAudit(request: ListAuditRequest, call: Call): Promise<AuditPage>;
  delete(call: Call): Promise<void>;
  /** Faults CONFLICT unless the project is marked deleted: one that nobody knows may be a database restored from an older copy. */
  confirmDeleted(call: Pick<Call, 'projectId'>): Promise<void>;
  /** Faults INVALID_API_KEY. */
  resolveKey(key: string, now: Date): Promise<ResolveKeyResponse>;
  resolveMembership(userId: string, projectId: string): Promise<ResolveMembershipResponse>;
}

export function createProjects(parts: ProjectsParts): Projects {
  const { store, purges, audit, namedKeys, reputation, suspension, delivery, campaigns, newId } = parts;
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
      const entry = { action: 'project.created', target: row.name } as const;
      await audit.act({ ...call, projectId: row._id }, entry, (session) => store.add(row, session));
      return projectView(row, pair.secret);
    },

    async get(call: Call): Promise<Project> {
      return projectView(await current(call));
    },

    async update(request: UpdateProjectRequest, call: Call): Promise<Project> {
      const row = writable(await current(call));
      const settings = checkedSettings(request, isProjectLanguage);
      if (Object.keys(settings).length === 0) return projectView(row);
      const entry = { action: 'project.updated', target: Object.keys(settings).join(', ') } as const;
      const changed = { ...settings, updatedAt: call.now };
      return projectView(found(await audit.act(call, entry, (session) => store.set(call.projectId, changed, session)), call));
    },

    security: async (call: Call): Promise<Security> => reputation.security(await current(call)),

    async disable({ reason }: DisableProjectRequest, call: Call): Promise<Project> {
      await current(call);
      await suspension.disableNow(call.projectId, checkedReason(reason ?? 'MANUAL'), call);
      return projectView(await current(call));
    },
    async enable(call: Call): Promise<Project> {
      await current(call);
      await suspension.enable(call);
      return projectView(await current(call));
    },

    async pause(call: Call): Promise<Project> {
      await current(call);
      await revoking(
        audit.act(call, { action: 'project.paused', target: null }, (session) => store.pause(call.projectId, call.now, session)),
      );
      return projectView(await current(call));
    },
    async resume(call: Call): Promise<Project> {
      await current(call);
      const entry = { action: 'project.resumed', target: null } as const;
      await revoking(audit.act(call, entry, (session) => store.resume(call.projectId, call.now, session)));
      await delivery.attemptWaiting({}, call);
      await campaigns.wakeAll({}, call);
      return projectView(await current(call));
    },

    async listEvery({ after, limit }: ListEveryProjectRequest): Promise<ListedProject[]> {
      const rows = await store.every(after ?? '', Math.min(Math.max(limit, 1), EVERY_AT_ONCE));
      return rows.map(({ _id: id, name, disabled, disabledReason, pausedAt }) => ({
        id,
        name,
        disabled,
        disabledReason,
        paused: Boolean(pausedAt),
      }));
    },

    async recordOperation({ action, target }: RecordOperationRequest, call: Call): Promise<void> {
      const entry = { action: auditedAct(action), target: target ?? null };
      await current(call);
      await audit.note(call, entry);
    },

    async regenerateKeys(call: Call): Promise<Project> {
      writable(await current(call));
      const pair = mintKeys();
      const keys = { ...storedKeys(pair), updatedAt: call.now };
      const entry = { action: 'keys.regenerated', target: null } as const;
      const row = await revoking(audit.act(call, entry, (session) => store.set(call.projectId, keys, session)));
      return projectView(found(row, call), pair.secret);
    },

    async delete(call: Call): Promise<void> {
      writable(await current(call));
      const entry = { action: 'project.deleted', target: null } as const;
      const asked = { now: call.now, traceparent: traceparent() };
      found(await revoking(audit.act(call, entry, (session) => store.markDeleted(call.projectId, asked, session))), call);
      purges.hint();
    },

    async confirmDeleted({ projectId }: Pick<Call, 'projectId'>): Promise<void> {
      if (!(await store.isDeleted(projectId))) throw fault('CONFLICT', { message: 'The project is not deleted' });
    },

    async reset(call: Call): Promise<Reset> {
      writable(await current(call));
      const until = call.now;
      const trace = traceparent();
      const services = [...RESET_OWNERS];
      const asked: ResetRow = { until, dueAt: until, ...(trace && { traceparent: trace }), services, done: [], endedAt: null };
      const entry = { action: 'project.reset', target: null } as const;
      found(await audit.act(call, entry, (session) => store.askReset(call.projectId, asked, session)), call);
      purges.hint();
      for (let waited = 0; ; waited += LOOK_MS) {
        const { reset } = await current(call);
        if (reset!.endedAt || waited >= RESET_WAIT_MS) return resetView(reset!);
        await sleep(LOOK_MS);
      }
    },

    listAudit: (request: ListAuditRequest, { projectId }: Call): Promise<AuditPage> => audit.list(projectId, request),

    async getReset(call: Call): Promise<Reset> {
      const { reset } = await current(call);
      if (!reset) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Reset', id: call.projectId }, 'The project was never reset');
      return resetView(reset);
    },

    async confirmReset({ until }: ConfirmResetRequest, { projectId }: Pick<Call, 'projectId'>): Promise<ConfirmResetResponse> {
      const reset = (await store.byId(projectId))?.reset;
      return { wanted: reset !== undefined && typeof until === 'string' && new Date(until) <= reset.until };
    },

    async resolveKey(key: string, now: Date): Promise<ResolveKeyResponse> {
      const [kind, hash] = [keyKind(key), keyHash(key)];
      if (!kind) throw fault('INVALID_API_KEY');
      const row = await store.byKey(kind, hash);
      if (row) return { projectId: row._id, kind, disabled: row.disabled, scope: 'full', keyId: '' };
      const named = kind === 'secret' ? await namedKeys.resolve(hash, now) : null;
      const project = named && (await store.byId(named.projectId));
      if (!project) throw fault('INVALID_API_KEY');
      return { projectId: project._id, kind, disabled: project.disabled, scope: named.scope, keyId: named.id };
    },

    async resolveMembership(userId: string, projectId: string): Promise<ResolveMembershipResponse> {
      const row = await store.byId(projectId);
      const member = row?.members.find((one) => one.userId === userId);
      if (!row || !member) throw projectNotFound(projectId);
      return { role: member.role, disabled: row.disabled };
    },
  };
}
