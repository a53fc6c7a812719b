/** How fast: bare operations in this process, HTTP requests from a client of its own. */
import autocannon from 'autocannon';

export interface Rate {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface Patience {
  seconds: number;
  warmup: number;
}

const PATIENCE: Patience = { seconds: 5, warmup: 1 };

const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Keeps `inFlight` runs of `work` going; counts those that end after the warm-up. */
export async function rateOf(inFlight: number, work: (n: number) => Promise<unknown>, { seconds, warmup }: Patience = PATIENCE): Promise<Rate> {
  const took: number[] = [];
  const from = performance.now() + warmup * 1_000;
  const until = from + seconds * 1_000;
  let n = 0;
  await Promise.all(Array.from({ length: inFlight }, async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await work(n++);
      if (started >= from) took.push(performance.now() - started);
    }
  }));
  took.sort((a, b) => a - b);
  return { perSecond: took.length / seconds, p50: at(took, 0.5), p99: at(took, 0.99) };
}

export interface HttpWork {
  url: string;
  method?: 'GET' | 'POST';
  key?: string;
  /** `[<id>]` becomes another id in each request. */
  body?: unknown;
}

/** The same over HTTP with `connections` kept open. Throws when an answer was not 2xx: a refused request is not a fast one. */
export async function httpRate(connections: number, { url, method = 'GET', key, body }: HttpWork, { seconds, warmup }: Patience = PATIENCE): Promise<Rate> {
  const headers = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
  const run = (duration: number) => autocannon({ url, method, headers, connections, duration, idReplacement: body !== undefined, ...(body ? { body: JSON.stringify(body) } : {}) });
  await run(warmup);
  const result = await run(seconds);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${method} ${url}: ${result.non2xx} answers not 2xx, ${result.errors} errors`);
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}
