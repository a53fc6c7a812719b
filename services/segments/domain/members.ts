/** Addresses to be members of a static segment (decisions 4.7, 10 "Static members"). */
import { invalid, shortFault } from '#kit/errors.ts';

const MOST = 500;
/** What could be an address at a domain of at least two labels. */
const ADDRESS = /^(?=.{3,254}$)[^\s\p{Cc}@]{1,64}@[^\s\p{Cc}@.]+(?:\.[^\s\p{Cc}@.]+)+$/u;

export interface Wanted {
  /** One spelling of each address, as sent. */
  emails: string[];
  createMissing: boolean;
  subscribed: boolean;
}

export const normal = (email: string): string => email.trim().toLowerCase();

export function isAddress(email: string): boolean {
  return ADDRESS.test(email.trim());
}

function flag(body: Readonly<Record<string, unknown>>, field: string, otherwise: boolean): boolean {
  const sent = body[field] ?? otherwise;
  if (typeof sent !== 'boolean') throw invalid([{ field, message: `${field} must be a boolean`, code: 'invalid_type', received: typeof sent }]);
  return sent;
}

export function readMembers(body: Readonly<Record<string, unknown>>): Wanted {
  const { emails } = body;
  if (!Array.isArray(emails) || emails.length === 0) throw shortFault('Emails must be a non-empty array');
  if (emails.length > MOST) throw shortFault(`At most ${MOST} emails can be given at once`);
  if (!emails.every((email) => typeof email === 'string')) throw shortFault('Emails must be an array of strings');
  const spellings = new Map<string, string>();
  for (const email of emails) if (!spellings.has(normal(email))) spellings.set(normal(email), email);
  return { emails: [...spellings.values()], createMissing: flag(body, 'createMissing', false), subscribed: flag(body, 'subscribed', true) };
}
