/** Kills while executions run: each process and server in turn, then at random, and which mails were in flight whenever one was lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '#test/findings.ts';
import { inFlightOf } from '#test/in-flight.ts';
import type { Random } from '#test/random.ts';
import { until } from '#test/until.ts';
import type { Setup } from './setup.ts';

interface Victim {
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface KillPlan {
  kills: number;
  random: Random;
  /** Of all that is to be begun, the share that was. */
  progress: () => number;
}

const TABLE = 'Kills (in flight: mails claimed by whoever can no longer write their outcome)';
const WITHIN_MS = 400_000;

function victimsOf({ services, workers, own }: Setup): Record<string, Victim> {
  const { workflows: _first, ...others } = services.processes;
  const { temporal, mongodb, nats, redis } = own.stack.servers;
  const { delivery, contacts, events, ...rest } = others;
  return {
    'workflows 1': workers[0]!,
    temporal: temporal!,
    delivery: delivery!,
    mongodb: mongodb!,
    'workflows 2': workers[1]!,
    contacts: contacts!,
    nats: nats!,
    events: events!,
    ...rest,
    redis: redis!,
  };
}

/** Answers the ids of all mails that were in flight at a kill of delivery, or of the database that outcomes are written to. */
export async function killThrough(setup: Setup, findings: Findings, { kills, random, progress }: KillPlan): Promise<Set<string>> {
  const victims = victimsOf(setup);
  const names = Object.keys(victims);
  const database = setup.mongo.useDb(`${setup.prefix}delivery`, { useCache: true });
  const delivery = setup.services.processes['delivery']!;
  const inFlight = new Set<string>();
  const look = async (pid: number): Promise<void> => (await inFlightOf(database, pid)).forEach((id) => inFlight.add(id));
  const began = performance.now();
  for (let kill = 0; kill < kills; kill += 1) {
    const name = names[kill < names.length ? kill : random.below(names.length)]!;
    await until(() => progress() >= (kill + random.share()) / kills, { within: WITHIN_MS, every: 20, what: `kill ${kill}` });
    const [after, before, { pid }] = [performance.now() - began, inFlight.size, delivery];
    const killed = performance.now();
    // The database cannot be asked while it is away: what it held shows before and behind.
    if (name === 'mongodb') await look(pid);
    await victims[name]!.kill();
    if (name === 'delivery') await look(pid);
    await sleep(100 + random.share() * 900);
    await until(() => victims[name]!.start().then(() => true), { within: 120_000, every: 200, what: `${name} again` });
    if (name === 'mongodb') await look(pid);
    findings.row(TABLE, {
      killed: name,
      'after s': after / 1_000,
      'back after s': (performance.now() - killed) / 1_000,
      'in flight': name === 'delivery' || name === 'mongodb' ? inFlight.size - before : null,
    });
  }
  return inFlight;
}
