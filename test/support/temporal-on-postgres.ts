/** Temporal as production runs it: its server, configured by deploy/clusters/temporal.yaml, on a PostgreSQL. Either can be killed. */
import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, locate } from '#local/binaries.mjs';
import { debianProgram } from '#local/debian.ts';
import { goProgram } from '#local/go.ts';
import { freePort, releasePorts } from '#local/ports.ts';
import { identify, isAlive, kill, launch, stop } from '#local/process.ts';
import type { Identity } from '#local/process.ts';
import { temporal } from '#local/servers/temporal.ts';
import { LOCAL } from '#local/stack.ts';
import { changeState } from '#local/state.ts';
import { run } from '#local/tool.ts';
import { until } from './until.ts';

const USER = 'temporal';
const SHARDS = '4';
const GRACE_MS = 20_000;
const READY = { within: 90_000, every: 200 };

export interface Restartable {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** With the same data on the same port; answers when it takes work. */
  start(): Promise<void>;
}

export interface TemporalOnPostgres {
  /** TEMPORAL_ADDRESS */
  readonly address: string;
  readonly server: Restartable;
  readonly postgres: Restartable;
  /** Bytes of the two databases. */
  bytes(): Promise<number>;
  stop(): Promise<void>;
}

async function must(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { ok, output } = await run(command, args, { env, cwd: '/' });
  if (!ok) throw new Error(`${command} ${args.join(' ')}: ${output.slice(-1_000)}`);
  return output;
}

/** PostgreSQL refuses to be root: then it is started as an account that every Debian has. */
const asSomebody = (command: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', command, ...args]] : [command, args];

const FOLDER = /^posthorn-temporal-(\d+)-/;
let serial = 0;

/** Removes the data of runs that were killed. */
function sweepData(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = FOLDER.exec(name)?.[1];
    if (owner !== undefined && identify(Number(owner)) === null) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

export async function startTemporalOnPostgres(): Promise<TemporalOnPostgres> {
  sweepData();
  // Below no folder of a person's: the account must be able to get there.
  const dir = mkdtempSync(join(tmpdir(), `posthorn-temporal-${process.pid}-`));
  const stateDir = join(LOCAL, `test-${process.pid}-temporal${(serial += 1)}`);
  const data = join(dir, 'postgres');
  mkdirSync(data);
  if (process.getuid?.() === 0) for (const folder of [dir, data]) chownSync(folder, 65_534, 65_534);
  const bin = dirname(realpathSync((await debianProgram('postgres')).path));
  const [server, tool] = [await goProgram('temporal-server'), await goProgram('temporal-sql-tool')];
  const port = await freePort();
  let processes: Record<'postgres' | 'temporal', Identity> = {
    postgres: { pid: 0, began: 'not yet' },
    temporal: { pid: 0, began: 'not yet' },
  };
  /** A run that is killed leaves it to the next one to stop them. */
  const remember = (name: keyof typeof processes, onPort: number): void =>
    void changeState(stateDir, (state) => {
      state.servers[name] = { ...processes[name], port: onPort };
    });
  await must(...asSomebody(join(bin, 'initdb'), ['-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8']));

  const postgres: Restartable = {
    kill: () => kill(processes.postgres),
    async start() {
      const [command, args] = asSomebody(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir]);
      processes.postgres = await launch({ command, args, env: { LC_ALL: 'C.UTF-8' }, cwd: '/', logFile: join(dir, 'postgres.log') });
      remember('postgres', port);
      await until(async () => (await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { cwd: '/' })).ok, {
        ...READY,
        what: 'PostgreSQL',
      });
    },
  };
  await postgres.start();

  const at = ['--plugin', 'postgres12', '--ep', '127.0.0.1', '-p', String(port), '-u', USER, '--pw', USER];
  for (const [database, schema] of [
    ['temporal', 'temporal'],
    ['temporal_visibility', 'visibility'],
  ] as const) {
    await must(tool, [...at, '--db', database, 'create']);
    await must(tool, [...at, '--db', database, 'setup-schema', '-v', '0.0']);
    await must(tool, [...at, '--db', database, 'update-schema', '--schema-name', `postgresql/v12/${schema}`]);
  }

  const names = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'].flatMap((name) => [`${name}_PORT`, `${name}_MEMBERS_PORT`]);
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const frontend = ports.get('FRONTEND_PORT')!;
  const env = {
    ...Object.fromEntries([...ports].map(([name, value]) => [name, String(value)])),
    POSTGRES_ADDRESS: `127.0.0.1:${port}`,
    POSTGRES_USER: USER,
    POSTGRES_PWD: USER,
    NUM_HISTORY_SHARDS: SHARDS,
    BIND_ON_IP: '127.0.0.1',
    TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
    FRONTEND_ADDRESS: `127.0.0.1:${frontend}`,
  };
  const address = `127.0.0.1:${frontend}`;
  const ready = { ...READY, what: `Temporal (${join(dir, 'temporal.log')})` };
  const own: Restartable = {
    kill: () => kill(processes.temporal),
    async start() {
      processes.temporal = await launch({
        command: server,
        args: ['--config-file', join(ROOT, 'deploy/clusters/temporal.yaml'), '--allow-no-auth', 'start'],
        env,
        cwd: dir,
        logFile: join(dir, 'temporal.log'),
      });
      remember('temporal', frontend);
      await until(async () => {
        if (!isAlive(processes.temporal)) throw new Error('it ended');
        await temporal.ready(frontend);
        return true;
      }, ready);
    },
  };
  await own.start();
  const cli = locate('temporal');
  if (!cli) throw new Error('There is no temporal to ask: set TEMPORAL_BIN.');
  const asked = ['operator', 'namespace', 'create', '-n', 'default', '--retention', '72h', '--address', address];
  await until(async () => (await run(cli.path, asked, { cwd: '/' })).ok || /already/i.test((await run(cli.path, asked)).output), {
    ...READY,
    what: 'the namespace',
  });
  return {
    address,
    server: own,
    postgres,
    async bytes() {
      const sql = 'SELECT sum(pg_database_size(datname)) FROM pg_database WHERE datname LIKE $$temporal%$$';
      return Number(
        (await must(join(bin, 'psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres', '-Atc', sql])).trim(),
      );
    },
    async stop() {
      await stop(processes.temporal, 'SIGTERM', GRACE_MS);
      await stop(processes.postgres, 'SIGINT', GRACE_MS);
      releasePorts(port, ...ports.values());
      for (const folder of [dir, stateDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
