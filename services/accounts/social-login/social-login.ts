/** Logging in with GitHub or Google (contract 4.10, 5): the way out, the way back, and whose account it is. */
import { randomBytes } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Connection, Model } from 'mongoose';
import type { Config } from '#kit/config/config.ts';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { BeginSocialLoginResponse, FinishSocialLoginRequest, FinishSocialLoginResponse } from '#proto/accounts/v1/accounts.ts';
import type { AccountsParts } from '../accounts.ts';
import { ACCOUNT_TYPES, PROVIDERS, isProven } from '../domain/social-identity.ts';
import type { SocialIdentity, SocialProvider } from '../domain/social-identity.ts';
import type { UserRow } from '../model.ts';
import { revoking } from '../revocation.ts';
import { createAuthorizations } from './authorizations.ts';
import type { Authorization } from './authorizations.ts';
import { createIdentities } from './identities.ts';
import { createProviders, redirectUriOf } from './providers.ts';
import type { Provider } from './providers.ts';

export interface SocialLoginParts extends Pick<AccountsParts, 'users' | 'sessions' | 'newId' | 'signupsDisabled' | 'isUsable'> {
  mongo: Connection;
  settings: Config['socialLogin'];
  apiUri: string;
  clock: () => Date;
  log: Log;
}

export interface SocialLogin {
  models: Model<any>[];
  /** Faults RESOURCE_NOT_FOUND for a provider that is not set up. */
  begin(provider: string): Promise<BeginSocialLoginResponse>;
  /** Faults as `begin`. */
  finish(request: FinishSocialLoginRequest, call: Call): Promise<FinishSocialLoginResponse>;
}

/** Who logged in, at which provider. */
interface Person extends SocialIdentity {
  provider: SocialProvider;
}

/** Why nobody is let in; the gateway has the words. */
type Refusal = 'disabled' | 'unusable' | 'expired' | 'denied' | 'unverified' | 'failed';

export function createSocialLogin(parts: SocialLoginParts): SocialLogin {
  const { mongo, users, sessions, settings, apiUri, signupsDisabled, isUsable, newId, clock, log } = parts;
  const providers = createProviders(settings, apiUri);
  const [authorizations, identities] = [createAuthorizations(mongo, clock), createIdentities(mongo, clock)];

  function known(given: string): [SocialProvider, Provider] {
    const provider = PROVIDERS.find((one) => one === given);
    const found = provider && providers[provider];
    if (!found) throw fault('RESOURCE_NOT_FOUND', { message: 'This login is not set up' });
    return [provider, found];
  }

  /** What a provider does wrong is logged in detail; people see one message for all of it. */
  async function asked<T>(provider: SocialProvider, work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      const { name, message, cause } = error as Error;
      log.warn(
        { provider, error: `${name}: ${message}`, cause: cause instanceof Error ? cause.message : undefined },
        'a social login failed',
      );
      return null;
    }
  }

  /** Somebody without an account yet. */
  async function signUp({ provider }: Person, email: string, call: Call): Promise<UserRow | Refusal> {
    if (signupsDisabled) return 'disabled';
    if (isUsable && !(await isUsable(email, call))) return 'unusable';
    const now = clock();
    const row: UserRow = {
      _id: newId(),
      email,
      type: ACCOUNT_TYPES[provider],
      passwordHash: null,
      passwordChangedAt: null,
      verified: true,
      provenAt: now,
      createdAt: now,
      updatedAt: now,
    };
    return (await users.add(row)) ? row : ((await users.byEmail(email)) ?? 'failed');
  }

  /**
   * The account of a verified address becomes theirs. Whoever set a password there before the address was proven may be somebody else:
   * the password ends, and with it every session that began by it.
   */
  async function claim(row: UserRow, { provider }: Person): Promise<void> {
    const now = clock();
    if (isProven(row)) return;
    const change = { verified: true, provenAt: now, updatedAt: now };
    if (row.passwordHash === null) await users.set(row._id, change);
    else await revoking(users.set(row._id, { ...change, type: ACCOUNT_TYPES[provider], passwordHash: null, passwordChangedAt: now }));
  }

  async function accountOf(person: Person, call: Call): Promise<UserRow | Refusal> {
    const { provider, subject, email } = person;
    const linked = await identities.owner(provider, subject);
    const own = linked === null ? null : await users.byId(linked);
    if (own) return own;
    if (email === null) return 'unverified';
    const row = (await users.byEmail(email)) ?? (await signUp(person, email, call));
    if (typeof row === 'string') return row;
    await claim(row, person);
    await identities.link(provider, subject, row._id);
    return row;
  }

  /** Who came back, or why nobody did. */
  async function personBack({ provider, query, browser }: FinishSocialLoginRequest): Promise<Person | Refusal> {
    const [name, found] = known(provider);
    const given = new URLSearchParams(query);
    const authorization = await authorizations.take(name, browser, given.get('state') ?? '');
    if (!authorization) return 'expired';
    if (given.get('error') === 'access_denied') return 'denied';
    const back = new URL(`${redirectUriOf(apiUri, name)}?${given}`);
    const identity = await asked(name, found.identify(back, authorization));
    return identity ? { ...identity, provider: name } : 'failed';
  }

  return {
    models: [authorizations.model, identities.model],

    async begin(given) {
      const [name, provider] = known(given);
      const authorization: Authorization = { state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
      const url = await asked(name, provider.authorizationUrl(authorization));
      if (url === null) return { refusal: 'failed' };
      const browser = randomBytes(32).toString('base64url');
      await authorizations.begin(name, browser, authorization);
      return { url, browser };
    },

    async finish(request, call) {
      const person = await personBack(request);
      const row = typeof person === 'string' ? person : await accountOf(person, call);
      return typeof row === 'string' ? { refusal: row } : { token: await sessions.begin(row._id, request, clock()) };
    },
  };
}
