/** Addresses to be members of a static segment (contract 4.7 "Static members"). */
import { isAddress as isEmailAddress } from '#kit/address.ts';
import { invalid, shortFault } from '#kit/errors.ts';

const MOST = 500;

export interface Wanted {
  /** One spelling of each address, as sent. */
  emails: string[];
  createMissing: boolean;
  subscribed: boolean;
}

export const normal = (email: string): string => email.trim().toLowerCase();

export function isAddress(email: string): boolean {
  return isEmailAddress(email.trim());
}

function flag(body: Readonly<Record<string, unknown>>, field: string, otherwise: boolean): boolean {
  const sent = body[field] ?? otherwise;
  if (typeof sent !== 'boolean')
    throw invalid([{ field, message: `${field} must be a boolean`, code: 'invalid_type', received: typeof sent }]);
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
