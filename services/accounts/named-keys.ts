/** Secret keys of a project beside the pair it was made with: named, for a scope, until a day (contract 5 "Named keys"). */
import type { Connection, Model } from 'mongoose';
import type { Call } from '#kit/contract/call.ts';
import { fault, invalid, notFound } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { CreateKeyRequest, ProjectKey, RenameKeyRequest } from '#proto/accounts/v1/accounts.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { SCOPES, secretPrefix, shownSecret } from './domain/key.ts';
import type { Scope } from './domain/key.ts';
import { keyHash, mintKeys, sameHash } from './keys.ts';
import { revoking } from './revocation.ts';

interface NamedKeyRow {
  _id: string;
  projectId: string;
  name: string;
  scope: Scope;
  /** SHA-256, hex. */
  hash: string;
  /** `sk_` + 8 hex. */
  prefix: string;
  createdAt: Date;
  /** A minute behind at most; null: never. */
  lastUsedAt: Date | null;
  /** null: never. */
  expiresAt: Date | null;
}

/** What a key opens. */
export interface OpenedBy {
  id: string;
  projectId: string;
  scope: Scope;
}

export interface NamedKeysParts {
  mongo: Connection;
  audit: Pick<AuditTrail, 'act'>;
  newId: () => string;
  log: Log;
}

export interface NamedKeys {
  model: Model<NamedKeyRow>;
  /** Oldest first. */
  list(call: Call): Promise<ProjectKey[]>;
  /** The only answer that holds the whole key. Faults VALIDATION_ERROR, CONFLICT when there are too many. */
  create(request: CreateKeyRequest, call: Call): Promise<ProjectKey>;
  /** Faults RESOURCE_NOT_FOUND, VALIDATION_ERROR. */
  rename(request: RenameKeyRequest, call: Call): Promise<ProjectKey>;
  /** When it answers, no process takes the key. Faults RESOURCE_NOT_FOUND. */
  remove(id: string, call: Call): Promise<void>;
  /** null for a key that is unknown or over. */
  resolve(hash: string, now: Date): Promise<OpenedBy | null>;
  removeProject(projectId: string): Promise<void>;
}

const MOST = 100;
const NAME_LIMIT = 100;
const USE_EVERY_MS = 60_000;

const text = { type: String, required: true } as const;
const dateOrNull = { type: Date, default: null } as const;
const schema = () =>
  tenantSchema(
    {
      name: text,
      scope: text,
      hash: text,
      prefix: text,
      createdAt: { type: Date, required: true },
      lastUsedAt: dateOrNull,
      expiresAt: dateOrNull,
    },
    { indexes: [[{ hash: 1 }, { unique: true }], [{ projectId: 1, createdAt: 1 }]] },
  );

function view({ _id, name, scope, prefix, createdAt, lastUsedAt, expiresAt }: NamedKeyRow, whole?: string): ProjectKey {
  return {
    id: _id,
    name,
    scope,
    key: whole ?? shownSecret(prefix),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
  };
}

function checkedName(given: string): string {
  const name = given.trim();
  if (name === '') throw invalid([{ field: 'name', message: 'Name is required', code: 'too_small' }]);
  if (name.length > NAME_LIMIT) throw invalid([{ field: 'name', message: `Name may have ${NAME_LIMIT} characters`, code: 'too_big' }]);
  return name;
}

function checkedScope(given: string): Scope {
  const scope = SCOPES.find((one) => one === given);
  if (scope) return scope;
  throw invalid([{ field: 'scope', message: `Scope must be one of ${SCOPES.join(', ')}`, code: 'invalid_enum_value' }]);
}

function checkedEnd(given: string | Date | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const end = new Date(given);
  if (end > now) return end;
  throw invalid([{ field: 'expiresAt', message: 'Must be in the future', code: 'custom' }]);
}

export function createNamedKeys({ mongo, audit, newId, log }: NamedKeysParts): NamedKeys {
  const model = mongo.model<NamedKeyRow>('ProjectKey', schema(), 'project_keys');
  const unknown = (id: string) => notFound('RESOURCE_NOT_FOUND', { resource: 'Key', id }, 'Key not found');

  /** In the background: nobody waits for it, and a use that is not noted is noted with the next. */
  function noteUse({ _id, projectId, lastUsedAt }: NamedKeyRow, now: Date): void {
    const before = new Date(now.getTime() - USE_EVERY_MS);
    if (lastUsedAt !== null && lastUsedAt > before) return;
    model
      .updateOne({ _id, projectId, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: before } }] }, { $set: { lastUsedAt: now } })
      .catch((error: Error) => log.warn({ projectId, error: error.message }, 'the use of a key is not noted'));
  }

  return {
    model,

    async list({ projectId }) {
      return (await model.find({ projectId }).sort({ createdAt: 1, _id: 1 }).lean<NamedKeyRow[]>()).map((row) => view(row));
    },

    async create(request, call) {
      const { projectId, now } = call;
      const [name, scope] = [checkedName(request.name), checkedScope(request.scope)];
      const expiresAt = checkedEnd(request.expiresAt, now);
      if ((await model.countDocuments({ projectId })) >= MOST)
        throw fault('CONFLICT', { message: `A project may have ${MOST} named keys` });
      const { secret } = mintKeys();
      const [hash, prefix] = [keyHash(secret), secretPrefix(secret)];
      const row: NamedKeyRow = { _id: newId(), projectId, name, scope, hash, prefix, createdAt: now, lastUsedAt: null, expiresAt };
      await audit.act(call, { action: 'key.created', target: `${name} ${scope}` }, (session) => model.insertMany([row], { session }));
      return view(row, secret);
    },

    async rename({ id, name: given }, call) {
      const name = checkedName(given);
      const row = await audit.act(call, { action: 'key.renamed', target: name }, (session) =>
        model
          .findOneAndUpdate({ _id: id, projectId: call.projectId }, { $set: { name } }, { session, returnDocument: 'after' })
          .lean<NamedKeyRow>(),
      );
      if (!row) throw unknown(id);
      return view(row);
    },

    async remove(id, call) {
      const known = await model.findOne({ _id: id, projectId: call.projectId }, { name: 1 }).lean<NamedKeyRow>();
      if (!known) throw unknown(id);
      const removal = audit.act(call, { action: 'key.deleted', target: known.name }, (session) =>
        model.findOneAndDelete({ _id: id, projectId: call.projectId }, { session }).lean<NamedKeyRow>(),
      );
      if (!(await revoking(removal))) throw unknown(id);
    },

    async resolve(hash, now) {
      const row = await acrossProjects(model.findOne({ hash })).lean<NamedKeyRow>();
      if (!row || !sameHash(row.hash, hash) || (row.expiresAt && row.expiresAt <= now)) return null;
      noteUse(row, now);
      return { id: row._id, projectId: row.projectId, scope: row.scope };
    },

    removeProject: async (projectId) => void (await model.deleteMany({ projectId })),
  };
}
