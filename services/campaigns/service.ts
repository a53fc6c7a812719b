/** Campaigns: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { campaignsActivities } from './activities.ts';
import { makeAudience } from './audience.ts';
import { makeCancels } from './cancels.ts';
import { makeCare } from './care.ts';
import { campaignsHandlers } from './handlers.ts';
import { makeMailing } from './mailing.ts';
import { campaignModel } from './model.ts';
import { makeRecounts } from './recounts.ts';
import { makeSends } from './sends.ts';
import { sendingHandlers } from './sending-handlers.ts';
import { makeSteering } from './steering.ts';
import { campaignsStore } from './store.ts';
import { makeUsage } from './usage.ts';
import { makeViews } from './view.ts';

export const create: CreateService = async ({ mongo, client, temporal, clock, id, log }) => {
  const model = campaignModel(mongo);
  const store = campaignsStore(model);
  const delivery = client(DeliveryServiceDefinition);
  const segments = client(SegmentsServiceDefinition);
  const audience = makeAudience({ contacts: client(ContactsServiceDefinition), segments });
  const mailing = makeMailing({ audience, delivery });
  const sends = makeSends({ store, audience, mailing, temporal, newId: id, clock, log });
  const cancels = makeCancels({ store, mailing, sends, clock });
  const steering = makeSteering({ store, mailing, sends, temporal, newId: id, clock, log });
  const views = makeViews(audience);
  const recounts = makeRecounts({ store, mailing, delivery, clock, log });
  const sweepers = [makeCare({ store, sends, cancels, clock, log }), recounts.sweeper];
  const handlers: Handlers<typeof CampaignsServiceDefinition> = {
    ...campaignsHandlers({ store, audience, views, usage: makeUsage(store, segments), delivery, templating: client(TemplatingServiceDefinition), id }),
    ...sendingHandlers({ store, views, sends, cancels, steering, delivery }),
  };
  return {
    name: 'campaigns',
    definition: CampaignsServiceDefinition,
    handlers,
    models: [model],
    consumers: [recounts.consumer],
    activities: campaignsActivities(sends, store),
    start: async () => sweepers.forEach((sweeper) => sweeper.start()),
    stop: async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))),
  };
};
