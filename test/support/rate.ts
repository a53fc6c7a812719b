/** Measures rates: bare operations in this process, HTTP requests from a client of its own. */
import { median, quantile } from './quantile.ts';
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

/** Keeps `inFlight` runs of `work` going for a while. */
export async function rateOf(inFlight: number, work: (n: number) => Promise<unknown>, seconds = SECONDS): Promise<Rate> {
  const took: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1_000;
  let n = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await work(n++);
        took.push(performance.now() - started);
      }
    }),
  );
  took.sort((a, b) => a - b);
  return { perSecond: (took.length * 1_000) / (performance.now() - from), p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

export interface HttpWork {
  url: string;
  method?: 'GET' | 'POST';
  key?: string;
  /** Path and body of a request; asked for each, so that no two need be alike. */
  next?: () => { path?: string; body?: unknown };
}

/** The same over HTTP with `connections` kept open. Throws when an answer was not 2xx: a refused request is not a fast one. */
export async function httpRate(connections: number, { url, method = 'GET', key, next }: HttpWork, seconds = SECONDS): Promise<Rate> {
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  };
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    ...(next && {
      requests: [
        {
          setupRequest(request: autocannon.Request) {
            const { path = new URL(url).pathname, body } = next();
            return { ...request, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
          },
        },
      ],
    }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${url}: ${result.non2xx} answers not 2xx, ${result.errors} errors`);
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

/** One bare thing that ours is measured beside. */
export interface Beside {
  beside: string;
  rate: () => Promise<Rate>;
}

export interface Compared {
  /** Medians over the rounds. */
  ours: Rate;
  limits: { beside: string; limit: Rate; ratio: number }[];
}

const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  p50: median(rates.map(({ p50 }) => p50)),
  p99: median(rates.map(({ p99 }) => p99)),
});

/**
 * Ours and its limits in turn, round by round; the first round warms up and does not count. A ratio is the median of the rounds' ratios.
 */
export async function comparedInTurn(ours: () => Promise<Rate>, besides: readonly Beside[], rounds = ROUNDS): Promise<Compared> {
  const seen: { ours: Rate; limits: Rate[] }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const limits: Rate[] = [];
    for (const { rate } of besides) limits.push(await rate());
    seen.push({ ours: await ours(), limits });
  }
  seen.shift();
  return {
    ours: medianRate(seen.map((round) => round.ours)),
    limits: besides.map(({ beside }, index) => ({
      beside,
      limit: medianRate(seen.map(({ limits }) => limits[index]!)),
      ratio: median(seen.map((round) => round.ours.perSecond / round.limits[index]!.perSecond)),
    })),
  };
}
