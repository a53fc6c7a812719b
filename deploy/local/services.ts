/** Posthorn's own processes on the local stack: all services in one, or each in its own. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_NAMES } from '#services/names.ts';
import { ROOT } from './binaries.mjs';
import { freePort, releasePorts } from './ports.ts';
import { isAlive, kill, launch, stop, tailOf } from './process.ts';
import type { Identity } from './process.ts';
import { NATS_PASSWORD } from './servers/nats.ts';
import { changeState } from './state.ts';
import { stretched } from './time-scale.ts';

const READY_WITHIN_MS = 60_000;
/** A little more than the 25 s a service gives itself. */
const STOP_WITHIN_MS = 27_000;
const POLL_MS = 25;
/**
 * What Node is given, here and in the image; by itself it goes by the machine's memory, so that a process is as large here as where its
 * memory is limited. The young generation would have up to 128 MB that hold nothing but garbage: 16 MB each half cost no more time. The
 * old one might grow to four times what lives in it before it is collected, and what it once had the process keeps: so at 1.6 times.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=60'] as const;
/** glibc would keep up to eight heaps a core, most of each unused. */
const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;
/** What the process that runs every service is called. */
const ALL = 'posthorn';

export type Mode = 'one' | 'each';

export interface ServicesOptions {
  /** Everything the services read; ports and SERVICES are added. */
  env: NodeJS.ProcessEnv;
  mode: Mode;
  /** Absolute; logs and state are kept in it. */
  dir: string;
  /** NATS is the stack's own: with a process each, each is a user of its own there, with its service's permissions. */
  natsUsers?: boolean;
  /** Preferred ports: the first free one from there on is taken. Any free one without it. */
  ports?: { http?: number; admin?: number; grpc?: number };
  log?: (line: string) => void;
  /** The tree whose code runs: another release. This one without it. */
  root?: string;
}

/** One process that runs one service, or all. */
export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  readonly adminUrl: string;
  readonly grpcAddress: string;
  /** Both of the above. */
  readonly ports: readonly number[];
  readonly logFile: string;
  /** Byte of the log at which the last start's lines begin. */
  readonly logFrom: number;
  alive(): boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM, and the time it needs to finish what is in flight. */
  stop(): Promise<void>;
  /** Answers when it is ready again, on the same ports. */
  start(): Promise<void>;
  restart(): Promise<void>;
}

export interface Services {
  /** The gateway. */
  readonly url: string;
  readonly processes: Readonly<Record<string, ServiceProcess>>;
  stop(): Promise<void>;
}

/** Where they are by gRPC, as POSTHORN_GRPC says it. */
export function grpcAddresses({ processes }: Pick<Services, 'processes'>): string {
  const all = Object.values(processes);
  return all.length === 1 ? all[0]!.grpcAddress : all.map(({ name, grpcAddress }) => `${name}=${grpcAddress}`).join(',');
}

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(stretched(1_000)) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** One process; `start` it. `SERVICES` is its name. */
export async function serviceProcess(
  name: string,
  env: NodeJS.ProcessEnv,
  { dir, ports = {}, log = () => {}, root = ROOT }: ServicesOptions,
): Promise<ServiceProcess> {
  const logFile = join(dir, 'log', `${name}.log`);
  const [adminPort, grpcPort] = [await freePort(ports.admin), await freePort(ports.grpc)];
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  let process_: Identity = { pid: 0, began: 'not yet' };
  let logFrom = 0;

  async function start(): Promise<void> {
    if (isAlive(process_)) return;
    ({ logFrom, ...process_ } = await launch({
      command: process.execPath,
      args: [...NODE_FLAGS, join(root, 'services/main.ts')],
      env: {
        ...NODE_ENVIRONMENT,
        ...env,
        SERVICES: name === ALL ? 'all' : name,
        ADMIN_PORT: String(adminPort),
        GRPC_PORT: String(grpcPort),
      },
      cwd: root,
      logFile,
    }));
    changeState(dir, (state) => {
      state.services[name] = process_;
    });
    const within = stretched(READY_WITHIN_MS);
    const deadline = Date.now() + within;
    while (!(await isReady(adminUrl))) {
      if (!isAlive(process_)) throw new Error(`${name} ended before it was ready:\n${tailOf(logFile, logFrom)}`);
      if (Date.now() > deadline) throw new Error(`${name} is not ready after ${within / 1000} s:\n${tailOf(logFile, logFrom)}`);
      await sleep(POLL_MS);
    }
  }

  async function end(): Promise<void> {
    if (!(await stop(process_, 'SIGTERM', STOP_WITHIN_MS))) log(`${name} did not end in ${STOP_WITHIN_MS / 1000} s and was killed`);
  }

  const handle: ServiceProcess = {
    name,
    adminUrl,
    grpcAddress: `127.0.0.1:${grpcPort}`,
    ports: [adminPort, grpcPort],
    logFile,
    get logFrom() {
      return logFrom;
    },
    get pid() {
      return process_.pid;
    },
    alive: () => isAlive(process_),
    kill: () => kill(process_),
    stop: end,
    start,
    async restart() {
      await end();
      await start();
    },
  };
  return handle;
}

/** Starts the services and answers when all are ready. When one fails, the others are stopped again. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const port = await freePort(options.ports?.http);
  const names: readonly string[] = options.mode === 'one' ? [ALL] : SERVICE_NAMES;
  const asUser = (name: string): NodeJS.ProcessEnv =>
    options.natsUsers && options.mode === 'each' ? { NATS_USER: name, NATS_PASSWORD } : {};
  const handles = await Promise.all(
    names.map((name) => serviceProcess(name, { ...options.env, PORT: String(port), ...asUser(name) }, options)),
  );
  // The edges go first, so that nobody hears of a service that is stopping.
  const stopAll = async (): Promise<void> => {
    const edges = handles.filter(({ name }) => name === 'gateway' || name === 'relay');
    await Promise.all(edges.map((handle) => handle.stop()));
    await Promise.all(handles.map((handle) => handle.stop()));
    releasePorts(port, ...handles.flatMap(({ ports }) => ports));
  };
  const started = await Promise.allSettled(handles.map((handle) => handle.start()));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  return { url: `http://127.0.0.1:${port}`, processes: Object.fromEntries(handles.map((handle) => [handle.name, handle])), stop: stopAll };
}
