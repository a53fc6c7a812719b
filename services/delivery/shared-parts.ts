/** What the rooms of delivery share: models, blobs, the ledger, the provider, clients of other services, and settings. */
import { ownCall } from '#kit/contract/call.ts';
import type { Config } from '#kit/config/config.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import type { Kit } from '#kit/service.ts';
import { createBlobs } from '#kit/store/blob-store.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { openSpool } from './dispatch/dispatch.ts';
import type { Spool } from './dispatch/dispatch.ts';
import { createLedger } from './ledger/ledger.ts';
import type { CountTransition, Ledger } from './ledger/ledger.ts';
import { deliveryModels } from './model.ts';
import type { DeliveryModels } from './model.ts';
import { createProvider } from './providers/provider.ts';
import type { ProviderChoice } from './providers/provider.ts';
import { createTtlCache } from './ttl-cache.ts';

const ASKED = ['findMany', 'findRefs', 'findUnreachable', 'get', 'setSubscription', 'streamAudience', 'upsert', 'upsertMany'] as const;

export interface SharedParts extends Kit {
  sending: Config['sending'];
  models: DeliveryModels;
  blobs: Blobs;
  ledger: Ledger;
  choice: ProviderChoice;
  countTransition: CountTransition;
  spool: Spool | null;
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'getProject' | 'recordPhishing'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, (typeof ASKED)[number]>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'get' | 'render'>;
  /** As it was at most half a second ago. */
  project(projectId: string): Promise<Project>;
  /** What clients call this host. */
  host: string;
  api: string;
  dashboard: string;
  trackingKeys: KeyRing;
  /** Null: links to unsubscribe need no signature. */
  linkKeys: KeyRing | null;
  messageMaxBytes: number;
}

export async function createSharedParts(kit: Kit): Promise<SharedParts> {
  const { client, clock, config, mongo } = kit;
  const { auth, http, sending } = config;
  const models = deliveryModels(mongo);
  const blobs = await createBlobs(mongo, clock, config.blobs.s3);
  const accounts = client(AccountsServiceDefinition, 'getProject', 'recordPhishing');
  // Contract 5 "How soon": a suspension acts within a second, the wait of who asked included.
  const projects = createTtlCache<Project>(() => clock().getTime(), 500);
  const ledger = createLedger({ ...kit, models, blobs, sending });
  const choice = await createProvider({ ...kit, sending, models, blobs });
  return {
    ...kit,
    sending,
    models,
    blobs,
    ledger,
    choice,
    countTransition: ledger.countTransition,
    spool: sending.spoolDir ? await openSpool(sending.spoolDir, kit.processId) : null,
    accounts,
    contacts: client(ContactsServiceDefinition, ...ASKED),
    templating: client(TemplatingServiceDefinition, 'get', 'render'),
    project: (projectId) => projects.get(projectId, () => accounts.getProject({}, ownCall('delivery', projectId))),
    host: new URL(http.apiUri).hostname,
    api: http.apiUri,
    dashboard: http.dashboardUri,
    trackingKeys: auth.trackingKeys,
    linkKeys: http.unsubscribeRequiresToken ? auth.trackingKeys : null,
    messageMaxBytes: sending.messageMaxBytes,
  };
}
