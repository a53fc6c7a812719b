/** Which account a person of GitHub or Google logs in to, by the provider's own id of them. */
import type { Connection, Model } from 'mongoose';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { plainSchema } from '#kit/store/schema.ts';
import type { SocialProvider } from '../domain/social-identity.ts';

interface IdentityRow {
  /** `<provider>:<subject>` */
  _id: string;
  userId: string;
  createdAt: Date;
}

export interface Identities {
  model: Model<IdentityRow>;
  owner(provider: SocialProvider, subject: string): Promise<string | null>;
  /** Harmless when repeated. */
  link(provider: SocialProvider, subject: string, userId: string): Promise<void>;
}

const text = { type: String, required: true };

export function createIdentities(mongo: Connection, clock: () => Date): Identities {
  const schema = plainSchema({ userId: text, createdAt: { type: Date, required: true } });
  const model = mongo.model<IdentityRow>('Identity', schema, 'identities');
  return {
    model,
    async owner(provider, subject) {
      const row = await model
        .findOne({ _id: `${provider}:${subject}` })
        .lean<IdentityRow>()
        .exec();
      return row?.userId ?? null;
    },
    async link(provider, subject, userId) {
      const change = { $set: { userId }, $setOnInsert: { createdAt: clock() } };
      try {
        await model.updateOne({ _id: `${provider}:${subject}` }, change, { upsert: true });
      } catch (error) {
        // Two first logins of one person at once: the other one has linked the same account.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
