/** The arithmetic of docs/capacity.md: what a day's mail asks of each part, from the rates that the benches `edge` and `sending` kept. */
import { table } from './markdown.ts';
import { figure } from './results.ts';
import type { Result } from './results.ts';

/** What a machine does in a second, and what a mail costs it, from kept results. */
export interface Rates {
  /** Requests a second at 256 in flight, everything on two cores. */
  send: number;
  contact: number;
  track: number;
  health: number;
  /** Milliseconds of CPU a mail, signed. */
  deliveryMs: number;
  mongoMs: number;
  /** Of the services that note the mail's facts. */
  factsMs: number;
}

/** Mails a day, and what they come with. */
export interface Demand {
  perDay: number;
}

/** The busiest hour's share of a day: three times the mean. */
const PEAK = 3;
const DAY_S = 86_400;
/** Of what was measured, a pod is planned to carry this much: the rest is for restarts, a lost zone and uneven load. */
const PLANNED = 0.6;
/** Cores the figures were measured on, and of a primary of MongoDB. */
const CORES = 2;
/** A row with its index entries, and the body it is kept with. */
const ROW_BYTES = 590;
const BODY_BYTES = 5_000;
/** Facts a mail causes: sent, delivery, and some opens and clicks. */
const FACTS_A_MAIL = 2.5;
const JETSTREAM_PUBLISHES = 13_000;
/** Recipients in a page of a campaign; Temporal's pages a second with a window of 8 on one small server. */
const PAGE = 500;
const TEMPORAL_PAGES = 210;

/** Rates at 256 requests in flight and the cost of a mail, from the kept results of the benches `edge` and `sending`. */
export function ratesOf(results: readonly Result[]): Rates {
  const of = (name: string): Result => {
    const found = results.find((result) => result.name === name);
    if (!found) throw new Error(`no results of the bench ${name}`);
    return found;
  };
  const [edge, sending] = [of('edge'), of('sending')];
  const rate = (what: string): number => figure(edge, { what, 'in flight': 256 }, '/s');
  // CPU seconds for 1,000 mails are milliseconds for one.
  const cost = (part: string): number => figure(sending, { what: 'unsigned' }, part);
  const signatures = figure(sending, { beside: 'bare signatures of both cores' }, 'beside /s');
  return {
    send: rate('POST /v1/send, 5 KB'),
    contact: rate('POST /contacts'),
    track: rate('POST /v1/track'),
    health: rate('GET /health'),
    deliveryMs: cost('delivery') + (CORES * 1_000) / signatures,
    mongoMs: cost('mongod'),
    factsMs: cost('timeline'),
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
  factsPerSecond: number;
  pagesPerSecond: number;
  gigabytesADay: number;
}

/** What a day's mail asks of each part, at its peak. */
export function size({ perDay }: Demand, { send, deliveryMs, mongoMs, factsMs }: Rates): Sizing {
  const perSecond = perDay / DAY_S;
  const peak = perSecond * PEAK;
  /** Cores that a cost of so many ms a mail asks for. */
  const cores = (ms: number): number => (peak * ms) / 1_000 / PLANNED;
  return {
    perSecond,
    peakPerSecond: peak,
    edgeCores: Math.ceil((peak / (send * PLANNED)) * CORES),
    deliveryPods: Math.max(2, Math.ceil(cores(deliveryMs))),
    mongoCores: Math.max(CORES, Math.ceil(cores(mongoMs))),
    mongoPrimaries: Math.max(1, Math.ceil(cores(mongoMs) / CORES)),
    factsCores: Math.ceil(cores(factsMs)),
    factsPerSecond: peak * FACTS_A_MAIL,
    pagesPerSecond: peak / PAGE,
    gigabytesADay: (perDay * (ROW_BYTES + BODY_BYTES)) / 1e9,
  };
}

const n = (value: number): string => (value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(1));
const DEMANDS = [1_000_000, 10_000_000, 100_000_000];

/** The table of docs/capacity.md. */
export function sizing(rates: Rates): string {
  const sizes = DEMANDS.map((perDay) => size({ perDay }, rates));
  const row = (name: string, cell: (sizing: Sizing) => string): string[] => [name, ...sizes.map(cell)];
  const share = (value: number, of: number): string => `${n(value)} (${Math.round((value / of) * 100)} %)`;
  return table(
    ['At the peak', ...DEMANDS.map((perDay) => `${perDay / 1e6} M a day`)],
    [
      row('mails a second, mean and peak', ({ perSecond, peakPerSecond }) => `${n(perSecond)}, ${n(peakPerSecond)}`),
      row('cores for sends at the edge (gateway, contacts, templating, acceptance)', ({ edgeCores }) => n(edgeCores)),
      row('delivery pods of one core (compose, sign, send)', ({ deliveryPods }) => String(deliveryPods)),
      row('cores of events and contacts for the facts mails cause', ({ factsCores }) => n(factsCores)),
      row('MongoDB cores, and primaries of two cores', ({ mongoCores, mongoPrimaries }) => `${mongoCores}, ${mongoPrimaries}`),
      row('facts a second on JetStream (one server took 13,000)', ({ factsPerSecond }) => share(factsPerSecond, JETSTREAM_PUBLISHES)),
      row('campaign pages a second on Temporal (a small server took 210)', ({ pagesPerSecond }) => share(pagesPerSecond, TEMPORAL_PAGES)),
      row('GB a day in the ledger, bodies of 5 KB included', ({ gigabytesADay }) => n(gigabytesADay)),
    ],
  );
}
