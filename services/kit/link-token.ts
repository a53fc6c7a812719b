/** The signature `t` of recipient links: over the contact and the mail whose link it is (decisions, "Unsubscribe, subscribe and manage pages"). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param secret config.auth.trackingSecret. @param emailId empty in links that belong to no mail. */
export function signLink(secret: string, contactId: string, emailId = ''): string {
  return createHmac('sha256', secret).update(`recipient-link\0${contactId}\0${emailId}`).digest('base64url');
}

/** Constant-time. */
export function isSignedLink(secret: string, token: string, contactId: string, emailId = ''): boolean {
  const expected = Buffer.from(signLink(secret, contactId, emailId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
