/**
 * Requests to addresses that strangers name (contract 6 "SSRF guard"): a host is resolved once, every answer is judged, and the connection
 * goes to an address that was judged, with the host's name kept for TLS and `Host`. Redirects are judged again.
 */
import { Resolver, lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { isBlockedAddress } from './blocked-address.ts';
import type { Range } from './blocked-address.ts';

export interface OutboundRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface OutboundAnswer {
  status: number;
  /** The beginning of the body, as UTF-8. */
  text: string;
}

export interface OutboundLimits {
  /** Of the whole exchange, redirects included, in ms. */
  timeoutMs: number;
  /** Of the body that is read. */
  bytes: number;
  redirects: number;
}

/** The request may not be made, now or later. */
export class RequestRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'RequestRefused';
  }
}

export type Outbound = (request: OutboundRequest, limits: OutboundLimits) => Promise<OutboundAnswer>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Sent to the host that was named, not to another one it leads to. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);

function webUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new RequestRefused('The address is no URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RequestRefused(`${url.protocol} addresses are not called`);
  if (url.username || url.password) throw new RequestRefused('The address holds a password');
  return url;
}

/** Rejects when the signal is given first. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end));
}

interface Vetting {
  allowed: readonly Range[];
  resolve: Resolve;
}

type Resolve = (host: string) => Promise<LookupAddress[]>;

/** By the system's resolver, or by these servers. */
function resolveBy(servers: readonly string[]): Resolve {
  if (servers.length === 0) return (host) => lookup(host, { all: true, verbatim: true });
  const resolver = new Resolver();
  resolver.setServers(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

/** The addresses of a host, all of them allowed. */
async function vetted({ hostname }: URL, { allowed, resolve }: Vetting, signal: AbortSignal): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await within(signal, resolve(host));
  if (found.length === 0 || found.some(({ address }) => isBlockedAddress(address, allowed)))
    throw new RequestRefused(`${hostname} leads to an address that is not called`);
  return found;
}

/** Connects to these addresses whatever the name leads to by now. */
function agentTo(addresses: LookupAddress[], timeoutMs: number): Agent {
  return new Agent({
    connect: {
      timeout: timeoutMs,
      lookup: (_host, { all }, done) =>
        all
          ? done(null, addresses)
          : (done as (error: null, address: string, family: number) => void)(null, addresses[0]!.address, addresses[0]!.family),
    },
  });
}

async function beginning(body: AsyncIterable<Buffer>, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString('utf8');
}

/** As browsers go on: POST becomes GET but where the status forbids it. */
function redirected({ method, headers, body }: OutboundRequest, status: number, { from, to }: { from: URL; to: URL }): OutboundRequest {
  const kept = status === 307 || status === 308 || method === 'GET';
  const names = Object.entries(headers).filter(([name]) => from.origin === to.origin || !SECRETS.has(name.toLowerCase()));
  return { url: to.href, method: kept ? method : 'GET', headers: Object.fromEntries(names), body: kept ? body : null };
}

export interface OutboundParts {
  /** Ranges that are called although they are blocked (`WEBHOOK_ALLOW_PRIVATE`). */
  allowed: readonly Range[];
  /** Resolvers that hosts are looked up with (`DNS_SERVERS`); none: the system's. */
  servers: readonly string[];
}

/** Throws RequestRefused, and what the network throws. */
export function createOutbound({ allowed, servers }: OutboundParts): Outbound {
  const vetting: Vetting = { allowed, resolve: resolveBy(servers) };

  async function exchange(asked: OutboundRequest, url: URL, { signal, ...limits }: OutboundLimits & { signal: AbortSignal }) {
    const dispatcher = agentTo(await vetted(url, vetting, signal), limits.timeoutMs);
    try {
      const { statusCode, headers, body } = await request(url, {
        method: asked.method as 'POST',
        headers: asked.headers,
        body: asked.body,
        signal,
        dispatcher,
      });
      const location = REDIRECTS.has(statusCode) ? [headers['location'] ?? []].flat()[0] : undefined;
      const text = location ? '' : await beginning(body, limits.bytes);
      return { status: statusCode, text, location };
    } finally {
      void dispatcher.destroy().catch(() => undefined);
    }
  }

  return async (asked, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    let [current, url] = [asked, webUrl(asked.url)];
    for (let followed = 0; ; followed += 1) {
      const { status, text, location } = await exchange(current, url, { ...limits, signal });
      if (location === undefined) return { status, text };
      if (followed === limits.redirects) throw new RequestRefused(`More than ${limits.redirects} redirects`);
      const to = webUrl(location, url);
      current = redirected(current, status, { from: url, to });
      url = to;
    }
  };
}
