/** Kills while a campaign is sent: each victim in turn, then at random, and what delivery had in flight whenever its outcome was lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '#test/findings.ts';
import { inFlightOf } from '#test/in-flight.ts';
import type { Random } from '#test/random.ts';
import { until } from '#test/until.ts';
import { CLAIMED, WITHIN_MS } from './setup.ts';
import type { Setup } from './setup.ts';
import type { SenderKill } from './unknown.ts';

interface Victim {
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Killed {
  /** Ids of what was in flight at a kill of a delivery process, or of the database that their outcome is written to. */
  inFlight: Set<string>;
  senders: SenderKill[];
}

export interface KillPlan {
  kills: number;
  recipients: number;
  random: Random;
}

const TABLE = 'Kills (two delivery processes in turn; in flight: rows claimed by whoever can no longer write their outcome)';
/** Share of the audience in which the kills fall. */
const SPREAD = 0.85;
/** Nobody is left to send. */
const BOTH = 'delivery 1 and 2';

/** Goals of how soon the first mail leaves after a victim is back, in s; a service's is that of all others. */
const GOES_ON: Readonly<Record<string, number>> = { mongodb: 1, temporal: 3, 'a service': 3 };

export async function killThrough(setup: Setup, findings: Findings, { kills, recipients, random }: KillPlan): Promise<Killed> {
  const { services, own, sink, deliveries, mongo, prefix } = setup;
  const { campaigns, contacts, accounts } = services.processes;
  const { temporal, mongodb, nats } = own.stack.servers;
  const victims: Record<string, Victim> = {
    campaigns: campaigns!,
    'delivery 1': deliveries[0]!,
    contacts: contacts!,
    "workflows' worker": accounts!,
    'delivery 2': deliveries[1]!,
    temporal: temporal!,
    mongodb: mongodb!,
    nats: nats!,
    [BOTH]: {
      kill: async () => void (await Promise.all(deliveries.map((one) => one.kill()))),
      start: async () => void (await Promise.all(deliveries.map((one) => one.start()))),
    },
  };
  const names = Object.keys(victims);
  const database = mongo.useDb(`${prefix}delivery`, { useCache: true });
  const inFlight = new Set<string>();
  const senders: SenderKill[] = [];
  /** By what was killed, each time; NATS has no goal. */
  const goneOn: Record<string, number[]> = { mongodb: [], temporal: [], 'a service': [] };
  let most = 0;

  /** Of which processes the outcomes of rows in flight are lost with this victim. */
  const holders = (name: string) => (name === 'mongodb' || name === BOTH ? deliveries : deliveries.filter((one) => one === victims[name]));
  async function look(pids: readonly number[]): Promise<Set<string>> {
    return new Set((await Promise.all(pids.map((pid) => inFlightOf(database, pid)))).flat());
  }

  const began = performance.now();
  for (let kill = 0; kill < kills; kill += 1) {
    const name = names[kill < names.length ? kill : random.below(names.length)]!;
    // The first ones fall into the freezing.
    const at = kill < 2 ? 0 : Math.floor(((kill + random.share()) * recipients * SPREAD) / kills);
    await until(() => sink.taken.length >= at, { within: WITHIN_MS, every: 10, what: `mail ${at}` });
    const [mails, after, killed] = [sink.taken.length, performance.now() - began, performance.now()];
    const pids = holders(name).map(({ pid }) => pid);
    // The database cannot be asked while it is away: what it held shows before and behind.
    const held = name === 'mongodb' ? await look(pids) : new Set<string>();
    await victims[name]!.kill();
    if (pids.length > 0 && name !== 'mongodb') senders.push({ name, pids, at: new Date() });
    if (name !== 'mongodb') for (const id of await look(pids)) held.add(id);
    await sleep(100 + random.share() * 900);
    await until(() => victims[name]!.start().then(() => true), { within: 120_000, every: 200, what: `${name} again` });
    if (name === 'mongodb') for (const id of await look(pids)) held.add(id);
    for (const id of held) inFlight.add(id);
    if (pids.length > 0 && name !== 'mongodb') most = Math.max(most, held.size / pids.length);
    const [back, taken] = [performance.now(), sink.taken.length];
    await until(() => sink.taken.length > taken, { within: WITHIN_MS, every: 5, what: `the first mail after ${name} is back` });
    const goesOnAfter = (performance.now() - back) / 1_000;
    if (name !== 'nats') (goneOn[name] ?? goneOn['a service']!).push(goesOnAfter);
    findings.row(TABLE, {
      killed: name,
      'after mails': mails,
      'after s': after / 1_000,
      'back after s': (performance.now() - killed) / 1_000,
      'first mail after s': goesOnAfter,
      'in flight': pids.length > 0 ? held.size : null,
    });
  }
  for (const [what, seconds] of Object.entries(goneOn)) {
    if (seconds.length === 0) continue;
    const [slowest, goal] = [Math.max(...seconds), GOES_ON[what]!];
    const times = seconds.map((one) => one.toFixed(1)).join(', ');
    findings.goal(
      `mails leave again after ${what} is back: kill by kill after ${times} s`,
      `≤ ${goal} s, at the last as at the first`,
      slowest <= goal,
    );
  }
  findings.holds('in flight of one process at a kill, at most what it claims at once', most, most <= CLAIMED);
  return { inFlight, senders };
}
