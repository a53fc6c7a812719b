/** One-time tokens in mailed links (contract 5 "Mail tokens"): 32 random bytes in hex, stored as their SHA-256. */
import { createHash, randomBytes } from 'node:crypto';
import type { ClientSession, Connection, Model } from 'mongoose';
import { plainSchema } from '#kit/store/schema.ts';

export type TokenPurpose = 'verify-email' | 'reset-password';

interface TokenRow {
  /** SHA-256 of the token, hex. */
  _id: string;
  userId: string;
  purpose: TokenPurpose;
  expiresAt: Date;
}

export interface MailTokens {
  model: Model<TokenRow>;
  /** Answers the token; it is nowhere but in the answer. */
  mint(userId: string, purpose: TokenPurpose, now: Date): Promise<string>;
  /** Whose token it is; null for one that is unknown, used, too old or of another purpose. */
  owner(token: string, purpose: TokenPurpose, now: Date): Promise<string | null>;
  /** Uses the token up, with all others of its user and purpose; false when somebody else was quicker. */
  take(token: string, purpose: TokenPurpose, session: ClientSession): Promise<boolean>;
}

const LIFETIME_MS = 3_600_000;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const schema = () =>
  plainSchema(
    { userId: { type: String, required: true }, purpose: { type: String, required: true }, expiresAt: { type: Date, required: true } },
    { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }], [{ userId: 1, purpose: 1 }]] },
  );

export function createMailTokens(mongo: Connection): MailTokens {
  const model = mongo.model<TokenRow>('MailToken', schema(), 'mail_tokens');
  return {
    model,
    async mint(userId, purpose, now) {
      const token = randomBytes(32).toString('hex');
      await model.create({ _id: hashOf(token), userId, purpose, expiresAt: new Date(now.getTime() + LIFETIME_MS) });
      return token;
    },
    async owner(token, purpose, now) {
      const row = await model
        .findOne({ _id: hashOf(token), purpose, expiresAt: { $gt: now } })
        .lean<TokenRow>()
        .exec();
      return row?.userId ?? null;
    },
    async take(token, purpose, session) {
      const row = await model
        .findOneAndDelete({ _id: hashOf(token), purpose }, { session })
        .lean<TokenRow>()
        .exec();
      if (row) await model.deleteMany({ userId: row.userId, purpose }, { session });
      return row !== null;
    },
  };
}
