/** The whole configuration: read once at boot, frozen, passed in. Nothing else reads the environment. */
import type { Concern, OwnSecret } from './concern.ts';
import { OWN_SECRETS, Refusal } from './concern.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { blobs } from './blobs.ts';
import { dns } from './dns.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { notices } from './notices.ts';
import { phishing } from './phishing.ts';
import { platform } from './platform.ts';
import { relay } from './relay.ts';
import { runtime } from './runtime.ts';
import { sending } from './sending.ts';
import { socialLogin } from './social-login.ts';
import { stores } from './stores.ts';
import { suspension } from './suspension.ts';
import { templating } from './templating.ts';
import { tracing } from './tracing.ts';
import { workflows } from './workflows.ts';

/** Section of Config → its concern. The table of docs/operations.md is made from these. */
export const CONCERNS = {
  runtime,
  tracing,
  stores,
  blobs,
  http,
  grpc,
  auth,
  billing,
  dns,
  sending,
  notices,
  phishing,
  platform,
  relay,
  socialLogin,
  suspension,
  templating,
  workflows,
} as const;

type Section<C> = C extends Concern<any, infer T> ? T : never;
export type Config = { readonly [K in keyof typeof CONCERNS]: Section<(typeof CONCERNS)[K]> };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigFault {
  name: string;
  given: string;
  expected: string;
}

/** Everything that is wrong with the environment, as a table. */
export class ConfigError extends Error {
  readonly faults: ConfigFault[];

  constructor(faults: ConfigFault[]) {
    const width = (key: keyof ConfigFault) => Math.max(...faults.map((fault) => fault[key].length), key.length);
    const row = (fault: ConfigFault) => `  ${fault.name.padEnd(width('name'))}  ${fault.given.padEnd(width('given'))}  ${fault.expected}`;
    super(['The configuration is wrong:', row({ name: 'name', given: 'given', expected: 'expected' }), ...faults.map(row)].join('\n'));
    this.faults = faults;
  }
}

function given(environment: Environment, name: string, aliases: readonly string[] = []): string | undefined {
  // An empty variable counts as unset: compose files and charts pass them so.
  return [name, ...aliases].map((key) => environment[key]).find((value) => value !== undefined && value !== '');
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

/**
 * Environment → configuration; throws a ConfigError that lists every fault.
 * @param secrets those of OWN_SECRETS that the process holds; all by default
 */
export function readConfig(environment: Environment, secrets: readonly OwnSecret[] = OWN_SECRETS): Config {
  const faults: ConfigFault[] = [];
  const production = environment['NODE_ENV'] === 'production';
  const sections = Object.entries(CONCERNS as unknown as Record<string, Concern>).map(([name, { settings, section }]) => {
    const before = faults.length;
    const values: Record<string, unknown> = {};
    for (const [key, { schema, aliases, secret }] of Object.entries(settings)) {
      const raw = given(environment, key, aliases);
      const parsed = schema.safeParse(raw);
      if (parsed.success) values[key] = parsed.data;
      else
        faults.push({
          name: key,
          given: raw === undefined ? '(unset)' : secret ? '(hidden)' : raw,
          expected: parsed.error.issues[0]!.message,
        });
    }
    if (faults.length > before) return [name, undefined];
    try {
      return [name, section(values, { production, holds: (secret) => secrets.includes(secret) })];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { secret } = settings[error.setting] ?? {};
      faults.push({
        name: error.setting,
        given: secret ? '(hidden)' : (given(environment, error.setting) ?? '(unset)'),
        expected: error.expected,
      });
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return freeze(Object.fromEntries(sections) as Config);
}
