/** Secrets, sign-up, login attempts and Idempotency-Keys. */
import { createHash, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { keyRing } from '../key-ring.ts';
import type { KeyRing } from '../key-ring.ts';
import { concern, Refusal, setting } from './concern.ts';
import { duration, flag, whole } from './types.ts';

const HOUR_MS = 3_600_000;

/** Settings that are unset are derived from JWT_SECRET, each under a label of its own, so that none gives away another. */
function derive(secret: string, label: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `posthorn/${label}`, 32)).toString('base64');
}

/** One value or several, the writing one first. */
const severalOf = (least: number) =>
  z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((all) => all.every((key) => key.length >= least), `at least ${least} characters, each where several are parted by commas`)
    .refine((all) => new Set(all).size === all.length, 'no value twice')
    .optional();

const LEAST = 32;
const keys = severalOf(LEAST);

const NONE: KeyRing = [];

export const auth = concern(
  {
    JWT_SECRET: setting(
      keys,
      'required',
      'signs sessions; other keys are derived from it. As the next two: of several values parted by commas the first writes, all read',
      { secret: true },
    ),
    ENCRYPTION_KEY: setting(keys, 'derived', 'encrypts secrets at rest (DKIM private keys)', { secret: true }),
    TRACKING_SECRET: setting(keys, 'derived', 'signs tracking and unsubscribe tokens', {
      secret: true,
    }),
    GRPC_TOKEN: setting(
      severalOf(16).refine(
        (all) => all === undefined || all.every((token) => /^[\x21-\x7e]+$/.test(token)),
        'printable ASCII without blanks',
      ),
      'derived',
      '`authorization: Bearer` of the services by gRPC: of several values parted by commas the first is sent, all are taken',
      { secret: true },
    ),
    DISABLE_SIGNUPS: setting(flag(false), 'false', 'when true, signup rejects new registrations'),
    VERIFY_EMAIL_ON_SIGNUP: setting(
      flag(false),
      'false',
      'when true, signup refuses disposable and plus-addressed e-mails, and domains that do not exist or take no mail',
    ),
    LOGIN_RATE_LIMIT_PER_EMAIL: setting(whole(1).default(5), '5', 'failed logins an address may have in a window'),
    LOGIN_RATE_LIMIT_PER_IP: setting(
      z.union([z.literal('off'), whole(1)], { error: '`off` or a whole number from 1' }).default('off'),
      'off',
      'failed logins a client address may have in a window',
    ),
    LOGIN_RATE_LIMIT_WINDOW: setting(whole(1).default(900), '900', 'seconds in which failed logins are counted'),
    IDEMPOTENCY_LEASE: setting(
      duration.default(60_000),
      '60s',
      'a request unanswered after this died with its process: another with its key may finish it',
    ),
    IDEMPOTENCY_KEY_TTL_HOURS: setting(whole(1, 8_760).default(24), '24', 'hours an Idempotency-Key stays claimed'),
  },
  (v, { holds }) => {
    const { JWT_SECRET: roots = [] } = v;
    if (v.ENCRYPTION_KEY?.some((key) => roots.includes(key))) throw new Refusal('ENCRYPTION_KEY', 'another value than JWT_SECRET');
    if (holds('JWT_SECRET') && roots.length === 0) throw new Refusal('JWT_SECRET', `required, at least ${LEAST} characters`);
    /** What was derived before a setting had a value of its own stays readable where JWT_SECRET is at hand. */
    const ringOf = (name: 'ENCRYPTION_KEY' | 'TRACKING_SECRET', label: string, given: readonly string[] = []): KeyRing => {
      if (!holds(name)) return NONE;
      const secrets = [...given, ...roots.map((root) => derive(root, label))];
      if (secrets.length === 0) throw new Refusal(name, 'required in a process without JWT_SECRET');
      return keyRing(secrets);
    };
    return {
      sessionKeys: holds('JWT_SECRET') ? keyRing(roots) : NONE,
      /** Secrets of 32 bytes in base64, whatever form the setting had. */
      encryptionKeys: ringOf(
        'ENCRYPTION_KEY',
        'encryption',
        v.ENCRYPTION_KEY?.map((key) => createHash('sha256').update(key).digest('base64')),
      ),
      trackingKeys: ringOf('TRACKING_SECRET', 'tracking', v.TRACKING_SECRET),
      /** The first is sent, all are taken; none in a process that has neither GRPC_TOKEN nor JWT_SECRET. */
      grpcTokens: v.GRPC_TOKEN ?? roots.map((root) => derive(root, 'grpc')),
      signupsDisabled: v.DISABLE_SIGNUPS,
      verifiesSignups: v.VERIFY_EMAIL_ON_SIGNUP,
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
