/** Addresses as contacts are known by (contract 2.1 "Email"). */
import { isAddress } from '#kit/address.ts';
import { invalid } from '#kit/errors.ts';

/** 64 for the local part, `@`, 255 for the domain (RFC 5321 §4.5.3.1). */
export const LONGEST_EMAIL = 320;

// Callers check the shape by their own schemas; this keeps out what could never be an address.
const ADDRESS = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u;

/** The form in which addresses are stored and compared: trimmed, in lower case. */
export function normalEmail(sent: string): string {
  return sent.trim().toLowerCase();
}

/** The normal form; faults VALIDATION_ERROR with `invalid_string` on `field` when it is no address. */
export function readEmail(sent: string, field = 'email'): string {
  const email = normalEmail(sent);
  if (email.length > LONGEST_EMAIL || !ADDRESS.test(email)) throw invalid([{ field, message: 'Invalid email', code: 'invalid_string' }]);
  return email;
}

/** The normal form of an address that no schema has seen yet (files); undefined when POST /contacts would refuse it. */
export function readAddress(sent: string): string | undefined {
  const email = normalEmail(sent);
  return isAddress(email) ? email : undefined;
}
