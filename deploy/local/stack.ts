/** The servers of one folder: started, adopted when they still run from before, stopped and started again one by one. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BINARIES, ROOT, configuredUrl, locate } from './binaries.mjs';
import type { ServerName } from './binaries.mjs';
import { freePort } from './ports.ts';
import { isAlive, kill, launch, stop, tailOf } from './process.ts';
import type { Identity } from './process.ts';
import { SERVERS, SERVER_NAMES } from './servers/servers.ts';
import { changeState, readState } from './state.ts';
import { stretched } from './time-scale.ts';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 25;
const ATTEMPTS = 3;

export interface StackOptions {
  /** Absolute. Data, logs and state are kept in it. */
  dir: string;
  servers?: ServerName[];
  /** True: the ports of last time, else each server's own, else the next free one. Otherwise any free ports. */
  preferPorts?: boolean;
  /** Where configured addresses and binaries are looked for. */
  env?: NodeJS.ProcessEnv;
  /** One line for a person about what was chosen. */
  log?: (line: string) => void;
}

/** A server of ours. */
export interface ServerHandle {
  readonly name: ServerName;
  readonly pid: number;
  readonly port: number;
  readonly logFile: string;
  alive(): boolean;
  /** Ends it cleanly, and insists when it takes too long. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, with the same data on the same port; answers when it is ready. */
  start(): Promise<void>;
}

export interface Stack {
  readonly dir: string;
  /** MONGODB_URI, NATS_URL, REDIS_URL, TEMPORAL_ADDRESS. */
  readonly urls: Readonly<Record<string, string>>;
  /** Those that are ours; a configured one is not in it. */
  readonly servers: Readonly<Partial<Record<ServerName, ServerHandle>>>;
  /** Stops all of ours; data stays. */
  stop(): Promise<void>;
}

/** Ended before it was ready; the end of its log says why. */
class EndedEarly extends Error {}

interface Waited {
  port: number;
  logFile: string;
  /** Where its log begins in the file. */
  logFrom: number;
}

async function untilReady(name: ServerName, process: Identity, { port, logFile, logFrom }: Waited): Promise<void> {
  const within = stretched(READY_WITHIN_MS);
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await SERVERS[name].ready(port);
    } catch (error) {
      if (!isAlive(process)) throw new EndedEarly(`${name} ended before it was ready:\n${tailOf(logFile, logFrom)}`);
      if (Date.now() > deadline)
        throw new Error(`${name} is not ready after ${within / 1000} s (${(error as Error).message}):\n${tailOf(logFile, logFrom)}`, {
          cause: error,
        });
      await sleep(POLL_MS);
    }
  }
}

/** The version a binary gives, or its whole first line when that looks otherwise. */
async function versionOf(name: ServerName, binary: string): Promise<string> {
  const { args, pattern } = SERVERS[name].version;
  const { stdout } = await promisify(execFile)(binary, args);
  const match = pattern.exec(stdout);
  return match ? match.slice(1).join(', server ') : stdout.split('\n')[0]!;
}

async function serverHandle(name: ServerName, options: Required<StackOptions>): Promise<ServerHandle> {
  const { dir, env, log } = options;
  const server = SERVERS[name];
  const binary = locate(name, env);
  if (!binary) throw new Error(`There is no ${name} to start: set ${BINARIES[name].url[0]} or ${BINARIES[name].bin}.`);
  const dataDir = join(dir, 'data', name);
  const logFile = join(dir, 'log', `${name}.log`);
  const version = versionOf(name, binary.path);

  async function run(port: number): Promise<Identity> {
    mkdirSync(dataDir, { recursive: true });
    const { logFrom, ...process } = await launch({ command: binary!.path, args: server.args(port, dataDir), env, cwd: dir, logFile });
    changeState(dir, (state) => {
      state.servers[name] = { ...process, port };
      state.ports[name] = port;
    });
    await untilReady(name, process, { port, logFile, logFrom });
    return process;
  }

  /** Another program may take the port between the look and the start. */
  async function runAnew(wanted: number): Promise<{ process: Identity; port: number }> {
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort(wanted);
      if (wanted !== 0 && port !== wanted) log(`${name}: port ${wanted} is taken, using ${port}`);
      try {
        return { port, process: await run(port) };
      } catch (error) {
        const taken = error instanceof EndedEarly && /in use/i.test(error.message);
        if (!taken || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function adopt(): Promise<{ process: Identity; port: number } | null> {
    const left = readState(dir).servers[name];
    if (!left || !isAlive(left)) return null;
    try {
      await untilReady(name, left, { port: left.port, logFile, logFrom: 0 });
      return { process: left, port: left.port };
    } catch {
      await stop(left, 'SIGTERM', server.graceMs);
      return null;
    }
  }

  const begun = Date.now();
  const adopted = await adopt();
  const last = readState(dir).ports[name];
  let { process, port } = adopted ?? (await runAnew(options.preferPorts ? (last ?? server.preferredPort) : 0));
  const how = adopted ? `still running, process ${process.pid}` : `${((Date.now() - begun) / 1000).toFixed(1)} s`;
  log(`${name.padEnd(9)} ${await version} (${binary.from}) on 127.0.0.1:${port}, ${how}`);

  return {
    name,
    port,
    logFile,
    get pid() {
      return process.pid;
    },
    alive: () => isAlive(process),
    async stop() {
      if (!(await stop(process, 'SIGTERM', server.graceMs))) log(`${name} did not end in ${server.graceMs / 1000} s and was killed`);
    },
    kill: () => kill(process),
    async start() {
      if (!isAlive(process)) process = await run(port);
    },
  };
}

/** Starts the servers at the same time. When one fails, the others are stopped again. */
export async function startStack(given: StackOptions): Promise<Stack> {
  const options = { servers: SERVER_NAMES, preferPorts: false, env: process.env, log: () => {}, ...given };
  const { dir, env, log } = options;
  mkdirSync(join(dir, 'log'), { recursive: true });
  const urls: Record<string, string> = {};
  const servers: Partial<Record<ServerName, ServerHandle>> = {};
  const stopAll = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  };

  const started = await Promise.allSettled(
    options.servers.map(async (name) => {
      const { variable, url } = SERVERS[name];
      const configured = configuredUrl(name, env);
      if (configured) {
        urls[variable] = configured.url;
        log(`${name.padEnd(9)} as configured by ${configured.from}`);
        return;
      }
      servers[name] = await serverHandle(name, options);
      urls[variable] = url(servers[name].port);
    }),
  );
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  changeState(dir, (state) => {
    state.urls = urls;
  });
  return { dir, urls, servers, stop: stopAll };
}

/** Stops whatever a former run left in a folder: its services first, then its servers. */
export async function stopLeftovers(dir: string, { servers: alsoServers = true, log = (_line: string): void => {} } = {}): Promise<void> {
  const { services, servers } = readState(dir);
  const end = async ([name, process]: [string, Identity], graceMs: number): Promise<void> => {
    if (!isAlive(process)) return;
    log(`${name}: stopping process ${process.pid}, left by a former run`);
    await stop(process, 'SIGTERM', graceMs);
  };
  await Promise.all(Object.entries(services).map((entry) => end(entry, 26_000)));
  if (alsoServers)
    await Promise.all(Object.entries(servers).map((entry) => end(entry, SERVERS[entry[0] as ServerName]?.graceMs ?? 15_000)));
}

/** Kills whatever runs in a folder that is about to be removed: nobody reads what it would still write. */
export async function killLeftovers(dir: string): Promise<void> {
  const { services, servers } = readState(dir);
  await Promise.all([...Object.values(services), ...Object.values(servers)].map(kill));
}

/** The folder of `npm start`. */
export const LOCAL = join(ROOT, '.local');
