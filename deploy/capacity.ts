/** The arithmetic of deploy/capacity.md: README's measured rates, and what follows for a day's mail. Pure but for the text it is given. */

/** What a machine does in a second, and what a mail costs it, from README's figures. */
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

/** `| POST /v1/send, 5 KB | 256 | 2,221 | …` → 2221. */
function rate(readme: string, what: string): number {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${what}`) && line.includes('| 256 |'));
  const value = Number(row?.split('|')[3]?.replaceAll(',', ''));
  if (!(value > 0)) throw new Error(`README has no rate of ${what} at 256 in flight`);
  return value;
}

/** CPU seconds for 1,000 mails are milliseconds for one. */
function costs(readme: string): Pick<Rates, 'deliveryMs' | 'mongoMs' | 'factsMs'> {
  const [, delivery, mongo, facts] = /CPU seconds for 1,000 unsigned mails: delivery ([\d.]+), mongod ([\d.]+), the others [^\d]*([\d.]+)/.exec(readme) ?? [];
  const [, signatures] = /\| ([\d,]+) \(bare signatures of both cores\)/.exec(readme) ?? [];
  if (!facts || !signatures) throw new Error('README has no CPU seconds of 1,000 mails, or no rate of bare signatures');
  return { deliveryMs: Number(delivery) + (CORES * 1_000) / Number(signatures.replaceAll(',', '')), mongoMs: Number(mongo), factsMs: Number(facts) };
}

export function ratesOf(readme: string): Rates {
  return { ...costs(readme), send: rate(readme, 'POST /v1/send'), contact: rate(readme, 'POST /contacts '), track: rate(readme, 'POST /v1/track'), health: rate(readme, 'GET /health') };
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

/** The table between the marks of deploy/capacity.md. */
export function sizingTable(readme: string): string {
  const rates = ratesOf(readme);
  const sizes = DEMANDS.map((perDay) => size({ perDay }, rates));
  const row = (name: string, cell: (sizing: Sizing) => string): string => `| ${[name, ...sizes.map(cell)].join(' | ')} |`;
  return [
    `| | ${DEMANDS.map((perDay) => `${perDay / 1e6} M a day`).join(' | ')} |`,
    '| --- | --- | --- | --- |',
    row('mails a second, mean and peak', ({ perSecond, peakPerSecond }) => `${n(perSecond)}, ${n(peakPerSecond)}`),
    row('cores for sends at the edge (gateway, contacts, templating, acceptance)', ({ edgeCores }) => n(edgeCores)),
    row('delivery pods of one core (compose, sign, hand over)', ({ deliveryPods }) => String(deliveryPods)),
    row('cores of events and contacts for the facts mails cause', ({ factsCores }) => n(factsCores)),
    row('MongoDB cores for mails and their facts, and primaries of two cores', ({ mongoCores, mongoPrimaries }) => `${mongoCores}, ${mongoPrimaries}`),
    row('facts a second on JetStream (one server took 13,000)', ({ factsPerSecond }) => `${n(factsPerSecond)} (${Math.round((factsPerSecond / JETSTREAM_PUBLISHES) * 100)} %)`),
    row('campaign pages a second on Temporal, if all of it is campaigns (a small one took 210)', ({ pagesPerSecond }) => `${n(pagesPerSecond)} (${Math.round((pagesPerSecond / TEMPORAL_PAGES) * 100)} %)`),
    row('GB a day in the ledger, bodies of 5 KB included', ({ gigabytesADay }) => n(gigabytesADay)),
  ].join('\n');
}

/** The page with its table made anew. */
export function withSizing(page: string, readme: string): string {
  const marked = /(<!-- sizing -->\n)[^]*?(\n<!-- \/sizing -->)/;
  if (!marked.test(page)) throw new Error('the capacity page has no place for its table');
  return page.replace(marked, (_all, open: string, close: string) => `${open}${sizingTable(readme)}${close}`);
}
