/** The HTTP edge: where it listens, what it is called outside, what it limits. */
import { z } from 'zod';
import { concern, setting } from './concern.ts';
import { duration, flag, url, whole } from './types.ts';

const host = z
  .string()
  .regex(/^[^\s/]+$/, 'a host name, with a port if need be')
  .optional();
const address = url('http:', 'https:')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  .optional();

const CIDR = /^[\da-fA-F:.]+(?:\/\d{1,3})?$/;

/** Hops, or CIDRs: as Fastify takes them; false: the connection's own address. */
const proxies = z
  .string()
  .default('0')
  .transform((text, context): number | false | string[] => {
    if (/^\d{1,2}$/.test(text)) return Number(text) || false;
    const ranges = text.split(',').map((range) => range.trim());
    if (ranges.every((range) => CIDR.test(range))) return ranges;
    context.addIssue({ code: 'custom', message: 'a number of proxies, or addresses and CIDRs with commas between' });
    return z.NEVER;
  });

export const http = concern(
  {
    PORT: setting(whole(0, 65_535).default(8080), '8080', 'API listen port'),
    HOST: setting(z.string().optional(), '127.0.0.1; 0.0.0.0 in production', 'address the API listens on'),
    USE_HTTPS: setting(flag(false), 'false', 'addresses made from the *_DOMAIN settings start https://'),
    API_DOMAIN: setting(host, '–', 'host of API_URI'),
    DASHBOARD_DOMAIN: setting(host, '–', 'host of DASHBOARD_URI'),
    LANDING_DOMAIN: setting(host, '–', 'host of LANDING_URI'),
    WIKI_DOMAIN: setting(host, '–', 'host of WIKI_URI'),
    API_URI: setting(address, 'API_DOMAIN, else the listen address', 'address of the API in links'),
    DASHBOARD_URI: setting(address, 'DASHBOARD_DOMAIN, else <API_URI>/app', 'address of the dashboard: links, CORS, cookie'),
    LANDING_URI: setting(address, 'LANDING_DOMAIN', 'where `/` leads; CORS'),
    WIKI_URI: setting(address, 'WIKI_DOMAIN', 'address of the documentation; CORS'),
    API_RATE_LIMIT_PER_MINUTE: setting(whole(1).default(1_000), '1000', 'API requests a project may make in a minute'),
    RATE_LIMIT_ENABLED: setting(flag(false), 'false', 'turns on the route buckets below, per project'),
    RATE_LIMIT_TRACK_RATE: setting(whole(1).default(100), '100', 'POST /v1/track: requests a second'),
    RATE_LIMIT_TRACK_BURST: setting(whole(1).default(200), '200', 'POST /v1/track: requests at once'),
    RATE_LIMIT_SEND_RATE: setting(whole(1).default(20), '20', 'POST /v1/send: requests a second'),
    RATE_LIMIT_SEND_BURST: setting(whole(1).default(50), '50', 'POST /v1/send: requests at once'),
    RATE_LIMIT_CONTACTS_RATE: setting(whole(1).default(50), '50', 'writes to contacts a second'),
    RATE_LIMIT_CONTACTS_BURST: setting(whole(1).default(100), '100', 'writes to contacts at once'),
    CLIENT_RATE_LIMIT_PER_MINUTE: setting(
      whole(20).default(6_000),
      '6000',
      'requests without a key that a client address may make in a minute; a twentieth of them logins, ten times as many pixels and notices',
    ),
    TRUST_PROXY: setting(
      proxies,
      '0',
      'where the address of a client comes from: the number of proxies in front (X-Forwarded-For), or their addresses as a list of CIDRs',
    ),
    BODIES_IN_FLIGHT_MB: setting(
      whole(8, 16_384).default(128),
      '128',
      'memory that bodies of requests may take in a process; beyond it 503, and half of it for one project',
    ),
    STREAM_CHECK_EVERY: setting(duration.default(30_000), '30s', 'how often the key of a progress stream is checked again'),
    STREAM_MAX_AGE: setting(duration.default(3_600_000), '1h', 'when a progress stream ends; the client opens another one'),
    REQUEST_LOGGING: setting(flag(true), 'true', 'one log line a request; never holds keys, cookies or bodies'),
    IMPORT_MAX_SIZE_MB: setting(whole(1, 2_000).default(5), '5', 'CSV file of POST /contacts/import'),
    UNSUBSCRIBE_REQUIRE_TOKEN: setting(flag(false), 'false', 'one-click and public subscription routes demand a signed link'),
    HTTP_HEADERS_TIMEOUT: setting(duration.default(15_000), '15s', 'time a client has to send its headers'),
    HTTP_REQUEST_TIMEOUT: setting(duration.default(60_000), '60s', 'time a client has to send a whole request'),
    HTTP_IDLE_TIMEOUT: setting(duration.default(30_000), '30s', 'silence after which a connection in the middle of a request is closed'),
  },
  (v, { production }) => {
    const made = (given: string | undefined, domain: string | undefined): string | undefined =>
      given ?? (domain && `${v.USE_HTTPS ? 'https' : 'http'}://${domain}`);
    const listen = v.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
    const shown = listen === '0.0.0.0' || listen === '::' ? '127.0.0.1' : listen.includes(':') ? `[${listen}]` : listen;
    const apiUri = made(v.API_URI, v.API_DOMAIN) ?? `http://${shown}:${v.PORT}`;
    const dashboardUri = made(v.DASHBOARD_URI, v.DASHBOARD_DOMAIN);
    return {
      port: v.PORT,
      host: listen,
      apiUri,
      // At the API's own root the recipient pages would meet its one-click route.
      dashboardUri: dashboardUri === undefined || dashboardUri === apiUri ? `${apiUri}/app` : dashboardUri,
      landingUri: made(v.LANDING_URI, v.LANDING_DOMAIN),
      wikiUri: made(v.WIKI_URI, v.WIKI_DOMAIN),
      requestLogging: v.REQUEST_LOGGING,
      importMaxMb: v.IMPORT_MAX_SIZE_MB,
      unsubscribeRequiresToken: v.UNSUBSCRIBE_REQUIRE_TOKEN,
      rateLimitPerMinute: v.API_RATE_LIMIT_PER_MINUTE,
      clientLimitPerMinute: v.CLIENT_RATE_LIMIT_PER_MINUTE,
      trustProxy: v.TRUST_PROXY,
      streams: { checkEveryMs: v.STREAM_CHECK_EVERY, maxAgeMs: v.STREAM_MAX_AGE },
      bodiesBytes: v.BODIES_IN_FLIGHT_MB * 1_048_576,
      /** Requests a second and at once, per project; null: off. */
      buckets: v.RATE_LIMIT_ENABLED
        ? {
            track: { rate: v.RATE_LIMIT_TRACK_RATE, burst: v.RATE_LIMIT_TRACK_BURST },
            send: { rate: v.RATE_LIMIT_SEND_RATE, burst: v.RATE_LIMIT_SEND_BURST },
            contacts: { rate: v.RATE_LIMIT_CONTACTS_RATE, burst: v.RATE_LIMIT_CONTACTS_BURST },
          }
        : null,
      timeouts: { headersMs: v.HTTP_HEADERS_TIMEOUT, requestMs: v.HTTP_REQUEST_TIMEOUT, idleMs: v.HTTP_IDLE_TIMEOUT },
    };
  },
);
