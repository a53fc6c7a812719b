/** Projects as documents. A deleted project is not found by anything but its purge. */
import type { ClientSession } from 'mongoose';
import type { KeyKind } from './domain/key.ts';
import type { DisabledReason } from './domain/project.ts';
import type { Membership, Role } from './domain/role.ts';
import { sameHash } from './keys.ts';
import type { StoredKeys } from './keys.ts';
import type { AccountsModels, ProjectRow } from './model.ts';

export type ProjectsStore = ReturnType<typeof projectsStore>;

const LIVE = { deletedAt: null } as const;

export function projectsStore({ projects }: Pick<AccountsModels, 'projects'>) {
  const change = (filter: Record<string, unknown>, update: Record<string, unknown>): Promise<ProjectRow | null> =>
    projects
      .findOneAndUpdate({ ...filter, ...LIVE }, update, { returnDocument: 'after' })
      .lean<ProjectRow>()
      .exec();

  return {
    byId: (id: string): Promise<ProjectRow | null> =>
      projects
        .findOne({ _id: id, ...LIVE })
        .lean<ProjectRow>()
        .exec(),

    /** The projects a user is a member of, newest first. */
    ofUser: (userId: string): Promise<ProjectRow[]> =>
      projects
        .find({ 'members.userId': userId, ...LIVE })
        .sort({ createdAt: -1, _id: -1 })
        .lean<ProjectRow[]>()
        .exec(),

    /** The project a key's hash opens. Reads the primary by an index: a regenerated key is unknown from its write on. */
    async byKey(kind: KeyKind, hash: string): Promise<ProjectRow | null> {
      const field = kind === 'secret' ? 'secretHash' : 'publicHash';
      const row = await projects
        .findOne({ [field]: hash, ...LIVE })
        .lean<ProjectRow>()
        .exec();
      return row && sameHash(row[field], hash) ? row : null;
    },

    add: async (row: ProjectRow): Promise<void> => void (await projects.create(row)),
    set: (id: string, settings: object, now: Date) => change({ _id: id }, { $set: { ...settings, updatedAt: now } }),
    setKeys: (id: string, keys: StoredKeys, now: Date) => change({ _id: id }, { $set: { ...keys, updatedAt: now } }),

    /** null when the user is a member already (or the project is gone). */
    addMember: (id: string, member: Membership) =>
      change({ _id: id, 'members.userId': { $ne: member.userId } }, { $push: { members: member } }),
    // The filters repeat the domain's rule on the owner, so that no race can break it.
    setRole: (id: string, userId: string, role: Role) =>
      change({ _id: id, members: { $elemMatch: { userId, role: { $ne: 'OWNER' } } } }, { $set: { 'members.$.role': role } }),
    removeMember: (id: string, userId: string) => change({ _id: id }, { $pull: { members: { userId, role: { $ne: 'OWNER' } } } }),

    /** Ends the project for everybody and asks for its purge, in one write. null when it is gone already or disabled. */
    markDeleted: (id: string, now: Date) =>
      change({ _id: id, disabled: false }, { $set: { deletedAt: now, purgeDueAt: now, updatedAt: now } }),

    /** Does nothing to a project that is disabled already, or gone. */
    async disable(id: string, { reason, now }: { reason: DisabledReason; now: Date }, session?: ClientSession): Promise<void> {
      const state = { disabled: true, disabledReason: reason, disabledAt: now, suspensionDueAt: now, updatedAt: now };
      await projects.updateOne({ _id: id, disabled: false, ...LIVE }, { $set: state }, session ? { session } : {});
    },
    byCustomer: (customer: string, session: ClientSession): Promise<ProjectRow | null> =>
      projects
        .findOne({ customer, ...LIVE })
        .session(session)
        .lean<ProjectRow>()
        .exec(),
    async setBilling(
      which: { _id: string } | { subscription: string },
      to: Partial<Pick<ProjectRow, 'customer' | 'subscription' | 'currency' | 'updatedAt'>>,
      session: ClientSession,
    ): Promise<void> {
      await projects.updateOne({ ...which, ...LIVE }, { $set: to }, { session });
    },
    async enable(id: string, now: Date, session?: ClientSession): Promise<void> {
      const state = { disabled: false, disabledReason: null, disabledAt: null, suspensionDueAt: null, updatedAt: now };
      await projects.updateOne({ _id: id, disabled: true, ...LIVE }, { $set: state }, session ? { session } : {});
    },
    /** A disabled project about which something is to be done, and nobody else's until then. */
    takeSuspension: (now: Date, until: Date): Promise<ProjectRow | null> =>
      change({ suspensionDueAt: { $type: 'date', $lte: now } }, { $set: { suspensionDueAt: until } }),
    suspensionDone: async (id: string, disabledAt: Date): Promise<void> =>
      void (await projects.updateOne({ _id: id, disabledAt }, { $set: { suspensionDueAt: null } })),

    isDeleted: async (id: string): Promise<boolean> => (await projects.exists({ _id: id, deletedAt: { $type: 'date' } })) !== null,

    /** Ids of deleted projects whose purge is to be started at `now`, oldest first. */
    async purgesDue(now: Date, limit: number): Promise<string[]> {
      const rows = await projects
        .find({ purgeDueAt: { $type: 'date', $lte: now } }, { _id: 1 })
        .sort({ purgeDueAt: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec();
      return rows.map(({ _id }) => _id);
    },
    postponePurge: async (id: string, until: Date): Promise<void> =>
      void (await projects.updateOne({ _id: id, purgeDueAt: { $type: 'date' } }, { $set: { purgeDueAt: until } })),
    /** Removes the row of a deleted project; a live one is left alone. */
    remove: async (id: string): Promise<void> => void (await projects.deleteOne({ _id: id, deletedAt: { $type: 'date' } })),
  };
}
