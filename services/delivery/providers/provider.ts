/** The provider that the configuration names, its capacity, and what comes with it. */
import type { Config } from '#kit/config/config.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { DeliveryModels } from '../model.ts';
import { createCaptureProvider } from './capture/capture.ts';
import type { Inbox } from './capture/inbox.ts';
import { createInbox } from './capture/inbox.ts';
import type { Feed, Look, Provider, TakenMail } from './port.ts';
import { registerPoolMetrics } from './provider-metrics.ts';
import type { Identities } from './ses/ses-client.ts';
import type { Pool } from './smtp/pool.ts';
import { createSmtpPool } from './smtp/pool.ts';
import { serversOf } from './smtp/server.ts';
import { createSmtpTargets } from './smtp/targets.ts';

export { Closed, Refused, Unanswered } from './port.ts';
export type { Accepted, Feed, Look, Outgoing, TakenMail, Provider } from './port.ts';
export { createReplyTimer, timedProvider } from './provider-metrics.ts';
export type { ReplyTimer } from './provider-metrics.ts';
export type { Inbox } from './capture/inbox.ts';
export type { DomainStatus, Identities } from './ses/ses-client.ts';
export type { Pool } from './smtp/pool.ts';

export interface ProviderParts {
  sending: Config['sending'];
  models: Pick<DeliveryModels, 'inbox'>;
  blobs: Blobs;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

/** What one provider brings. */
interface Chosen {
  provider: Provider;
  /** Connections of the provider `smtp`, to each server. */
  pools?: readonly Pool[];
  /** Of a provider that signs by itself. */
  ses?: { identities: Identities; region: string };
}

export interface ProviderChoice extends Chosen {
  /** Mails a second over all processes; follows the provider's quota. */
  rate: () => number;
  /** Mails this process hands over at the same time. */
  workers: number;
  /** The development inbox; answers "Unknown route" with any other provider than `capture`. */
  inbox: Inbox;
}

const DEFAULT_RATE = 14;
const WORKERS_LEAST = 5;

/** Mails a second over all processes (contract 8 "Sending"). */
export function rateOf({ ratePerSecond }: Config['sending'], quota: Provider['quota']): number {
  return ratePerSecond ?? quota ?? DEFAULT_RATE;
}

/** Mails this process hands over at the same time (contract "Send pipeline: Workers"). */
export function workersOf({ workers, workersMax }: Config['sending'], rate: number): number {
  return workers ?? Math.min(Math.max(Math.ceil(rate * 0.5), WORKERS_LEAST), workersMax);
}

async function choose({ sending, models, blobs, clock, log }: ProviderParts): Promise<Chosen> {
  switch (sending.provider) {
    case 'smtp': {
      const servers = serversOf(sending.smtpUrl!);
      const open = (server: (typeof servers)[number]) => createSmtpPool(server, workersOf(sending, rateOf(sending, undefined)));
      const pools = servers.map(open) as [Pool, ...Pool[]];
      const [pool, ...others] = pools;
      if (others.length === 0) return { provider: smtpProvider(pool, sending.deliveredOnAccept), pools };
      const targets = pools.map(({ send, close }, index) => {
        const { host, port, weight } = servers[index]!;
        return { send, close, weight, name: `${host}:${port}` };
      });
      const onChange = (change: object) => log.warn(change, 'an SMTP server is left out, or takes mail again');
      return { provider: smtpProvider(createSmtpTargets({ targets, onChange }), sending.deliveredOnAccept), pools };
    }
    case 'ses': {
      // Amazon's SDK is loaded only where it is used.
      const [{ createSesClient, createSesIdentities }, { createSesProvider }] = await Promise.all([
        import('./ses/ses-client.ts'),
        import('./ses/ses.ts'),
      ]);
      const { tracking, noTracking, ...access } = sending.ses!;
      const client = createSesClient(access, sending.workers ?? sending.workersMax);
      return {
        provider: await createSesProvider({ client, tracking, noTracking, log }),
        ses: { identities: createSesIdentities(client), region: access.region },
      };
    }
    default:
      return { provider: createCaptureProvider(models.inbox, blobs, clock) };
  }
}

/** Hands mail to the MTA or smart host at SMTP_URL, or to several. */
function smtpProvider(
  { send, feed: take, close }: Pick<Pool, 'send' | 'close'> & Partial<Pick<Pool, 'feed'>>,
  deliveredOnAccept: boolean,
): Provider {
  return {
    name: 'smtp',
    async send({ envelope, raw }, handingOver) {
      return { reply: await send(envelope, raw, handingOver), delivered: deliveredOnAccept };
    },
    // Several servers are chosen among mail by mail.
    ...(take ? { feed: (feed: Feed) => take(feed, deliveredOnAccept) } : {}),
    async close() {
      close();
    },
  };
}

export async function createProvider(parts: ProviderParts): Promise<ProviderChoice> {
  const { sending, models, blobs, metrics } = parts;
  const chosen = await choose(parts);
  const rate = () => rateOf(sending, chosen.provider.quota);
  registerPoolMetrics(chosen.pools ?? [], metrics);
  return {
    ...chosen,
    rate,
    workers: workersOf(sending, rate()),
    inbox: createInbox(models.inbox, blobs, chosen.provider.name === 'capture'),
  };
}

/** Takes mail from a feed for a provider that is handed each by itself: as many at once as the feed has room for. */
export function createCarriers(provider: Pick<Provider, 'send'>, feed: Feed): Look {
  let busy = 0;

  async function carry(mail: TakenMail): Promise<void> {
    try {
      const answer = await provider.send(mail, () => mail.handingOver());
      mail.accepted(answer);
    } catch (error) {
      mail.failed(error as Error);
    }
    busy -= 1;
    feed.busy(busy);
    look();
  }

  function look(): void {
    while (busy < feed.room()) {
      const mail = feed.next();
      if (!mail) return;
      busy += 1;
      feed.busy(busy);
      void carry(mail);
    }
  }

  return look;
}
