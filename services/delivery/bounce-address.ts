/** Makes and checks the return path of each mail (decisions "Provider notifications": VERP). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Domains } from './domains.ts';
import type { EmailRow } from './domain/email.ts';
import { MAC_LENGTH, readReturnPath, writeReturnPath } from './domain/return-path.ts';
import { senderDomain } from './domain/sender.ts';

export type BounceAddresses = ReturnType<typeof bounceAddresses>;

/** @param secret config.auth.trackingSecret */
export function bounceAddresses(secret: string) {
  const macOf = (emailId: string) => createHmac('sha256', secret).update(`return-path\0${emailId}`).digest('hex').slice(0, MAC_LENGTH);
  return {
    /** @param host of the bounces: `<sub>.<domain>`, or BOUNCE_DOMAIN */
    write: (emailId: string, host: string): string => writeReturnPath({ emailId, mac: macOf(emailId) }, host),

    /** The mail that the address names, or null unless we made it. Constant-time. */
    read(address: string): string | null {
      const path = readReturnPath(address);
      return path && timingSafeEqual(Buffer.from(path.mac), Buffer.from(macOf(path.emailId))) ? path.emailId : null;
    },
  };
}

/** The return path of a row: at its sender's domain where that leads to us, else at `host`. */
export function returnPaths(addresses: BounceAddresses, domains: Domains, host: string) {
  return async ({ _id, projectId, from }: Pick<EmailRow, '_id' | 'projectId' | 'from'>): Promise<string> =>
    addresses.write(_id, (await domains.bounceHost(projectId, senderDomain(from))) ?? host);
}
