/**
 * Who did what to a project, when and from where, for a year: keys, members, domains, billing, suspension, reset, deletion. An entry is
 * written in the transaction of its act; of what other services did, from their facts.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, Model } from 'mongoose';
import type { CallMeta } from '#kit/contract/call.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import type { AuditPage, ListAuditRequest } from '#proto/accounts/v1/accounts.ts';
import { auditActor } from '../domain/audit.ts';
import type { AuditActor, AuditedAct } from '../domain/audit.ts';
import type { UsersStore } from '../users-store.ts';

/** Who asks, for which project. */
export type AuditCall = Pick<CallMeta, 'projectId' | 'actor' | 'ip'>;

export interface AuditEntry {
  action: AuditedAct;
  /** Whom or what it was done to, in words; null: the project. */
  target: string | null;
}

interface AuditRow extends AuditEntry {
  _id: string;
  projectId: string;
  at: Date;
  actor: AuditActor;
  ip: string | null;
}

export interface AuditTrail {
  model: Model<AuditRow>;
  consumer: Consumer;
  /** Does the work and notes it, both or neither; what comes to null did nothing, and is not noted. */
  act<T>(call: AuditCall, entry: AuditEntry, work: (session: ClientSession) => Promise<T>): Promise<T>;
  /** In the transaction of the act, when it has one. */
  note(call: AuditCall, entry: AuditEntry, session?: ClientSession): Promise<void>;
  /** Newest first. */
  list(projectId: string, query: ListAuditRequest): Promise<AuditPage>;
}

export interface AuditTrailParts {
  mongo: Connection;
  users: Pick<UsersStore, 'byId'>;
  clock: () => Date;
}

const KEPT_S = 365 * 86_400;

const text = { type: String, required: true } as const;
const textOrNull = { type: String, default: null } as const;
const schema = () =>
  tenantSchema(
    {
      at: { type: Date, required: true },
      actor: { type: { type: String }, id: text, name: textOrNull },
      action: text,
      target: textOrNull,
      ip: textOrNull,
    },
    { indexes: [[{ projectId: 1, at: -1, _id: -1 }], [{ at: 1 }, { expireAfterSeconds: KEPT_S }]] },
  );

export function createAuditTrail({ mongo, users, clock }: AuditTrailParts): AuditTrail {
  const model = mongo.model<AuditRow>('AuditEntry', schema(), 'audit_entries');

  /** With the address the account has now: it may be another's, or nobody's, when the entry is read. */
  async function actorOf(actor: CallMeta['actor']): Promise<AuditActor> {
    return auditActor(actor, actor.kind === 'user' ? ((await users.byId(actor.id))?.email ?? null) : null);
  }

  async function note({ projectId, actor, ip }: AuditCall, entry: AuditEntry, session?: ClientSession): Promise<void> {
    const row = { _id: randomUUID(), projectId, at: clock(), actor: await actorOf(actor), ...entry, ip: ip ?? null };
    await model.insertMany([row], session ? { session } : {});
  }

  const consumer: Consumer = {
    name: 'accounts-audit',
    subjects: ['facts.*.delivery.domain.added', 'facts.*.delivery.domain.removed'],
    // The fact's id is the entry's.
    repeatable: true,
    async handle(facts) {
      for (const { id, name, projectId, at, data } of facts) {
        const by = data?.['by'] as CallMeta['actor'] | undefined;
        const row = {
          at: new Date(at!),
          actor: await actorOf(by ?? { kind: 'service', id: 'delivery' }),
          action: name as AuditedAct,
          target: String(data?.['domain'] ?? ''),
          ip: (data?.['ip'] as string | undefined) ?? null,
        };
        await model.updateOne({ _id: id, projectId }, { $setOnInsert: row }, { upsert: true });
      }
    },
  };

  return {
    model,
    consumer,
    note,

    act: (call, entry, work) =>
      mongo.transaction(async (session) => {
        const result = await work(session);
        if (result !== null) await note(call, entry, session);
        return result;
      }),

    async list(projectId, { page, pageSize }) {
      const [rows, total] = await Promise.all([
        model
          .find({ projectId })
          .sort({ at: -1, _id: -1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize)
          .lean<AuditRow[]>(),
        model.countDocuments({ projectId }),
      ]);
      const data = rows.map(({ _id: id, at, actor, action, target, ip }) => ({ id, at: at.toISOString(), actor, action, target, ip }));
      return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },
  };
}
