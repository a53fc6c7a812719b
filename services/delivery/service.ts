/** Delivery: the e-mail ledger, sender domains, the providers mail leaves by. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { createAcceptance, createStepMail } from './accept/acceptance.ts';
import { createDeliveryActivities, createDomainActivities } from './activities.ts';
import { createDispatch } from './dispatch/dispatch.ts';
import { createFeedback } from './feedback/feedback.ts';
import { createDeliveryHandlers } from './handlers.ts';
import { createCampaignSendGate, createCampaignSends } from './campaign-sends/campaign-sends.ts';
import { createPhishingCheck } from './phishing/phishing-check.ts';
import { createSenderDomains } from './sender-domains/sender-domains.ts';
import { createSharedParts } from './shared-parts.ts';
import { createUsage } from './usage/usage.ts';

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
  const { auth, billing, phishing } = kit.config;
  const common = await createSharedParts(kit);
  const { models, blobs, ledger, choice } = common;
  const domains = createSenderDomains({ ...common, ...auth, ...models, model: models.domains, ses: choice.ses });
  const campaignGate = createCampaignSendGate({ ...common, emails: models.emails, journal: models.journal, rows: ledger.rows });
  const allMail = ledger.withCampaigns({ ...campaignGate, contacts: common.contacts });
  const usage = createUsage({ ...common, emails: models.emails, isOn: billing.isOn });
  const feedback = createFeedback({ ...common, slots: campaignGate.pageMails, usage, domains });
  const dispatch = createDispatch({
    ...common,
    domains,
    returnPaths: feedback.returnPaths,
    isPhishing: createPhishingCheck({ ...common, settings: phishing }),
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
  const acceptance = createAcceptance({ ...common, usage, domains, commit: dispatch.commit });
  const parts = [sends, dispatch, usage, feedback, domains, allMail.retention];

  const handlers: Handlers<typeof DeliveryServiceDefinition> = {
    ...createDeliveryHandlers({ ...allMail, send: acceptance.send, domains, inbox: choice.inbox, rows: ledger.rows, usage }),
    sendStepMail: createStepMail({ ...common, usage, emails: allMail.reader, domains, hint: dispatch.hint }),
    ...feedback.handlers,
    ...sends.handlers,
  };
  return {
    name: 'delivery',
    definition: DeliveryServiceDefinition,
    handlers,
    models: [...Object.values(models), ...usage.models, ...sends.models],
    migrations: sends.migrations,
    outboxes: [models.emails, models.journal, models.domains],
    consumers: [...feedback.consumers, ...sends.consumers],
    // What lasts was on this queue too until December 2026; what was asked for then is still done. To be removed in June 2027.
    activities: { ...purging, ...sends.bulkActivities, ...sends.activities },
    bulkActivities: { ...purging, ...sends.bulkActivities, ...createDomainActivities(domains) },
    async start() {
      for (const part of parts) await part.start();
    },
    async stop(withinMs) {
      await Promise.all(parts.map((part) => part.stop(withinMs)));
      await sends.stopped();
    },
  };
};
