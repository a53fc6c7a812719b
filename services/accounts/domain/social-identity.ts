/** Who somebody is to GitHub or Google, from answers that are not ours to trust: only addresses that the provider verified count. */
import { isAddress } from '#kit/address.ts';
import { normalEmail } from './credentials.ts';

export const PROVIDERS = ['github', 'google'] as const;
export type SocialProvider = (typeof PROVIDERS)[number];

export interface SocialIdentity {
  /** The provider's own id of the person, which outlives their address. */
  subject: string;
  /** Normal form; null: the provider has verified none. */
  email: string | null;
}

/** What an account is called that was made by a social login (contract 5 "Account types"). */
export const ACCOUNT_TYPES: Readonly<Record<SocialProvider, string>> = { github: 'GITHUB_OAUTH', google: 'GOOGLE_OAUTH' };

/** Longest subject that OpenID Connect allows. */
const LONGEST_SUBJECT = 255;

/**
 * Whether somebody has shown that the account's address is theirs. Accounts of before that was noted have no `provenAt` at all: nothing but
 * a mailed link changed them, so those that have changed are proven.
 */
export function isProven({ provenAt, createdAt, updatedAt }: { provenAt?: Date | null; createdAt: Date; updatedAt: Date }): boolean {
  return provenAt === undefined ? updatedAt > createdAt : provenAt !== null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function address(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const email = normalEmail(value);
  return isAddress(email) ? email : null;
}

/** Claims of an ID token → who it is; null when they name nobody. */
export function googleIdentity(claims: unknown): SocialIdentity | null {
  if (!isObject(claims)) return null;
  const { sub, email, email_verified: verified } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT) return null;
  return { subject: sub, email: verified === true ? address(email) : null };
}

/** `GET /user` and `GET /user/emails` → who it is, with the primary address; null when they name nobody. */
export function githubIdentity(user: unknown, emails: unknown): SocialIdentity | null {
  const id = isObject(user) ? user['id'] : undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return null;
  const primary = Array.isArray(emails)
    ? emails.find((one) => isObject(one) && one['primary'] === true && one['verified'] === true)
    : undefined;
  return { subject: String(id), email: primary ? address(primary.email) : null };
}
