/** One concern of the configuration: its environment variables and the section services read. */
import type { z } from 'zod';

export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  /** The default as documents show it; `–` for none. */
  readonly shown: string;
  readonly effect: string;
  /** Other names the variable may have. */
  readonly aliases?: readonly string[];
  /** A value that the boot's table of faults must not print. */
  readonly secret?: boolean;
  /** The value is the path of a file that is read at boot. */
  readonly file?: boolean;
}

/** Secrets of single services: each says which it holds (`secrets` beside its `create`). All others are every process's. */
export const OWN_SECRETS = [
  'JWT_SECRET',
  'ENCRYPTION_KEY',
  'TRACKING_SECRET',
  'SMTP_URL',
  'AWS_SES_ACCESS_KEY_ID',
  'AWS_SES_SECRET_ACCESS_KEY',
  'DELIVERY_WEBHOOK_SECRET',
  'STRIPE_SK',
  'STRIPE_WEBHOOK_SECRET',
  'POSTHORN_API_KEY',
  'GITHUB_OAUTH_SECRET',
  'GOOGLE_OAUTH_SECRET',
  'OPENROUTER_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_ACCESS_KEY_SECRET',
] as const;
export type OwnSecret = (typeof OWN_SECRETS)[number];

export type Settings = Readonly<Record<string, Setting>>;
export type Values<S extends Settings> = { [K in keyof S]: z.output<S[K]['schema']> };

/** A value that is well-formed alone and wrong beside others. */
export class Refusal extends Error {
  readonly setting: string;
  readonly expected: string;

  constructor(name: string, expected: string) {
    super(`${name}: ${expected}`);
    this.setting = name;
    this.expected = expected;
  }
}

export interface Surroundings {
  production: boolean;
  /** Whether a service of this process holds the secret; of others it gets none, set or not. */
  holds(name: OwnSecret): boolean;
}

export interface Concern<S extends Settings = Settings, T = unknown> {
  readonly settings: S;
  /** Values of the environment → the section. May throw a Refusal. */
  readonly section: (values: Values<S>, surroundings: Surroundings) => T;
}

// oxlint-disable-next-line max-params -- columns of a table
export function setting<S extends z.ZodType>(
  schema: S,
  shown: string,
  effect: string,
  more: Partial<Pick<Setting, 'aliases' | 'secret' | 'file'>> = {},
): Setting<S> {
  return { schema, shown, effect, ...more };
}

export function concern<S extends Settings, T>(settings: S, section: (values: Values<S>, surroundings: Surroundings) => T): Concern<S, T> {
  return { settings, section };
}
