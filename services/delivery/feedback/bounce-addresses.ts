/** Makes and checks the return path of each mail (contract "Provider notifications: VERP"). */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256, writingKey } from '#kit/key-ring.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import type { EmailRow } from '../domain/email.ts';
import { MAC_LENGTH, readReturnPath, writeReturnPath } from '../domain/return-path.ts';
import { senderDomain } from '../domain/sender.ts';

export interface BounceAddresses {
  /** @param host of the bounces: `<sub>.<domain>`, or BOUNCE_DOMAIN */
  write(emailId: string, host: string): string;
  /** The mail that the address names, or null unless we made it. Constant-time. */
  read(address: string): string | null;
}

/** @param keys config.auth.trackingKeys. A local part has no room for the key's id: every key is tried. */
export function createBounceAddresses(keys: KeyRing): BounceAddresses {
  const macOf = (secret: string, emailId: string) => hmacSha256(secret, `return-path\0${emailId}`, 'hex').slice(0, MAC_LENGTH);
  return {
    write: (emailId: string, host: string): string => writeReturnPath({ emailId, mac: macOf(writingKey(keys).secret, emailId) }, host),

    read(address: string): string | null {
      const path = readReturnPath(address);
      if (!path) return null;
      const given = Buffer.from(path.mac);
      return keys.some(({ secret }) => timingSafeEqual(given, Buffer.from(macOf(secret, path.emailId)))) ? path.emailId : null;
    },
  };
}

/** The return paths of a sender's mails, by their ids. */
export type ReturnPathsOf = (sender: Pick<EmailRow, 'projectId' | 'from'>) => Promise<(emailId: string) => string>;

/** At the sender's domain where that leads to us, else at `host`. */
export function createReturnPaths(addresses: BounceAddresses, domains: SenderDomains, host: string): ReturnPathsOf {
  return async ({ projectId, from }) => {
    const leadsTo = (await domains.bounceHost(projectId, senderDomain(from))) ?? host;
    return (emailId) => addresses.write(emailId, leadsTo);
  };
}
