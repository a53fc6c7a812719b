/** How a process reaches NATS, and the connection that carries facts. The bus has its own (Moleculer's). */
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode, connect, credsAuthenticator } from 'nats';
import type { ConnectionOptions, NatsConnection, NatsError } from 'nats';
import { ConfigError } from './config/config.ts';
import { addressesOf } from './config/types.ts';
import type { Log } from './telemetry/log.ts';

export interface NatsAddress {
  /** `nats://` or `tls://`, with user and password if need be; servers of a cluster parted by commas, the first says who we are. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
  /** Contents of a credentials file (JWT and seed). */
  credentials?: string | undefined;
  /** What the subjects of answers begin with: one of the user's own, so that nobody else may listen there. */
  inbox?: string | undefined;
  /** Certificates as PEM: whom to trust, and who we are. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
}

const RETRY_MS = 250;

/** The library reads neither user nor password from an address, and takes `tls://` for a name: both are passed as options. */
export function natsOptions({ url, user, password, token, credentials, inbox, tls }: NatsAddress): ConnectionOptions {
  const addresses = addressesOf(url).map((one) => new URL(one));
  const { protocol, username, password: inUrl } = addresses[0]!;
  const name = user ?? decodeURIComponent(username);
  const certificates = Object.fromEntries(Object.entries(tls ?? {}).filter(([, pem]) => pem !== undefined));
  return {
    servers: addresses.map(({ host }) => host),
    ...(inbox ? { inboxPrefix: inbox } : {}),
    ...(name ? { user: name, pass: password ?? decodeURIComponent(inUrl) } : {}),
    ...(token ? { token } : {}),
    ...(credentials ? { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) } : {}),
    // With this the library refuses a server that offers no TLS, before it sends what it knows.
    ...(protocol === 'tls:' || tls ? { tls: certificates } : {}),
  };
}

/** What no waiting mends. */
const REFUSALS: Readonly<Record<string, string>> = {
  [ErrorCode.ServerOptionNotAvailable]: 'a server that offers TLS',
  [ErrorCode.AuthorizationViolation]: 'a user, token or credentials that NATS accepts',
};

/**
 * Connects, waiting for NATS as long as it takes, and reconnects for ever.
 * @throws ConfigError when NATS is there and refuses, or offers no TLS where the address demands it.
 */
export async function connectNats(address: NatsAddress, name: string, log: Log): Promise<NatsConnection> {
  const options = {
    ...natsOptions(address),
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
  };
  let said = '';
  for (;;) {
    try {
      // A peer that is gone without a word is noticed within ten seconds.
      const nats = await connect({ ...options, pingInterval: 5_000, maxPingOut: 2 });
      void logStatus(nats, log);
      return nats;
    } catch (error) {
      const expected = REFUSALS[(error as NatsError).code];
      if (expected) throw new ConfigError([{ name: 'NATS_URL', given: '(hidden)', expected }]);
      if (said !== (error as Error).message) log.warn({ error: (error as Error).message }, 'nats is not there yet');
      said = (error as Error).message;
      await sleep(RETRY_MS);
    }
  }
}

async function logStatus(nats: NatsConnection, log: Log): Promise<void> {
  for await (const { type, data } of nats.status()) {
    if (type === 'disconnect' || type === 'reconnect' || type === 'error') log.warn({ type, data: String(data) }, 'facts connection');
  }
}
