/**
 * The signature `t` of recipient links: over the contact and the mail whose link it is (contract "Recipient pages"). `<key id>-<MAC>`;
 * older ones are the MAC alone.
 */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256, prefixOf, readingKeys, writingKey } from '#kit/key-ring.ts';
import type { KeyRing } from '#kit/key-ring.ts';

function macOf(secret: string, contactId: string, emailId: string): string {
  return hmacSha256(secret, `recipient-link\0${contactId}\0${emailId}`, 'base64url');
}

/** @param keys config.auth.trackingKeys. @param emailId empty in links that belong to no mail. */
export function signLink(keys: KeyRing, contactId: string, emailId = ''): string {
  const key = writingKey(keys);
  return prefixOf(key) + macOf(key.secret, contactId, emailId);
}

/** What is signed, and with what. */
export interface SignedLink {
  token: string;
  contactId: string;
  emailId?: string | undefined;
}

/** Constant-time. */
export function isSignedLink(keys: KeyRing, { token, contactId, emailId = '' }: SignedLink): boolean {
  const { keys: possible, text } = readingKeys(keys, token);
  const given = Buffer.from(text);
  return possible.some(({ secret }) => {
    const expected = Buffer.from(macOf(secret, contactId, emailId));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
