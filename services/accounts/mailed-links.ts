/** What the links of platform mail do: prove an address, set a new password (contract 4.10, 5 "Mail tokens"). */
import type { Connection } from 'mongoose';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { checkedPassword, normalEmail } from './domain/credentials.ts';
import { keyHash } from './keys.ts';
import type { Passwords } from './passwords.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';
import { askingUser } from './projects.ts';
import { revoking } from './revocation.ts';
import type { UsersStore } from './users-store.ts';

export interface MailedLinksParts {
  mongo: Connection;
  redis: Redis;
  users: UsersStore;
  passwords: Passwords;
  mail: Pick<PlatformMail, 'order' | 'tokens'>;
  log: Log;
}

export interface MailedLinks {
  /** Faults BAD_REQUEST for a token that is unknown, used or too old. */
  verifyEmail(token: string, now: Date): Promise<void>;
  /** Answers whether the address is verified already, and nothing is mailed. Faults RATE_LIMIT_EXCEEDED beyond 3 an hour. */
  requestVerification(call: Call): Promise<boolean>;
  /** Does the same work for an address that nobody has; beyond 3 an hour it does nothing, silently. */
  requestPasswordReset(email: string): Promise<void>;
  /** Faults BAD_REQUEST as `verifyEmail`, VALIDATION_ERROR for a password that nobody may have. */
  resetPassword(token: string, newPassword: string, now: Date): Promise<void>;
}

const AN_HOUR = { points: 3, duration: 3_600 };
const badToken = () => fault('BAD_REQUEST', { message: 'This link is invalid or has expired' });

export function createMailedLinks({ mongo, redis, users, passwords, mail, log }: MailedLinksParts): MailedLinks {
  const { tokens } = mail;
  const limiter = (purpose: string) => new RateLimiterRedis({ storeClient: redis, keyPrefix: `accounts:mail:${purpose}`, ...AN_HOUR });
  const [verifications, resets] = [limiter('verification'), limiter('reset')];

  /** Seconds until the next one; 0 when this one may go. While Redis is away nothing is counted. */
  async function wait(requests: RateLimiterRedis, subject: string): Promise<number> {
    try {
      await requests.consume(keyHash(subject));
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      log.warn({ error: (refused as Error).message }, 'requests for platform mail are not counted');
      return 0;
    }
  }

  /** Uses the token and changes its user in one transaction: neither happens without the other. */
  async function redeem(token: string, purpose: 'verify-email' | 'reset-password', change: object): Promise<void> {
    const userId = await tokens.owner(token, purpose, new Date());
    if (!userId) throw badToken();
    await mongo.transaction(async (session) => {
      if (!(await tokens.take(token, purpose, session))) throw badToken();
      await users.set(userId, change, session);
    });
  }

  return {
    // Gateways remember for a moment that the address was not proven.
    verifyEmail: (token, now) => revoking(redeem(token, 'verify-email', { verified: true, provenAt: now, updatedAt: now })),

    async requestVerification(call) {
      const userId = askingUser(call);
      const retryAfter = await wait(verifications, userId);
      if (retryAfter > 0) {
        throw fault('RATE_LIMIT_EXCEEDED', { message: 'Too many verification mails, try again later', details: { retryAfter } });
      }
      const user = await users.byId(userId);
      if (user?.verified) return true;
      if (user) await mail.order({ kind: 'verify-email', to: user.email, projectId: null, name: null });
      return false;
    },

    async requestPasswordReset(given) {
      const email = normalEmail(given);
      if ((await wait(resets, email)) > 0) return;
      await mail.order({ kind: 'reset-password', to: email, projectId: null, name: null });
    },

    async resetPassword(token, newPassword, now) {
      checkedPassword('newPassword', newPassword);
      if (!(await tokens.owner(token, 'reset-password', now))) throw badToken();
      const passwordHash = await passwords.hash(newPassword);
      // Also proves the address: nobody else has the mail.
      const change = { passwordHash, passwordChangedAt: new Date(), verified: true, provenAt: now, updatedAt: now };
      await revoking(redeem(token, 'reset-password', change));
    },
  };
}
