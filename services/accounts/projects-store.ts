/** Projects as documents. A deleted project is not found by anything but its purge. */
import type { ClientSession } from 'mongoose';
import type { KeyKind } from './domain/key.ts';
import type { DisabledReason } from './domain/project.ts';
import type { Membership } from './domain/role.ts';
import { sameHash } from './keys.ts';
import type { AccountsModels, ProjectRow, ResetRow, WebhookSecretRow } from './model.ts';

type Changed = Promise<ProjectRow | null>;

/** A workflow to be started for a project. */
interface Due {
  id: string;
  /** Of the call that asked for it; undefined: it was not traced. */
  traceparent: string | undefined;
}

export interface ProjectsStore {
  byId(id: string): Changed;
  /** The projects a user is a member of, newest first. */
  ofUser(userId: string): Promise<ProjectRow[]>;
  /** The project a key's hash opens. Reads the primary by an index: a regenerated key is unknown from its write on. */
  byKey(kind: KeyKind, hash: string): Promise<ProjectRow | null>;
  byCustomer(customer: string, session: ClientSession): Promise<ProjectRow | null>;
  /** Of everybody, in the order of their ids, behind `after`. */
  every(after: string, limit: number): Promise<ProjectRow[]>;
  isDeleted(id: string): Promise<boolean>;

  add(row: ProjectRow, session: ClientSession): Promise<void>;
  set(id: string, settings: object, session: ClientSession): Changed;
  setBilling(
    which: { _id: string; $or?: object[] } | { subscription: string },
    to: Partial<Pick<ProjectRow, 'customer' | 'subscription' | 'currency' | 'subscribedAt' | 'updatedAt'>>,
    session: ClientSession,
  ): Changed;
  /** null when the project has one (or is gone). */
  addWebhookSecret(id: string, webhookSecret: WebhookSecretRow): Changed;
  /** null when it is another than `before` by now. */
  rotateWebhookSecret(id: string, secrets: { before: string; next: WebhookSecretRow }, session: ClientSession): Changed;

  /** null when the user is a member already (or the project is gone). */
  addMember(id: string, member: Membership, session: ClientSession): Changed;
  setRole(id: string, member: Pick<Membership, 'userId' | 'role'>, session: ClientSession): Changed;
  removeMember(id: string, userId: string, session: ClientSession): Changed;

  /** null for a project that is disabled already, or gone. */
  disable(id: string, why: { reason: DisabledReason; now: Date }, session: ClientSession): Changed;
  /** null for a project that is not disabled, or gone. */
  enable(id: string, now: Date, session: ClientSession): Changed;
  /** null when it is so already, or gone. */
  pause(id: string, now: Date, session: ClientSession): Changed;
  resume(id: string, now: Date, session: ClientSession): Changed;
  /** A disabled project about which something is to be done, and nobody else's until then. */
  takeSuspension(now: Date, until: Date): Changed;
  suspensionDone(id: string, disabledAt: Date): Promise<void>;
  /** When the project was disabled about which something has been left to do for longest; null: nothing is. */
  oldestSuspension(): Promise<Date | null>;

  /** Ends the project for everybody and asks for its purge, in one write. null when it is gone already or disabled. */
  markDeleted(id: string, asked: { now: Date; traceparent: string | undefined }, session: ClientSession): Changed;
  /** Deleted projects whose purge is to be started at `now`, oldest first. */
  purgesDue(now: Date, limit: number): Promise<Due[]>;
  postponePurge(id: string, until: Date): Promise<void>;
  /** Removes the row of a deleted project; a live one is left alone. */
  remove(id: string): Promise<void>;

  /** null when the project is gone or disabled. */
  askReset(id: string, reset: ResetRow, session: ClientSession): Changed;
  /** Resets whose workflow is to be started at `now`, oldest first. */
  resetsDue(now: Date, limit: number): Promise<(Due & { until: Date })[]>;
  postponeReset(id: string, until: Date, dueAt: Date): Promise<void>;
  /** A service is done with its part of that reset. */
  noteReset(id: string, until: Date, done: { service: string; now: Date }): Promise<void>;
  endReset(id: string, until: Date): Promise<void>;
}

const LIVE = { deletedAt: null } as const;

export function createProjectsStore({ projects }: Pick<AccountsModels, 'projects'>): ProjectsStore {
  const change = (filter: object, update: object, session?: ClientSession): Promise<ProjectRow | null> =>
    projects
      .findOneAndUpdate({ ...filter, ...LIVE }, update, { returnDocument: 'after', ...(session && { session }) })
      .lean<ProjectRow>()
      .exec();

  return {
    byId: (id) =>
      projects
        .findOne({ _id: id, ...LIVE })
        .lean<ProjectRow>()
        .exec(),

    ofUser: (userId) =>
      projects
        .find({ 'members.userId': userId, ...LIVE })
        .sort({ createdAt: -1, _id: -1 })
        .lean<ProjectRow[]>()
        .exec(),

    async byKey(kind, hash) {
      const field = kind === 'secret' ? 'secretHash' : 'publicHash';
      const row = await projects
        .findOne({ [field]: hash, ...LIVE })
        .lean<ProjectRow>()
        .exec();
      return row && sameHash(row[field], hash) ? row : null;
    },

    add: async (row, session) => void (await projects.insertMany([row], { session })),
    set: (id, settings, session) => change({ _id: id }, { $set: settings }, session),

    addWebhookSecret: (id, webhookSecret) => change({ _id: id, webhookSecret: { $exists: false } }, { $set: { webhookSecret } }),
    rotateWebhookSecret: (id, { before, next }, session) =>
      change({ _id: id, 'webhookSecret.secret': before }, { $set: { webhookSecret: next } }, session),

    addMember: (id, member, session) =>
      change({ _id: id, 'members.userId': { $ne: member.userId } }, { $push: { members: member } }, session),
    // The filters repeat the domain's rule on the owner, so that no race can break it.
    setRole: (id, { userId, role }, session) =>
      change({ _id: id, members: { $elemMatch: { userId, role: { $ne: 'OWNER' } } } }, { $set: { 'members.$.role': role } }, session),
    removeMember: (id, userId, session) => change({ _id: id }, { $pull: { members: { userId, role: { $ne: 'OWNER' } } } }, session),

    markDeleted(id, { now, traceparent }, session) {
      const state = { deletedAt: now, purgeDueAt: now, updatedAt: now, ...(traceparent && { purgeTraceparent: traceparent }) };
      return change({ _id: id, disabled: false }, { $set: state }, session);
    },

    disable(id, { reason, now }, session) {
      const state = { disabled: true, disabledReason: reason, disabledAt: now, suspensionDueAt: now, updatedAt: now };
      return change({ _id: id, disabled: false }, { $set: state }, session);
    },
    byCustomer: (customer, session) =>
      projects
        .findOne({ customer, ...LIVE })
        .session(session)
        .lean<ProjectRow>()
        .exec(),
    setBilling: (which, to, session) => change(which, { $set: to }, session),
    enable(id, now, session) {
      const state = { disabled: false, disabledReason: null, disabledAt: null, suspensionDueAt: null, updatedAt: now };
      return change({ _id: id, disabled: true }, { $set: state }, session);
    },
    pause: (id, now, session) => change({ _id: id, pausedAt: null }, { $set: { pausedAt: now, updatedAt: now } }, session),
    resume: (id, now, session) => change({ _id: id, pausedAt: { $type: 'date' } }, { $set: { pausedAt: null, updatedAt: now } }, session),
    every: (after, limit) =>
      projects
        .find({ _id: { $gt: after }, ...LIVE })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<ProjectRow[]>()
        .exec(),
    takeSuspension: (now, until) => change({ suspensionDueAt: { $type: 'date', $lte: now } }, { $set: { suspensionDueAt: until } }),
    suspensionDone: async (id, disabledAt) => void (await projects.updateOne({ _id: id, disabledAt }, { $set: { suspensionDueAt: null } })),

    async oldestSuspension() {
      const filter = { suspensionDueAt: { $type: 'date' as const }, deletedAt: null };
      return (await projects.findOne(filter, { disabledAt: 1 }).sort({ disabledAt: 1 }).lean<ProjectRow>())?.disabledAt ?? null;
    },

    isDeleted: async (id) => (await projects.exists({ _id: id, deletedAt: { $type: 'date' } })) !== null,

    async purgesDue(now, limit) {
      const rows = await projects
        .find({ purgeDueAt: { $type: 'date', $lte: now } }, { purgeTraceparent: 1 })
        .sort({ purgeDueAt: 1 })
        .limit(limit)
        .lean<Pick<ProjectRow, '_id' | 'purgeTraceparent'>[]>()
        .exec();
      return rows.map(({ _id, purgeTraceparent }) => ({ id: _id, traceparent: purgeTraceparent }));
    },
    postponePurge: async (id, until) =>
      void (await projects.updateOne({ _id: id, purgeDueAt: { $type: 'date' } }, { $set: { purgeDueAt: until } })),

    askReset: (id, reset, session) => change({ _id: id, disabled: false }, { $set: { reset } }, session),
    async resetsDue(now, limit) {
      const rows = await projects
        .find({ 'reset.dueAt': { $lte: now }, ...LIVE }, { reset: 1 })
        .sort({ 'reset.dueAt': 1 })
        .limit(limit)
        .lean<Pick<ProjectRow, '_id' | 'reset'>[]>()
        .exec();
      return rows.map(({ _id, reset }) => ({ id: _id, until: reset!.until, traceparent: reset!.traceparent }));
    },
    async postponeReset(id, until, dueAt) {
      await projects.updateOne({ _id: id, 'reset.until': until, 'reset.dueAt': { $exists: true } }, { $set: { 'reset.dueAt': dueAt } });
    },
    async noteReset(id, until, { service, now }) {
      const which = { _id: id, 'reset.until': until };
      await projects.updateOne(which, { $addToSet: { 'reset.done': service } });
      const row = await projects.findOne(which, { reset: 1 }).lean<Pick<ProjectRow, 'reset'>>();
      if (row?.reset?.services.every((one) => row.reset!.done.includes(one)))
        await projects.updateOne({ ...which, 'reset.endedAt': null }, { $set: { 'reset.endedAt': now } });
    },
    endReset: async (id, until) => void (await projects.updateOne({ _id: id, 'reset.until': until }, { $unset: { 'reset.dueAt': 1 } })),

    remove: async (id) => void (await projects.deleteOne({ _id: id, deletedAt: { $type: 'date' } })),
  };
}
