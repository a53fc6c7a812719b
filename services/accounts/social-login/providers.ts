/** GitHub (OAuth 2, contract 4.10) and Google (OpenID Connect) as who says whose browser it is. */
import * as client from 'openid-client';
import { LRUCache } from 'lru-cache';
import type { Config } from '#kit/config/config.ts';
import { createBoundedFetch } from '#kit/outbound/bounded-fetch.ts';
import { githubIdentity, googleIdentity } from '../domain/social-identity.ts';
import type { SocialIdentity, SocialProvider } from '../domain/social-identity.ts';
import type { Authorization } from './authorizations.ts';

export interface Provider {
  /** Where the browser goes. Throws when the provider does not answer as one. */
  authorizationUrl(authorization: Authorization): Promise<string>;
  /**
   * Trades the code for who logged in. Throws when the provider refuses it or answers as no provider would; null when it names nobody.
   * @param back the address that the browser came back to, query and all
   */
  identify(back: URL, authorization: Authorization): Promise<SocialIdentity | null>;
}

export type Providers = Readonly<Record<SocialProvider, Provider | null>>;

/** Of all requests of one way out or back together: less than a caller waits for an answer on the bus. */
const WITHIN_MS = 5_000;
const DISCOVERED_FOR_MS = 3_600_000;

/** No answer of a provider that is one comes near this. */
const MOST_BYTES = 262_144;

const bounded = (ms: number) => createBoundedFetch({ signal: AbortSignal.timeout(ms), bytes: MOST_BYTES }) as client.CustomFetch;

type SocialClients = Config['socialLogin'];
type Known = Pick<NonNullable<SocialClients['google']>, 'clientId' | 'secret'>;

/** A client whose requests end together. */
function configured(server: client.ServerMetadata, { clientId, secret }: Known): client.Configuration {
  const configuration = new client.Configuration(server, clientId, secret!);
  configuration[client.customFetch] = bounded(WITHIN_MS);
  // Only tests have such addresses: in production they are refused at the start.
  if (server.token_endpoint!.startsWith('http:')) client.allowInsecureRequests(configuration);
  return configuration;
}

const codeFlow = async ({ state, verifier }: Authorization, more: Record<string, string>): Promise<Record<string, string>> => ({
  state,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  ...more,
});

function createGoogle(known: NonNullable<SocialClients['google']>, redirectUri: string): Provider {
  const discovered = new LRUCache<string, client.ServerMetadata>({ max: 1, ttl: DISCOVERED_FOR_MS });

  async function metadata(): Promise<client.ServerMetadata> {
    const { issuer, clientId, secret } = known;
    const found = discovered.get(issuer);
    if (found) return found;
    const configuration = await client.discovery(new URL(issuer), clientId, secret!, undefined, {
      [client.customFetch]: bounded(WITHIN_MS / 2),
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    });
    const server = configuration.serverMetadata();
    for (const endpoint of [server.authorization_endpoint, server.token_endpoint])
      if (!endpoint?.startsWith(issuer.startsWith('http:') ? 'http' : 'https:')) throw new Error('the issuer names no endpoints');
    discovered.set(issuer, server);
    return server;
  }

  return {
    async authorizationUrl(authorization) {
      const asked = { redirect_uri: redirectUri, scope: 'openid email', nonce: authorization.nonce };
      return client.buildAuthorizationUrl(configured(await metadata(), known), await codeFlow(authorization, asked)).href;
    },
    async identify(back, { state, verifier, nonce }) {
      const checks = { expectedState: state, pkceCodeVerifier: verifier, expectedNonce: nonce };
      const tokens = await client.authorizationCodeGrant(configured(await metadata(), known), back, checks);
      return googleIdentity(tokens.claims());
    },
  };
}

function createGithub(known: NonNullable<SocialClients['github']>, redirectUri: string): Provider {
  const server: client.ServerMetadata = {
    // Of what it sends browsers back with `iss` must be this (RFC 9207).
    issuer: `${known.url}/login/oauth`,
    authorization_endpoint: `${known.url}/login/oauth/authorize`,
    token_endpoint: `${known.url}/login/oauth/access_token`,
  };

  async function read(configuration: client.Configuration, token: string, path: string): Promise<unknown> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' });
    const answer = await client.fetchProtectedResource(configuration, token, new URL(known.apiUrl + path), 'GET', null, headers);
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
    return await answer.json();
  }

  return {
    async authorizationUrl(authorization) {
      const asked = { redirect_uri: redirectUri, scope: 'read:user user:email' };
      return client.buildAuthorizationUrl(configured(server, known), await codeFlow(authorization, asked)).href;
    },
    async identify(back, { state, verifier }) {
      const configuration = configured(server, known);
      const tokens = await client.authorizationCodeGrant(configuration, back, { expectedState: state, pkceCodeVerifier: verifier });
      const [user, emails] = await Promise.all([
        read(configuration, tokens.access_token, '/user'),
        read(configuration, tokens.access_token, '/user/emails?per_page=100'),
      ]);
      return githubIdentity(user, emails);
    },
  };
}

/** Where a provider sends browsers back to. */
export const redirectUriOf = (apiUri: string, provider: SocialProvider): string => `${apiUri}/oauth/${provider}/callback`;

/** Null: not set up. */
export function createProviders({ github, google }: SocialClients, apiUri: string): Providers {
  return {
    github: github && createGithub(github, redirectUriOf(apiUri, 'github')),
    google: google && createGoogle(google, redirectUriOf(apiUri, 'google')),
  };
}
