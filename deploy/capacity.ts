/**
 * The arithmetic of docs/capacity.md: what a day's mail asks of each part, from kept results of benches. Each line names the command that
 * prints the figure it comes from, and the figure; what is computed from it for a size that was not run is marked.
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
  /** Operations a second of the servers behind, by themselves. */
  behind: Record<(typeof BEHIND)[number], number>;
  /** CPU of Temporal for an execution of a workflow with one mail. */
  executionMs: number;
  /** Where figures of a bench come from: the command that prints them, and what they are. */
  from: (bench: string, figures: string) => string;
}

/** As the bench of servers names them. */
const BEHIND = ['publish, one copy', 'publish, three copies', 'count of a request', 'empty workflow, on PostgreSQL'] as const;

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
    behind: Object.fromEntries(BEHIND.map((operation) => [operation, figure(of('servers'), { operation }, '/s')])) as Rates['behind'],
    executionMs: figure(of('workflows'), {}, 'temporal'),
    from: (bench, figures) => `\`${of(bench).command}\`: ${figures}`,
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

/** Mails a second at the peak of a day. */
const peakOf = (perDay: number): number => (perDay / DAY_S) * PEAK;

/** What a day's mail asks of each part, at its peak. */
export function size(perDay: number, { send, composeMs, signMs, mongoMs, factsMs }: Rates): Sizing {
  const peak = peakOf(perDay);
  /** Cores that a cost of so many ms a mail asks for. */
  const cores = (ms: number): number => (peak * ms) / 1_000 / PLANNED;
  return {
    perSecond: perDay / DAY_S,
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
/** Before each number that no run has shown. */
export const EXTRAPOLATED = '≈ ';
const extrapolated = (value: number | string): string => `${EXTRAPOLATED}${typeof value === 'string' ? value : n(value)}`;
const DEMANDS = [1_000_000, 10_000_000, 100_000_000];
const DAYS = DEMANDS.map((perDay) => `${perDay / 1e6} M a day`);
/** No figure is in it. */
const arithmetic = (how: string): string => `arithmetic: ${how}`;
/** As the bench of sending prints them, of which `signMs` is made. */
const signatures = (signMs: number): string => `bare signatures ${n((CORES * 1_000) / signMs)} a second on ${CORES} cores`;
const ms = (cost: number): string => `${Number(cost.toPrecision(3))} ms`;

/** Servers and pods for a day's mail by POST /v1/send. */
export function sizing(rates: Rates): string {
  const { send, composeMs, signMs, mongoMs, factsMs, from } = rates;
  const sizes = DEMANDS.map((perDay) => size(perDay, rates));
  const row = (name: string, source: string, cell: (one: Sizing) => string): string[] => [name, ...sizes.map(cell), source];
  const sources = {
    edge: from('edge', `${n(send)} requests a second on ${CORES} cores`),
    delivery: from('sending', `delivery ${ms(composeMs)} a mail, ${signatures(signMs)}`),
    facts: from('sending', `timeline ${ms(factsMs)} a mail`),
    mongo: from('sending', `mongod ${ms(mongoMs)} a mail`),
  };
  const cores = (of: (one: Sizing) => number) => (one: Sizing) => extrapolated(String(of(one)));
  return table(
    ['At the peak', ...DAYS, 'From'],
    [
      row('mails a second, mean and peak', arithmetic(`the day by ${n(DAY_S)} s; times ${PEAK}`), ({ perSecond, peakPerSecond }) =>
        [perSecond, peakPerSecond].map(n).join(', '),
      ),
      row(
        'cores for sends at the edge (gateway, contacts, templating, acceptance)',
        sources.edge,
        cores(({ edgeCores }) => edgeCores),
      ),
      row(
        'delivery pods of one core (compose, sign, hand over); at least two',
        sources.delivery,
        cores(({ deliveryPods }) => deliveryPods),
      ),
      row(
        'cores of events and contacts for the facts mails cause',
        sources.facts,
        cores(({ factsCores }) => factsCores),
      ),
      row(
        'MongoDB cores; at least two',
        sources.mongo,
        cores(({ mongoCores }) => mongoCores),
      ),
      row(
        'primaries of two cores, each a shard or a service',
        sources.mongo,
        cores(({ mongoPrimaries }) => mongoPrimaries),
      ),
      row('campaign pages a second, were all of it campaigns', arithmetic(`the peak by ${PAGE} recipients`), ({ pagesPerSecond }) =>
        n(pagesPerSecond),
      ),
      row('rows that wait after an hour without the provider, M', arithmetic('the peak times 3,600 s'), ({ peakPerSecond }) =>
        n((peakPerSecond * 3_600) / 1e6),
      ),
    ],
  );
}

/** Disk and oplog for a day's mail. */
export function storage({ bytes, from }: Rates): string {
  const rows = (how: string, { documents, indexes, disk, oplog, stream, postgres }: Bytes): string[][] => {
    const row = (what: string, column: string, [each, times = 1]: readonly [number, number?]): string[] => [
      `${how}: ${what}`,
      n(each),
      ...DEMANDS.map((perDay) => extrapolated((perDay * each * times) / 1e9)),
      from('storage', `"${column}"`),
    ];
    const { days, copies } = STREAM;
    return [
      row('documents, each member', 'documents', [documents]),
      row('the same on disk, compressed', 'on disk, documents compressed', [disk]),
      row('indexes, each member', 'indexes', [indexes]),
      row('oplog: what each secondary copies, and what a window of a day takes', 'oplog', [oplog]),
      row(`stream of facts, held for ${days} days in ${copies} copies: GB in all`, 'stream of facts, one copy', [stream, days * copies]),
      row('PostgreSQL below Temporal', 'PostgreSQL of Temporal', [postgres]),
    ];
  };
  return table(
    ['GB a day', 'bytes a mail, measured', ...DAYS, 'From, by column'],
    [...rows('`POST /v1/send`', bytes.send), ...rows('campaigns', bytes.campaign)],
  );
}

/** What each part was measured to carry, and the day's mail at which it is full as planned. */
export function limits({ send, composeMs, signMs, mongoMs, factsMs, campaign, from }: Rates): string {
  const measured = new Set([send, campaign]);
  const row = (part: string, perSecond: number, source: string): [number, string[]] => [
    perSecond,
    [
      part,
      (measured.has(perSecond) ? n : extrapolated)(perSecond),
      extrapolated(perSecond * PLANNED),
      extrapolated((perSecond * PLANNED * DAY_S) / PEAK / 1e6),
      source,
    ],
  ];
  const rows = [
    row(
      'delivery, a pod of one core, signed',
      1_000 / (composeMs + signMs),
      from('sending', `delivery ${ms(composeMs)} a mail, ${signatures(signMs)}`),
    ),
    row('delivery, a pod of one core, unsigned', 1_000 / composeMs, from('sending', `delivery ${ms(composeMs)} a mail`)),
    row('a primary of MongoDB of two cores', (CORES * 1_000) / mongoMs, from('sending', `mongod ${ms(mongoMs)} a mail`)),
    row('events and contacts, one core', 1_000 / factsMs, from('sending', `timeline ${ms(factsMs)} a mail`)),
    row('POST /v1/send, everything and the client on two cores', send, from('edge', 'requests a second, 256 in flight')),
    row('a campaign of a million, unsigned, everything on two cores', campaign, from('campaigns-million', 'mails a second')),
  ];
  return table(
    ['Part', 'Mails a second', 'planned', 'M a day at that', 'From'],
    rows.toSorted(([one], [other]) => one - other).map(([, cells]) => cells),
  );
}

/** What the servers behind take by themselves, and what the largest day asks of them at its peak. */
export function servers({ behind, executionMs, from }: Rates): string {
  const perDay = DEMANDS.at(-1)!;
  const peak = peakOf(perDay);
  const alone = (server: string, operation: keyof Rates['behind'], asked: string): string[] => [
    server,
    `${operation}, a second`,
    n(behind[operation]),
    asked,
    from('servers', `"${operation}"`),
  ];
  const unknown = 'not measured: facts of one moment travel in one message';
  return table(
    ['Server', 'By itself', 'measured', `asked at the peak of ${perDay / 1e6} M a day`, 'From'],
    [
      alone('JetStream', 'publish, one copy', unknown),
      alone('JetStream', 'publish, three copies', unknown),
      alone('Valkey', 'count of a request', `${n(peak)}, one a request`),
      alone('Temporal', 'empty workflow, on PostgreSQL', `${n(peak / PAGE)} pages, one activity each: not measured, less than a workflow`),
      [
        'Temporal',
        'CPU of an execution with one mail, ms, on its development server',
        n(executionMs),
        'as many as contacts enter workflows',
        from('workflows', '"temporal"'),
      ],
    ],
  );
}
