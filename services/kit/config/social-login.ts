/** Social login: what Posthorn is registered as at GitHub and Google, and where those are. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import type { OwnSecret } from './concern.ts';
import { url } from './types.ts';

const text = z.string().min(1).optional();
const address = (fallback: string) =>
  url('http:', 'https:')
    .transform((given) => given.replace(/(?<!\/)\/+$/, ''))
    .default(fallback);

export interface SocialClient {
  clientId: string;
  /** Null in a process whose services hold no secrets of social login. */
  secret: string | null;
}

export const socialLogin = concern(
  {
    GITHUB_OAUTH_CLIENT: setting(text, '–', 'client id of an OAuth app at GitHub; unset: no login with GitHub'),
    GITHUB_OAUTH_SECRET: setting(text, '–', 'its client secret', { secret: true }),
    GITHUB_URL: setting(address('https://github.com'), 'https://github.com', 'where people log in; another one with GitHub Enterprise'),
    GITHUB_API_URL: setting(
      address('https://api.github.com'),
      'https://api.github.com',
      'its API; `<GITHUB_URL>/api/v3` with GitHub Enterprise',
    ),
    GOOGLE_OAUTH_CLIENT: setting(text, '–', 'client id at Google; unset: no login with Google'),
    GOOGLE_OAUTH_SECRET: setting(text, '–', 'its client secret', { secret: true }),
    GOOGLE_OAUTH_ISSUER: setting(
      address('https://accounts.google.com'),
      'https://accounts.google.com',
      'issuer whose OpenID configuration is read',
    ),
  },
  (v, { production, holds }) => {
    for (const name of ['GITHUB_URL', 'GITHUB_API_URL', 'GOOGLE_OAUTH_ISSUER'] as const)
      if (production && !v[name].startsWith('https:')) throw new Refusal(name, 'an https address in production');
    function client(clientId: string | undefined, name: OwnSecret, secret: string | undefined): SocialClient | null {
      if (clientId === undefined) return null;
      if (holds(name) && secret === undefined) throw new Refusal(name, 'the secret of the client that is set');
      return { clientId, secret: holds(name) ? secret! : null };
    }
    const [github, google] = [
      client(v.GITHUB_OAUTH_CLIENT, 'GITHUB_OAUTH_SECRET', v.GITHUB_OAUTH_SECRET),
      client(v.GOOGLE_OAUTH_CLIENT, 'GOOGLE_OAUTH_SECRET', v.GOOGLE_OAUTH_SECRET),
    ];
    return {
      /** Null: nobody logs in with it. */
      github: github && { ...github, url: v.GITHUB_URL, apiUrl: v.GITHUB_API_URL },
      google: google && { ...google, issuer: v.GOOGLE_OAUTH_ISSUER },
    };
  },
);
