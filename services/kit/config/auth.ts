/** Secrets, sign-up, login attempts and Idempotency-Keys. */
import { createHash, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, flag, whole } from './types.ts';

const HOUR_MS = 3_600_000;

/** Settings that are unset are derived from JWT_SECRET, each under a label of its own, so that none gives away another. */
function derive(secret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `posthorn/${label}`, 32));
}

export const auth = concern(
  {
    JWT_SECRET: setting(z.string({ error: 'required, at least 32 characters' }).min(32, 'at least 32 characters'), 'required', 'signs sessions; the other keys are derived from it', { secret: true }),
    ENCRYPTION_KEY: setting(z.string().min(32, 'at least 32 characters').optional(), 'derived', 'encrypts secrets at rest (DKIM private keys)', { secret: true }),
    TRACKING_SECRET: setting(z.string().min(32, 'at least 32 characters').optional(), 'derived', 'signs tracking and unsubscribe tokens', { secret: true }),
    GRPC_TOKEN: setting(z.string().min(16, 'at least 16 characters').optional(), 'derived', 'what gRPC callers send as `authorization: Bearer`', { secret: true }),
    DISABLE_SIGNUPS: setting(flag(false), 'false', 'when true, signup rejects new registrations'),
    LOGIN_RATE_LIMIT_PER_EMAIL: setting(whole(1).default(5), '5', 'failed logins an address may have in a window'),
    LOGIN_RATE_LIMIT_PER_IP: setting(z.union([z.literal('off'), whole(1)], { error: '`off` or a whole number from 1' }).default('off'), 'off', 'failed logins a client address may have in a window'),
    LOGIN_RATE_LIMIT_WINDOW: setting(whole(1).default(900), '900', 'seconds in which failed logins are counted'),
    IDEMPOTENCY_LEASE: setting(duration.default(60_000), '60s', 'a request unanswered after this died with its process: another with its key may finish it'),
    IDEMPOTENCY_KEY_TTL_HOURS: setting(whole(1, 8_760).default(24), '24', 'hours an Idempotency-Key stays claimed'),
  },
  (v) => {
    if (v.ENCRYPTION_KEY !== undefined && v.ENCRYPTION_KEY === v.JWT_SECRET) throw new Refusal('ENCRYPTION_KEY', 'another value than JWT_SECRET');
    return {
      jwtSecret: v.JWT_SECRET,
      /** 32 bytes in base64, whatever form the setting had. */
      encryptionKey: v.ENCRYPTION_KEY === undefined ? derive(v.JWT_SECRET, 'encryption').toString('base64') : createHash('sha256').update(v.ENCRYPTION_KEY).digest('base64'),
      trackingSecret: v.TRACKING_SECRET ?? derive(v.JWT_SECRET, 'tracking').toString('base64'),
      grpcToken: v.GRPC_TOKEN ?? derive(v.JWT_SECRET, 'grpc').toString('base64'),
      signupsDisabled: v.DISABLE_SIGNUPS,
      loginLimit: {
        perEmail: v.LOGIN_RATE_LIMIT_PER_EMAIL,
        /** null: off. */
        perIp: v.LOGIN_RATE_LIMIT_PER_IP === 'off' ? null : v.LOGIN_RATE_LIMIT_PER_IP,
        windowSeconds: v.LOGIN_RATE_LIMIT_WINDOW,
      },
      idempotencyLeaseMs: v.IDEMPOTENCY_LEASE,
      idempotencyTtlMs: v.IDEMPOTENCY_KEY_TTL_HOURS * HOUR_MS,
    };
  },
);
