/** Servers and services of a test run's own, in a folder that is gone afterwards. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CONCERNS } from '#kit/config/config.ts';
import type { ServerName } from '#local/binaries.mjs';
import { identify } from '#local/process.ts';
import { grpcAddresses, startServices } from '#local/services.ts';
import type { Mode, Services } from '#local/services.ts';
import { LOCAL, startStack, killLeftovers } from '#local/stack.ts';
import type { Stack } from '#local/stack.ts';

export interface OwnStackOptions {
  /** All of them without it. */
  servers?: ServerName[];
  /** Settings of the services beyond the ones every test has. */
  env?: Record<string, string>;
  log?: (line: string) => void;
}

export interface OwnStack {
  readonly dir: string;
  /** `stack.servers.mongodb.stop()`, `.kill()`, `.start()` … */
  readonly stack: Stack;
  /** What the services get. */
  readonly env: NodeJS.ProcessEnv;
  /** All services, ready. May be called again after the former ones were stopped. */
  startServices(mode: Mode): Promise<Services>;
  /** What a test file gets: POSTHORN_URL, POSTHORN_TOPOLOGY, the servers' addresses, and where the services' logs are. */
  testEnv(services: Services, mode: Mode): NodeJS.ProcessEnv;
  /** Ends everything that was started and removes the folder. */
  stop(): Promise<void>;
}

const FOLDER = /^test-(\d+)-/;
let serial = 0;

/** Settings in the developer's shell must not change what is tested. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = new Set(Object.values(CONCERNS).flatMap((concern) => Object.keys(concern.settings)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.has(name)));
}

async function remove(dir: string): Promise<void> {
  await killLeftovers(dir);
  rmSync(dir, { recursive: true, force: true });
}

/** Removes what test runs that were killed have left. */
export async function sweepStacks(): Promise<void> {
  const dead = readdirSync(LOCAL).filter((name) => {
    const owner = FOLDER.exec(name)?.[1];
    return owner !== undefined && identify(Number(owner)) === null;
  });
  await Promise.all(dead.map((name) => remove(join(LOCAL, name))));
}

export async function ownStack({ servers, env: more = {}, log }: OwnStackOptions = {}): Promise<OwnStack> {
  const dir = join(LOCAL, `test-${process.pid}-${(serial += 1)}`);
  const stack = await startStack({ dir, ...(servers && { servers }), ...(log && { log }) });
  await sweepStacks();
  const env: NodeJS.ProcessEnv = {
    ...withoutSettings(process.env),
    NODE_ENV: 'test',
    JWT_SECRET: randomBytes(32).toString('hex'),
    GRPC_TOKEN: randomBytes(16).toString('hex'),
    DELIVERY_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
    MAIL_PROVIDER: 'capture',
    DOMAIN_AUTO_VERIFY: 'true',
    UPLOADS_DIR: join(dir, 'uploads'),
    // All the tests' clients have one address.
    CLIENT_RATE_LIMIT_PER_MINUTE: '100000000',
    // A configured server may hold other data than ours.
    MONGODB_PREFIX: `posthorn_test_${process.pid}_`,
    ...stack.urls,
    ...more,
  };
  return {
    dir,
    stack,
    env,
    startServices: (mode) => startServices({ env, mode, dir, natsUsers: stack.servers.nats !== undefined, ...(log && { log }) }),
    testEnv: (services, mode) => ({
      ...env,
      POSTHORN_URL: services.url,
      POSTHORN_GRPC: grpcAddresses(services),
      POSTHORN_TOPOLOGY: mode,
      POSTHORN_LOGS: join(dir, 'log'),
      POSTHORN_PROCESSES: JSON.stringify(
        Object.values(services.processes).map(({ name, pid, adminUrl, grpcAddress }) => ({ name, pid, adminUrl, grpcAddress })),
      ),
    }),
    stop: () => remove(dir),
  };
}
