/** Users as documents. */
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '#kit/store/fault.ts';
import type { AccountsModels, UserRow } from './model.ts';

export interface UsersStore {
  /** @param email in its normal form */
  byEmail(email: string): Promise<UserRow | null>;
  byId(id: string): Promise<UserRow | null>;
  byIds(ids: string[]): Promise<UserRow[]>;
  set(id: string, change: object, session?: ClientSession): Promise<void>;
  /** False when the address is taken. */
  add(user: UserRow): Promise<boolean>;
}

export function createUsersStore({ users }: Pick<AccountsModels, 'users'>): UsersStore {
  return {
    byEmail: (email) => users.findOne({ email }).lean<UserRow>().exec(),
    byId: (id) => users.findOne({ _id: id }).lean<UserRow>().exec(),
    byIds: (ids) =>
      users
        .find({ _id: { $in: ids } })
        .lean<UserRow[]>()
        .exec(),

    set: async (id, change, session) => void (await users.updateOne({ _id: id }, { $set: change }, session ? { session } : {})),

    async add(user) {
      try {
        await users.create(user);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
