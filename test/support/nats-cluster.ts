/** Three NATS servers in a cluster, each with JetStream, whose members can be killed. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'nats';
import { locate } from '#local/binaries.mjs';
import { freePort, releasePorts } from '#local/ports.ts';
import { isAlive, kill, launch, stop } from '#local/process.ts';
import type { Identity } from '#local/process.ts';
import { nats } from '#local/servers/nats.ts';
import { LOCAL } from '#local/stack.ts';
import { changeState } from '#local/state.ts';
import { until } from './until.ts';

const MEMBERS = 3;
const GRACE_MS = 10_000;

export interface NatsMember {
  readonly name: string;
  alive(): boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** With the same data on the same port. */
  start(): Promise<void>;
}

export interface NatsCluster {
  /** For NATS_URL: names all members. */
  readonly url: string;
  readonly members: readonly NatsMember[];
  /** Who leads a stream. */
  leaderOf(stream: string): Promise<NatsMember>;
  /** Copies of a stream that have all of it, the leader's among them. */
  copiesOf(stream: string): Promise<number>;
  stop(): Promise<void>;
}

let serial = 0;

export async function startNatsCluster(): Promise<NatsCluster> {
  const dir = join(LOCAL, `test-${process.pid}-nats${(serial += 1)}`);
  mkdirSync(dir, { recursive: true });
  const binary = locate('nats');
  if (!binary) throw new Error('There is no nats-server to start: set NATS_BIN.');
  const ports: { client: number; routes: number }[] = [];
  for (let n = 0; n < MEMBERS; n += 1) ports.push({ client: await freePort(), routes: await freePort() });
  const routes = ports.map(({ routes: port }) => `nats://127.0.0.1:${port}`).join(',');
  const processes: Identity[] = ports.map(() => ({ pid: 0, began: 'not yet' }));

  const members = ports.map(({ client, routes: own }, index): NatsMember => {
    const name = `nats-${index}`;
    return {
      name,
      alive: () => isAlive(processes[index]!),
      kill: () => kill(processes[index]!),
      async start() {
        const flags = ['-js', '-sd', join(dir, name), '-a', '127.0.0.1', '-p', String(client), '--server_name', name];
        const cluster = ['--cluster_name', 'posthorn', '--cluster', `nats://127.0.0.1:${own}`, '--routes', routes];
        const args = [...flags, ...cluster];
        processes[index] = await launch({ command: binary.path, args, env: {}, cwd: dir, logFile: join(dir, `${name}.log`) });
        // A run that is killed leaves it to the next one to stop them.
        changeState(dir, (state) => {
          state.servers[name] = { ...processes[index]!, port: client };
        });
        await until(() => nats.ready(client).then(() => true), { within: 30_000, what: `an answer of ${name}` });
      },
    };
  });
  await Promise.all(members.map((member) => member.start()));

  const servers = ports.map(({ client }) => `127.0.0.1:${client}`);
  async function clusterOf(stream: string): Promise<{ leader?: string; replicas?: { current: boolean }[] }> {
    const connection = await connect({ servers, timeout: 2_000 });
    try {
      const jsm = await connection.jetstreamManager({ checkAPI: false, timeout: 2_000 });
      return (await jsm.streams.info(stream)).cluster ?? {};
    } finally {
      await connection.close();
    }
  }
  // Before there is a leader of the cluster nothing can be made.
  await until(
    async () => {
      const connection = await connect({ servers, timeout: 2_000 });
      try {
        await (await connection.jetstreamManager({ timeout: 2_000 })).getAccountInfo();
        return true;
      } finally {
        await connection.close();
      }
    },
    { within: 60_000, every: 200, what: 'a leader of the cluster' },
  );

  return {
    url: servers.map((server) => `nats://${server}`).join(','),
    members,
    async leaderOf(stream) {
      const found = async () => {
        const { leader } = await clusterOf(stream);
        return members.find(({ name }) => name === leader);
      };
      return await until(found, { within: 30_000, every: 100, what: `a leader of ${stream}` });
    },
    copiesOf: async (stream) => 1 + ((await clusterOf(stream)).replicas ?? []).filter(({ current }) => current).length,
    async stop() {
      await Promise.all(processes.map((one) => stop(one, 'SIGTERM', GRACE_MS)));
      releasePorts(...ports.flatMap(({ client, routes: own }) => [client, own]));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
