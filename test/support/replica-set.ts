/**
 * A MongoDB replica set of three real members, whose primary can be killed, with its last writes replicated or not: what a failover does to
 * whoever writes.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { locate } from '#local/binaries.mjs';
import { freePort, releasePorts } from '#local/ports.ts';
import { isAlive, kill, launch } from '#local/process.ts';
import type { Identity } from '#local/process.ts';
import { mongodb } from '#local/servers/mongodb.ts';
import { LOCAL, killLeftovers } from '#local/stack.ts';
import { changeState } from '#local/state.ts';
import { until } from './until.ts';

const { MongoClient } = mongoose.mongo;
const MEMBERS = 3;
/** Short, so that a failover takes seconds: the default of 10 s is for networks. */
const ELECTION_TIMEOUT_MS = 2_000;
const ROLLED_BACK_WITHIN_MS = 60_000;

export interface Member {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  alive(): boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** With the same data on the same port; it joins again by itself. */
  start(): Promise<void>;
  /** How often it has rolled back what no other member had. */
  rollbacks(): Promise<number>;
}

export interface ReplicaSet {
  /** For MONGODB_URI: names all members, so that drivers find a new primary. */
  readonly uri: string;
  readonly members: readonly Member[];
  /** Waits until there is one. */
  primary(): Promise<Member>;
  /** SIGKILLs the primary; answers the killed member once another one was elected. */
  killPrimary(): Promise<Member>;
  /**
   * SIGKILLs the primary, after a time in which no other member gets what it writes: no majority write is answered then. Answers the killed
   * member once another one was elected; that member rolls back when it is started again.
   * @param meanwhile what is done in that time, shorter than an election takes
   */
  killPrimaryUnreplicated(meanwhile: () => Promise<unknown>): Promise<Member>;
  /** Starts a member that was killed so. Answers whether it rolled back within a minute. */
  rejoin(killed: Member): Promise<boolean>;
  /** Ends all members and removes their data. */
  stop(): Promise<void>;
}

/** Asks one member, whatever it is in the set. Rejects while it does not answer, within seconds. */
async function ask(port: number, command: mongoose.mongo.Document): Promise<mongoose.mongo.Document> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
    socketTimeoutMS: 5_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

const hello = (port: number): Promise<mongoose.mongo.Document> => ask(port, { hello: 1 });

/** Whether a secondary takes what the primary has written. */
async function replicate(port: number, on: boolean): Promise<void> {
  await ask(port, { configureFailPoint: 'stopReplProducer', mode: on ? 'off' : 'alwaysOn' });
}

async function startMember(dir: string, index: number): Promise<Member> {
  const name = `mongodb-${index}`;
  const binary = locate('mongodb');
  if (!binary) throw new Error('There is no mongod to start: set MONGODB_BIN.');
  const [port, dataDir, logFile] = [await freePort(), join(dir, 'data', name), join(dir, 'log', `${name}.log`)];
  mkdirSync(dataDir, { recursive: true });
  let process: Identity = { pid: 0, began: 'not yet' };
  const member: Member = {
    name,
    port,
    get pid() {
      return process.pid;
    },
    alive: () => isAlive(process),
    kill: () => kill(process),
    async start() {
      if (isAlive(process)) return;
      // Only a mongod that was started for tests has failpoints.
      const args = [...mongodb.args(port, dataDir), '--setParameter', 'enableTestCommands=1'];
      process = await launch({ command: binary.path, args, env: {}, cwd: dir, logFile });
      // A run that is killed leaves it to the next one to stop them.
      changeState(dir, (state) => {
        state.servers[name] = { ...process, port };
      });
      await until(() => hello(port), { within: 60_000, what: `an answer of ${name} (${logFile})` });
    },
    // Begins at 1 and is kept over restarts.
    rollbacks: async () => (await ask(port, { replSetGetRBID: 1 }))['rbid'] - 1,
  };
  await member.start();
  return member;
}

let serial = 0;

/** Starts three members and answers when one of them is primary. */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const dir = join(LOCAL, `test-${globalThis.process.pid}-set${(serial += 1)}`);
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, index) => startMember(dir, index)));
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`);
  const client = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`);
  await client.db('admin').command({
    replSetInitiate: {
      _id: 'rs0',
      members: hosts.map((host, _id) => ({ _id, host })),
      settings: { electionTimeoutMillis: ELECTION_TIMEOUT_MS },
    },
  });
  await client.close();

  async function primary(): Promise<Member> {
    return await until(
      async () => {
        const answers = await Promise.all(members.filter((one) => one.alive()).map(async (one) => ({ one, said: await hello(one.port) })));
        return answers.find(({ said }) => said['isWritablePrimary'])?.one;
      },
      { within: 60_000, every: 100, what: 'a primary' },
    );
  }

  await primary();
  /** How often those that were killed had rolled back by then. */
  const rollbacks = new Map<Member, number>();
  return {
    uri: `mongodb://${hosts.join(',')}/?replicaSet=rs0`,
    members,
    primary,
    async killPrimary() {
      const victim = await primary();
      await victim.kill();
      await primary();
      return victim;
    },
    async killPrimaryUnreplicated(meanwhile) {
      const victim = await primary();
      const others = members.filter((one) => one !== victim);
      rollbacks.set(victim, await victim.rollbacks());
      await Promise.all(others.map(({ port }) => replicate(port, false)));
      await meanwhile();
      await victim.kill();
      await Promise.all(others.map(({ port }) => until(async () => (await replicate(port, true), true), { what: 'replication again' })));
      await primary();
      return victim;
    },
    async rejoin(killed) {
      await killed.start();
      const isRolledBack = async (): Promise<boolean> => (await killed.rollbacks()) > rollbacks.get(killed)!;
      return await until(isRolledBack, { within: ROLLED_BACK_WITHIN_MS, what: 'a rollback' }).catch(() => false);
    },
    async stop() {
      await killLeftovers(dir);
      releasePorts(...members.map(({ port }) => port));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
