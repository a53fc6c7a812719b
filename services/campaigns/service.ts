/** Campaigns: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { createCampaignsActivities } from './activities.ts';
import { createAudience } from './audience.ts';
import { createCancels } from './cancels.ts';
import { createReconciler } from './reconciler.ts';
import { createCampaignsHandlers } from './handlers.ts';
import { createDeliverySend } from './delivery-send.ts';
import { createInsight } from './insight.ts';
import { campaignModel, OLD_FIELDS_RENAMED } from './model.ts';
import { createRecounts } from './recounts.ts';
import { createSends } from './sends.ts';
import { createSendingHandlers } from './sending-handlers.ts';
import { createControls } from './controls.ts';
import { createCampaignsStore } from './store.ts';
import { createUsage } from './usage.ts';
import { createViews } from './view.ts';

export const create: CreateService = async ({ mongo, client, temporal, clock, id, log }) => {
  const model = campaignModel(mongo);
  const store = createCampaignsStore(model);
  const delivery = client(
    DeliveryServiceDefinition,
    'checkSender',
    'clearCampaignSend',
    'controlCampaignSend',
    'countCampaignSends',
    'getCampaignSend',
    'getEmail',
    'openCampaignSend',
    'reserveCampaign',
    'resumeUnknown',
    'sendTest',
  );
  const segments = client(SegmentsServiceDefinition, 'compile', 'findRefs', 'refers');
  const audience = createAudience({ contacts: client(ContactsServiceDefinition, 'countAudience'), segments });
  const deliverySend = createDeliverySend({ audience, delivery });
  const sends = createSends({ store, audience, deliverySend, temporal, newId: id, clock, log });
  const cancels = createCancels({ store, deliverySend, sends, clock });
  const controls = createControls({ store, deliverySend, sends, temporal, newId: id, clock, log });
  const views = createViews(audience);
  const recounts = createRecounts({ store, deliverySend, delivery, clock, log });
  const sweepers = [createReconciler({ store, sends, cancels, clock, log }), recounts.sweeper];
  const handlers: Handlers<typeof CampaignsServiceDefinition> = {
    ...createCampaignsHandlers({
      store,
      audience,
      views,
      usage: createUsage(store, segments),
      delivery,
      templating: client(TemplatingServiceDefinition, 'checkSyntax'),
      id,
    }),
    ...createInsight(model),
    ...createSendingHandlers({ store, views, sends, cancels, controls, delivery }),
  };
  return {
    name: 'campaigns',
    definition: CampaignsServiceDefinition,
    handlers,
    models: [model],
    migrations: [OLD_FIELDS_RENAMED],
    outboxes: [model],
    consumers: [recounts.consumer],
    activities: { ...createCampaignsActivities(sends, store) },
    async start() {
      sweepers.forEach((sweeper) => sweeper.start());
    },
    stop: async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))),
  };
};
