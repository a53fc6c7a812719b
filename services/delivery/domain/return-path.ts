/** Where bounces of one mail go: an address that names the mail and proves that we made it (contract "Provider notifications: VERP"). */

export interface ReturnPath {
  emailId: string;
  /** MAC_LENGTH hex digits. */
  mac: string;
}

/** `bounce+` (7), a uuid (36), a dot and this: 64 characters, all that a local part may have (RFC 5321 §4.5.3.1). */
export const MAC_LENGTH = 20;

const LOCAL = new RegExp(`^bounce\\+([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\\.([0-9a-f]{${MAC_LENGTH}})$`);
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** A host as it stands behind the `@`: addresses in brackets (RFC 5321 §4.1.3). */
function mailDomain(host: string): string {
  if (IPV4.test(host)) return `[${host}]`;
  return host.includes(':') ? `[IPv6:${host.replace(/^\[|\]$/g, '')}]` : host;
}

/** `bounce+<emailId>.<mac>@<host>` */
export function writeReturnPath({ emailId, mac }: ReturnPath, host: string): string {
  return `bounce+${emailId}.${mac}@${mailDomain(host)}`;
}

/** What the address says, whatever its domain, or null when it is none of ours. Mail servers may have changed the case. */
export function readReturnPath(address: string): ReturnPath | null {
  const at = address.lastIndexOf('@');
  const [, emailId, mac] = LOCAL.exec(address.slice(0, at < 0 ? undefined : at).toLowerCase()) ?? [];
  return emailId && mac ? { emailId, mac } : null;
}
