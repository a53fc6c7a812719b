/** Social logins under way: from the way out to a provider until the way back, by the same browser, once. */
import type { Connection, Model } from 'mongoose';
import { plainSchema } from '#kit/store/schema.ts';
import type { SocialProvider } from '../domain/social-identity.ts';
import { keyHash } from '../keys.ts';

interface AuthorizationRow {
  /** SHA-256 of the state, hex. */
  _id: string;
  provider: SocialProvider;
  /** SHA-256 of what the browser keeps, hex. */
  browser: string;
  verifier: string;
  nonce: string;
  expiresAt: Date;
}

/** What ties the way back to the way out. */
export interface Authorization {
  state: string;
  /** The secret behind the challenge of PKCE. */
  verifier: string;
  nonce: string;
}

export interface Authorizations {
  model: Model<AuthorizationRow>;
  /** @param browser kept by the browser alone */
  begin(provider: SocialProvider, browser: string, authorization: Authorization): Promise<void>;
  /** Uses it up; null when there is none of that state, provider and browser, or it is too old. */
  take(provider: SocialProvider, browser: string, state: string): Promise<Authorization | null>;
}

const LIFETIME_MS = 600_000;
const text = { type: String, required: true };

export function createAuthorizations(mongo: Connection, clock: () => Date): Authorizations {
  const schema = plainSchema(
    { provider: text, browser: text, verifier: text, nonce: text, expiresAt: { type: Date, required: true } },
    { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
  );
  const model = mongo.model<AuthorizationRow>('Authorization', schema, 'authorizations');
  return {
    model,
    async begin(provider, browser, { state, verifier, nonce }) {
      const expiresAt = new Date(clock().getTime() + LIFETIME_MS);
      await model.create({ _id: keyHash(state), provider, browser: keyHash(browser), verifier, nonce, expiresAt });
    },
    async take(provider, browser, state) {
      const row = await model
        .findOneAndDelete({ _id: keyHash(state), provider, browser: keyHash(browser), expiresAt: { $gt: clock() } })
        .lean<AuthorizationRow>()
        .exec();
      return row && { state, verifier: row.verifier, nonce: row.nonce };
    },
  };
}
