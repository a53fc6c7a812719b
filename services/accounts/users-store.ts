/** Users as documents. */
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '#kit/store/fault.ts';
import type { AccountsModels, UserRow } from './model.ts';

export type UsersStore = ReturnType<typeof usersStore>;

export function usersStore({ users }: Pick<AccountsModels, 'users'>) {
  return {
    /** @param email in its normal form */
    byEmail: (email: string): Promise<UserRow | null> => users.findOne({ email }).lean<UserRow>().exec(),
    byId: (id: string): Promise<UserRow | null> => users.findOne({ _id: id }).lean<UserRow>().exec(),
    byIds: (ids: string[]): Promise<UserRow[]> =>
      users
        .find({ _id: { $in: ids } })
        .lean<UserRow[]>()
        .exec(),

    set: async (id: string, change: object, session?: ClientSession): Promise<void> =>
      void (await users.updateOne({ _id: id }, { $set: change }, session ? { session } : {})),

    /** False when the address is taken. */
    async add(user: UserRow): Promise<boolean> {
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
