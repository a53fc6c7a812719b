/** The one way to DNS: answers kept by their time to live, concurrent askers sharing one query, queries in flight bounded. */
import { getServers } from 'node:dns';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { RecordType } from 'dns-packet';
import { getDomain } from 'tldts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { createDnsClient } from './client.ts';
import type { DnsAnswer } from './client.ts';
import type { DnsServer } from './udp.ts';

export type { DnsAnswer } from './client.ts';

export interface Resolver {
  /** Never throws: failures are outcomes, and are not kept. @param name in ASCII (IDNA) form */
  lookup(name: string, type: RecordType): Promise<DnsAnswer>;
}

const IN_FLIGHT = 256;
/** A domain whose servers are slow keeps the others waiting no longer than this many queries do. */
const IN_FLIGHT_A_DOMAIN = 16;
const KEPT = 50_000;
/** Nothing is asked more than once a second, whatever its time to live says. */
const TTL_LEAST_MS = 1_000;

/** `ip`, `ip:port` or `[ipv6]:port`, as `node:dns` writes them. */
function serverOf(text: string): DnsServer {
  const { hostname, port } = new URL(`dns://${text.includes(':') && !text.includes('.') && !text.startsWith('[') ? `[${text}]` : text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 53) };
}

export interface ResolverParts {
  /** Empty: the system's. */
  servers: readonly string[];
  metrics: Metrics;
  /** How long one question waits, in ms; left out: the client's own. */
  withinMs?: number;
}

export function createResolver({ servers, metrics, withinMs }: ResolverParts): Resolver {
  const client = createDnsClient((servers.length > 0 ? servers : getServers()).map(serverOf), withinMs);
  const queries = metrics.counter('posthorn_dns_queries_total', 'Questions to name servers, by what came of them', ['outcome']);
  const lookups = metrics.counter('posthorn_dns_lookups_total', 'Look-ups, by whether the answer was kept', ['cache']);
  const seconds = metrics.histogram('posthorn_dns_query_seconds', 'How long a name server took to answer', {
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 2, 5, 10],
  });
  const all = pLimit(IN_FLIGHT);
  const byDomain = new LRUCache<string, ReturnType<typeof pLimit>>({ max: 10_000 });

  async function ask(name: string, type: RecordType): Promise<DnsAnswer> {
    const stop = seconds.startTimer();
    const answer = await client.ask(name, type);
    stop();
    queries.inc({ outcome: answer.outcome });
    return answer;
  }

  function limited(name: string, type: RecordType): Promise<DnsAnswer> {
    const domain = getDomain(name) ?? name;
    const limit = byDomain.get(domain) ?? pLimit(IN_FLIGHT_A_DOMAIN);
    byDomain.set(domain, limit);
    return limit(() => all(() => ask(name, type)));
  }

  const kept = new LRUCache<string, DnsAnswer>({ max: KEPT, ttl: TTL_LEAST_MS });
  /** Askers of the same moment share a question. */
  const underway = new Map<string, Promise<DnsAnswer>>();

  async function askOnce(key: string, name: string, type: RecordType): Promise<DnsAnswer> {
    const answer = await limited(name, type);
    underway.delete(key);
    if (answer.ttlSeconds > 0) kept.set(key, answer, { ttl: Math.max(TTL_LEAST_MS, answer.ttlSeconds * 1_000) });
    return answer;
  }

  async function lookup(name: string, type: RecordType): Promise<DnsAnswer> {
    const key = `${type} ${name.toLowerCase()}`;
    const answer = kept.get(key);
    lookups.inc({ cache: answer ? 'hit' : 'miss' });
    if (answer) return answer;
    const asking = underway.get(key) ?? askOnce(key, name, type);
    underway.set(key, asking);
    return asking;
  }

  return { lookup };
}
