/** How fast: bare operations in this process, HTTP requests from a client of its own. */
import autocannon from 'autocannon';

export interface Rate {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** How long one look at a thing takes. */
const SECONDS = 1;
/** Looks at ours and at the limit in turn: the machine's drift meets both. */
const ROUNDS = 5;

const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Keeps `inFlight` runs of `work` going for a while. */
export async function rateOf(inFlight: number, work: (n: number) => Promise<unknown>, seconds = SECONDS): Promise<Rate> {
  const took: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1_000;
  let n = 0;
  await Promise.all(Array.from({ length: inFlight }, async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await work(n++);
      took.push(performance.now() - started);
    }
  }));
  took.sort((a, b) => a - b);
  return { perSecond: (took.length * 1_000) / (performance.now() - from), p50: at(took, 0.5), p99: at(took, 0.99) };
}

export interface HttpWork {
  url: string;
  method?: 'GET' | 'POST';
  key?: string;
  /** `[<id>]` becomes another id in each request. */
  body?: unknown;
}

/** The same over HTTP with `connections` kept open. Throws when an answer was not 2xx: a refused request is not a fast one. */
export async function httpRate(connections: number, { url, method = 'GET', key, body }: HttpWork, seconds = SECONDS): Promise<Rate> {
  const headers = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
  const result = await autocannon({ url, method, headers, connections, duration: seconds, idReplacement: body !== undefined, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${method} ${url}: ${result.non2xx} answers not 2xx, ${result.errors} errors`);
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

export interface Pair {
  /** Medians over the rounds. */
  ours: Rate;
  limit: Rate;
  /** Median of the rounds' ratios. */
  ratio: number;
}

/** Ours and its limit in turn, round by round; the first round warms up and does not count. */
export async function pairOf(ours: () => Promise<Rate>, limit: () => Promise<Rate>): Promise<Pair> {
  const rounds: { ours: Rate; limit: Rate }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ limit: await limit(), ours: await ours() });
  rounds.shift();
  const median = (values: number[]): number => at(values.sort((a, b) => a - b), 0.5);
  const rate = (side: 'ours' | 'limit'): Rate => ({
    perSecond: median(rounds.map((round) => round[side].perSecond)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
  });
  return { ours: rate('ours'), limit: rate('limit'), ratio: median(rounds.map((round) => round.ours.perSecond / round.limit.perSecond)) };
}
