/**
 * The arithmetic of docs/capacity.md: what a day's mail asks of each part, from kept results of benches. Each line names the command that
 * its figures come from.
 */
import { table } from './markdown.ts';
import { figure } from './results.ts';
import type { Result } from './results.ts';

/** What a machine does in a second and what a mail costs it. */
export interface Rates {
  /** Requests a second at 256 in flight, everything on two cores. */
  send: number;
  /** Milliseconds of CPU a mail: to compose and hand over, and to sign. */
  composeMs: number;
  signMs: number;
  mongoMs: number;
  /** Of the services that note the mail's facts. */
  factsMs: number;
  /** Mails a second of a campaign of a million, on two cores. */
  campaign: number;
  /** Bytes a mail by POST /v1/send with a body of 5 KB, and in a campaign. */
  bytes: Record<'send' | 'campaign', Bytes>;
}

interface Bytes {
  documents: number;
  indexes: number;
  /** Documents as they lie on disk, compressed. */
  disk: number;
  oplog: number;
  /** One copy of the stream of facts. */
  stream: number;
  /** PostgreSQL below Temporal. */
  postgres: number;
}

/** The busiest hour's share of a day: three times the mean. */
const PEAK = 3;
const DAY_S = 86_400;
/** Of what was measured, a pod is planned to carry this much: the rest is for restarts, a lost zone and uneven load. */
const PLANNED = 0.6;
/** Cores the figures were measured on, and of a primary of MongoDB. */
const CORES = 2;
/** Recipients in a page of a campaign (`services/delivery/campaign-sends/freeze.ts`). */
const PAGE = 500;
/** Days and copies of the stream of facts in production. */
const STREAM = { days: 7, copies: 3 };

/** Throws for a figure that no result has. */
export function ratesOf(results: readonly Result[]): Rates {
  const of = (name: string): Result => {
    const found = results.find((result) => result.name === name);
    if (!found) throw new Error(`no results of the bench ${name}`);
    return found;
  };
  const [edge, sending, stored] = [of('edge'), of('sending'), of('storage')];
  // CPU seconds for 1,000 mails are milliseconds for one.
  const cost = (part: string): number => figure(sending, { what: 'unsigned' }, part);
  const bytes = (how: string): Bytes => {
    const column = (name: string): number => figure(stored, { how }, name);
    return {
      documents: column('documents'),
      indexes: column('indexes'),
      disk: column('on disk, documents compressed'),
      oplog: column('oplog'),
      stream: column('stream of facts, one copy'),
      postgres: column('PostgreSQL of Temporal'),
    };
  };
  return {
    send: figure(edge, { what: 'POST /v1/send, 5 KB', 'in flight': 256 }, '/s'),
    composeMs: cost('delivery'),
    signMs: (CORES * 1_000) / figure(sending, { beside: 'bare signatures of both cores' }, 'beside /s'),
    mongoMs: cost('mongod'),
    factsMs: cost('timeline'),
    campaign: figure(of('campaigns-million'), {}, '/s'),
    bytes: { send: bytes('POST /v1/send'), campaign: bytes('a campaign') },
  };
}

export interface Sizing {
  perSecond: number;
  peakPerSecond: number;
  edgeCores: number;
  deliveryPods: number;
  mongoCores: number;
  mongoPrimaries: number;
  factsCores: number;
  pagesPerSecond: number;
}

/** What a day's mail asks of each part, at its peak. */
export function size(perDay: number, { send, composeMs, signMs, mongoMs, factsMs }: Rates): Sizing {
  const perSecond = perDay / DAY_S;
  const peak = perSecond * PEAK;
  /** Cores that a cost of so many ms a mail asks for. */
  const cores = (ms: number): number => (peak * ms) / 1_000 / PLANNED;
  return {
    perSecond,
    peakPerSecond: peak,
    edgeCores: Math.ceil((peak / (send * PLANNED)) * CORES),
    deliveryPods: Math.max(2, Math.ceil(cores(composeMs + signMs))),
    mongoCores: Math.max(CORES, Math.ceil(cores(mongoMs))),
    mongoPrimaries: Math.max(1, Math.ceil(cores(mongoMs) / CORES)),
    factsCores: Math.ceil(cores(factsMs)),
    pagesPerSecond: peak / PAGE,
  };
}

const n = (value: number): string => (value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 1 ? 1 : 2));
const DEMANDS = [1_000_000, 10_000_000, 100_000_000];
const DAYS = DEMANDS.map((perDay) => `${perDay / 1e6} M a day`);
const bench = (name: string): string => `\`npm run bench -- ${name}\``;
const ARITHMETIC = 'arithmetic';

/** Servers and pods for a day's mail by POST /v1/send. */
export function sizing(rates: Rates): string {
  const sizes = DEMANDS.map((perDay) => size(perDay, rates));
  const row = (name: string, from: string, cell: (sizing: Sizing) => string): string[] => [name, ...sizes.map(cell), from];
  return table(
    ['At the peak', ...DAYS, 'From'],
    [
      row('mails a second, mean and peak', ARITHMETIC, ({ perSecond, peakPerSecond }) => `${n(perSecond)}, ${n(peakPerSecond)}`),
      row('cores for sends at the edge (gateway, contacts, templating, acceptance)', bench('edge'), ({ edgeCores }) => String(edgeCores)),
      row('delivery pods of one core (compose, sign, hand over)', bench('sending'), ({ deliveryPods }) => String(deliveryPods)),
      row('cores of events and contacts for the facts mails cause', bench('sending'), ({ factsCores }) => String(factsCores)),
      row('MongoDB cores', bench('sending'), ({ mongoCores }) => String(mongoCores)),
      row('primaries of two cores, each a shard or a service', bench('sending'), ({ mongoPrimaries }) => String(mongoPrimaries)),
      row('campaign pages a second, were all of it campaigns', ARITHMETIC, ({ pagesPerSecond }) => n(pagesPerSecond)),
      row('rows that wait after an hour without the provider, M', ARITHMETIC, ({ peakPerSecond }) => n((peakPerSecond * 3_600) / 1e6)),
    ],
  );
}

/** Disk and oplog for a day's mail. */
export function storage({ bytes }: Rates): string {
  const from = bench('storage');
  const rows = (how: string, { documents, indexes, disk, oplog, stream, postgres }: Bytes): string[][] => {
    const row = (what: string, each: number): string[] => [`${how}: ${what}`, ...DEMANDS.map((perDay) => n((perDay * each) / 1e9)), from];
    return [
      row('documents, each member', documents),
      row('the same on disk, compressed', disk),
      row('indexes, each member', indexes),
      row('oplog: what each secondary copies, and what a window of a day takes', oplog),
      row(`stream of facts, held for ${STREAM.days} days in ${STREAM.copies} copies: GB in all`, stream * STREAM.days * STREAM.copies),
      row('PostgreSQL below Temporal', postgres),
    ];
  };
  return table(['GB a day', ...DAYS, 'From'], [...rows('`POST /v1/send`', bytes.send), ...rows('campaigns', bytes.campaign)]);
}

/** What each part was measured to carry, and the day's mail at which it is full as planned. */
export function limits({ send, composeMs, signMs, mongoMs, factsMs, campaign }: Rates): string {
  const row = (part: string, perSecond: number, from: string): [number, string[]] => [
    perSecond,
    [part, n(perSecond), n(perSecond * PLANNED), n((perSecond * PLANNED * DAY_S) / PEAK / 1e6), from],
  ];
  const rows = [
    row('delivery, a pod of one core, signed', 1_000 / (composeMs + signMs), bench('sending')),
    row('delivery, a pod of one core, unsigned', 1_000 / composeMs, bench('sending')),
    row('a primary of MongoDB of two cores', (CORES * 1_000) / mongoMs, bench('sending')),
    row('events and contacts, one core', 1_000 / factsMs, bench('sending')),
    row('POST /v1/send, everything and the client on two cores', send, bench('edge')),
    row('a campaign of a million, everything on two cores', campaign, bench('campaigns-million')),
  ];
  return table(
    ['Part', 'Mails a second', 'planned', 'M a day at that', 'From'],
    rows.toSorted(([one], [other]) => one - other).map(([, cells]) => cells),
  );
}
