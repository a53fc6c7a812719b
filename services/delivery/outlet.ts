/** The provider that the configuration names, and what comes with it. */
import type { Config } from '#kit/config/config.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { DeliveryModels } from './model.ts';
import type { Provider } from './provider.ts';
import { captureProvider } from './providers/capture.ts';
import { sesClient, sesIdentities } from './providers/ses-client.ts';
import type { Identities } from './providers/ses-client.ts';
import { sesProvider } from './providers/ses.ts';
import { smtpProvider } from './providers/smtp.ts';
import { rateOf, workersOf } from './rate.ts';

export interface OutletParts {
  sending: Config['sending'];
  models: Pick<DeliveryModels, 'inbox'>;
  blobs: Blobs;
  clock: () => Date;
  log: Log;
}

export interface Outlet {
  provider: Provider;
  /** Of a provider that signs by itself. */
  ses?: { identities: Identities; region: string };
}

export async function outlet({ sending, models, blobs, clock, log }: OutletParts): Promise<Outlet> {
  switch (sending.provider) {
    case 'smtp':
      return { provider: smtpProvider({ url: sending.smtpUrl!, connections: workersOf(sending, rateOf(sending, undefined)), deliveredOnAccept: sending.deliveredOnAccept }) };
    case 'ses': {
      const { tracking, noTracking, ...access } = sending.ses!;
      const client = sesClient(access, sending.workers ?? sending.workersMax);
      return { provider: await sesProvider({ client, tracking, noTracking, log }), ses: { identities: sesIdentities(client), region: access.region } };
    }
    default:
      return { provider: captureProvider(models.inbox, blobs, clock) };
  }
}
