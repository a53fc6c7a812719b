/** Delivery: the e-mail ledger, sender domains, the providers mail leaves by. */
import { ownCall } from '#kit/contract/call.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { createBlobs } from '#kit/store/blob-store.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { ensureDomainsLoop } from '#temporal/lifecycle.ts';
import { createAcceptance, createStepMail } from './accept/acceptance.ts';
import { createDeliveryActivities, createDomainActivities } from './activities.ts';
import { createDispatch, openSpool } from './dispatch/dispatch.ts';
import { createFeedback } from './feedback/feedback.ts';
import { createDeliveryHandlers } from './handlers.ts';
import { createLedger } from './ledger/ledger.ts';
import { createCampaignSendGate, createCampaignSends } from './campaign-sends/campaign-sends.ts';
import { deliveryModels } from './model.ts';
import { createPhishingCheck } from './phishing/phishing-check.ts';
import { createProvider } from './providers/provider.ts';
import { createSenderDomains } from './sender-domains/sender-domains.ts';
import { usageModels } from './usage/usage-model.ts';
import { createUsage } from './usage/usage.ts';
import { createTtlCache } from './ttl-cache.ts';

/** Temporal may be away when this starts, and an operator may remove the schedule. */
const SCHEDULE_MS = 60_000;
/** Of several processes that are restarted with a new key, the last may seal with the old one until it stops. */
const RESEAL_MS = 600_000;
const ASKED = ['findMany', 'findRefs', 'findUnreachable', 'get', 'setSubscription', 'streamAudience', 'upsert', 'upsertMany'] as const;

export const secrets = [
  'ENCRYPTION_KEY',
  'TRACKING_SECRET',
  'SMTP_URL',
  'AWS_SES_ACCESS_KEY_ID',
  'AWS_SES_SECRET_ACCESS_KEY',
  'OPENROUTER_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_ACCESS_KEY_SECRET',
] as const satisfies ServiceModule['secrets'];

export const create: CreateService = async (kit) => {
  const { client, clock, config, mongo } = kit;
  const { auth, http, sending } = config;
  const [models, counted] = [deliveryModels(mongo), usageModels(mongo)];
  const blobs = await createBlobs(mongo, clock, config.blobs.s3);
  const accounts = client(AccountsServiceDefinition, 'getProject', 'recordPhishing');
  // Contract 5 "How soon": a suspension acts within a second, the wait of who asked included.
  const projects = createTtlCache<Project>(() => clock().getTime(), 500);
  const host = new URL(http.apiUri).hostname;
  const ledger = createLedger({ ...kit, models, blobs, sending });
  const choice = await createProvider({ ...kit, sending, models, blobs });
  const common = {
    ...kit,
    sending,
    models,
    blobs,
    ledger,
    choice,
    countTransition: ledger.countTransition,
    spool: sending.spoolDir ? await openSpool(sending.spoolDir, kit.processId) : null,
    contacts: client(ContactsServiceDefinition, ...ASKED),
    templating: client(TemplatingServiceDefinition, 'get', 'render'),
    project: (projectId: string) => projects.get(projectId, () => accounts.getProject({}, ownCall('delivery', projectId))),
    api: http.apiUri,
    dashboard: http.dashboardUri,
    trackingKeys: auth.trackingKeys,
    linkKeys: http.unsubscribeRequiresToken ? auth.trackingKeys : null,
    messageMaxBytes: sending.messageMaxBytes,
  };
  const domains = createSenderDomains({ ...common, ...auth, ...models, model: models.domains, host, ses: choice.ses });
  const campaignGate = createCampaignSendGate({ ...common, emails: models.emails, journal: models.journal, rows: ledger.rows });
  const allMail = ledger.withCampaigns({ ...campaignGate, contacts: common.contacts });
  const { reader: emails, retention } = allMail;
  const usage = createUsage({ ...common, counted, emails: models.emails, isOn: config.billing.isOn });
  const feedback = createFeedback({
    ...common,
    slots: campaignGate.pageMails,
    usage,
    domains,
    keys: auth.trackingKeys,
    bounceDomain: sending.bounceDomain ?? host,
    listen: config.notices.receiver,
    retentionMs: config.notices.retentionMs,
    name: sending.inboundHost ?? host,
    hint: () => outboxHint(models.emails),
  });
  const dispatch = createDispatch({
    ...common,
    domains,
    returnPaths: feedback.returnPaths,
    isPhishing: createPhishingCheck({ ...common, settings: config.phishing, accounts }),
    suppressed: feedback.suppressions.among,
    campaignGate: campaignGate.gate,
    tried: campaignGate.tried,
    openPages: campaignGate.openPages,
  });
  const sends = createCampaignSends(
    { ...common, emails: models.emails, bodies: ledger.bodies, ledger: ledger.rows, domains, byRows: choice.provider.name === 'ses' },
    campaignGate,
    dispatch,
  );
  const purging = createDeliveryActivities(models, [usage.purge, sends.purge], blobs);
  const every = (everyMs: number) => ({ log: kit.log, everyMs });
  const schedule = createSweeper(async () => ensureDomainsLoop(await kit.temporal()), 'schedule of domains', every(SCHEDULE_MS));
  const resealing = createSweeper(domains.reseal, 'resealing of signing keys', every(RESEAL_MS));
  const acceptance = createAcceptance({ ...common, usage, domains, commit: dispatch.commit });

  const handlers: Handlers<typeof DeliveryServiceDefinition> = {
    ...createDeliveryHandlers({ ...allMail, send: acceptance.send, emails, domains, inbox: choice.inbox, rows: ledger.rows, usage }),
    sendStepMail: createStepMail({ ...common, usage, emails, domains, hint: dispatch.hint }),
    ...feedback.handlers,
    ...sends.handlers,
  };

  return {
    name: 'delivery',
    definition: DeliveryServiceDefinition,
    handlers,
    models: [...Object.values(models), ...Object.values(counted), ...sends.models],
    migrations: sends.migrations,
    outboxes: [models.emails, models.journal, models.domains],
    consumers: [...feedback.consumers, ...sends.consumers],
    // What lasts was on this queue too until December 2026; what was asked for then is still done. To be removed in June 2027.
    activities: { ...purging, ...sends.bulkActivities, ...sends.activities },
    bulkActivities: { ...purging, ...sends.bulkActivities, ...createDomainActivities(domains) },
    async start() {
      await sends.start();
      dispatch.start();
      usage.start();
      await feedback.start();
      schedule.start();
      retention.start();
      resealing.start();
    },
    async stop(withinMs) {
      await Promise.all([sends, feedback, dispatch, schedule, retention, resealing, usage].map((one) => one.stop(withinMs)));
      sends.stopped();
    },
  };
};
