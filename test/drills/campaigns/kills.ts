/**
 * Kills while a campaign is frozen and sent: each victim in turn, then at random, and what delivery had in flight whenever its outcome was
 * lost.
 */
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
  campaignId: string;
  kills: number;
  recipients: number;
  random: Random;
}

const TABLE =
  'Kills (two delivery processes in turn; goes on: a mail leaves, or before the first one a page is frozen; in flight: claimed by ' +
  'whoever can no longer write its outcome)';
/** Share of the audience in which the kills fall. */
const SPREAD = 0.85;
/** Nobody is left to freeze or to send. */
const BOTH = 'delivery 1 and 2';
/** The whole process group, as when its host fails. */
const EVERY = 'every service';
/** The first two fall before the first mail. */
const BEFORE_MAIL = 2;

/** Goals of how soon the first mail leaves after a victim is back, in s; a service's is that of all others. */
const GOES_ON: Readonly<Record<string, number>> = { mongodb: 1, temporal: 3, 'a service': 3 };

export async function killThrough(setup: Setup, findings: Findings, plan: KillPlan): Promise<Killed> {
  const { campaignId, kills, recipients, random } = plan;
  const { services, own, sink, deliveries, mongo, prefix } = setup;
  const { campaigns, contacts, accounts } = services.processes;
  const { temporal, mongodb, nats } = own.stack.servers;
  const together = (those: readonly Victim[]): Victim => ({
    kill: async () => void (await Promise.all(those.map((one) => one.kill()))),
    start: async () => void (await Promise.all(those.map((one) => one.start()))),
  });
  const victims: Record<string, Victim> = {
    campaigns: campaigns!,
    [BOTH]: together(deliveries),
    'delivery 1': deliveries[0]!,
    contacts: contacts!,
    "workflows' worker": accounts!,
    'delivery 2': deliveries[1]!,
    temporal: temporal!,
    mongodb: mongodb!,
    nats: nats!,
    [EVERY]: together([...Object.values(services.processes), deliveries[1]!]),
  };
  const names = Object.keys(victims);
  const database = mongo.useDb(`${prefix}delivery`, { useCache: true });
  const campaign = mongo.useDb(`${prefix}campaigns`, { useCache: true }).collection<{ _id: string; status: string }>('campaigns');
  const sends = database.collection<{ _id: string; pages: number; frozen: boolean }>('campaign_sends');
  const inFlight = new Set<string>();
  const senders: SenderKill[] = [];
  /** By what was killed, each time; NATS has no goal. */
  const goneOn: Record<string, number[]> = { mongodb: [], temporal: [], 'a service': [] };
  let most = 0;

  /** Of which processes the outcomes of rows in flight are lost with this victim. */
  function holders(name: string) {
    return [BOTH, EVERY, 'mongodb'].includes(name) ? deliveries : deliveries.filter((one) => one === victims[name]);
  }
  /** @param held what is found is added */
  async function look(pids: readonly number[], held: Set<string>): Promise<void> {
    for (const found of await Promise.all(pids.map((pid) => inFlightOf(database, pid)))) {
      most = Math.max(most, found.length);
      for (const id of found) held.add(id);
    }
  }
  const freezing = async () => (await sends.findOne({ _id: campaignId })) ?? { pages: 0, frozen: false };
  const isOver = async (): Promise<boolean> => (await campaign.findOne({ _id: campaignId }))?.status === 'SENT';
  /** Waits for its moment; false when the campaign ended before. */
  async function due(kill: number): Promise<boolean> {
    if (kill === 0) return true;
    if (kill < BEFORE_MAIL) {
      const some = Math.ceil(recipients / 500 / 3);
      const { pages, frozen } = await until(
        async () => {
          const state = await freezing();
          return state.frozen || state.pages >= some ? state : undefined;
        },
        { within: WITHIN_MS, every: 1, what: 'the freezing' },
      );
      findings.holds('a freezer was killed: pages on disk', pages, !frozen);
      return true;
    }
    const at = Math.floor(((kill + random.share()) * recipients * SPREAD) / kills);
    await until(async () => sink.taken.length >= at || (await isOver()), { within: WITHIN_MS, every: 10, what: `mail ${at}` });
    return !(await isOver());
  }

  const began = performance.now();
  let fell = 0;
  for (let kill = 0; kill < kills && (await due(kill)); kill += 1) {
    const name = names[kill < names.length ? kill : random.below(names.length)]!;
    const [mails, after, killed] = [sink.taken.length, performance.now() - began, performance.now()];
    const pids = holders(name).map(({ pid }) => pid);
    // The database cannot be asked while it is away: what it held shows before and behind.
    const held = new Set<string>();
    if (name === 'mongodb') await look(pids, held);
    await victims[name]!.kill();
    if (pids.length > 0 && name !== 'mongodb') senders.push({ name, pids, at: new Date() });
    if (name !== 'mongodb') await look(pids, held);
    await sleep(100 + random.share() * 900);
    await until(() => victims[name]!.start().then(() => true), { within: 120_000, every: 200, what: `${name} again` });
    if (name === 'mongodb') await look(pids, held);
    for (const id of held) inFlight.add(id);
    const [back, taken, { pages }] = [performance.now(), sink.taken.length, await freezing()];
    // What was left may have ended while a single sender was away.
    const hasGoneOn = async (): Promise<boolean> =>
      sink.taken.length > taken || (taken === 0 && (await freezing()).pages > pages) || (await isOver());
    await until(hasGoneOn, { within: WITHIN_MS, every: 5, what: `a mail after ${name} is back` });
    const goesOnAfter = sink.taken.length > taken || taken === 0 ? (performance.now() - back) / 1_000 : null;
    if (name !== 'nats' && goesOnAfter !== null) (goneOn[name] ?? goneOn['a service']!).push(goesOnAfter);
    fell += 1;
    findings.row(TABLE, {
      killed: name,
      'after mails': mails,
      'after s': after / 1_000,
      'back after s': (back - killed) / 1_000,
      'goes on after s': goesOnAfter,
      'in flight': pids.length > 0 ? held.size : null,
    });
  }
  findings.expect('kills that fell into the campaign', fell, kills);
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
