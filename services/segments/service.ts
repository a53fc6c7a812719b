/** Segments: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import { ensureSegmentsLoop } from '#temporal/lifecycle.ts';
import { countActive } from './active-campaigns.ts';
import { segmentsActivities } from './activities.ts';
import { makeComputing } from './computing.ts';
import { makeDefinitions } from './definitions.ts';
import { segmentsHandlers } from './handlers.ts';
import { keepSchedule } from './loop.ts';
import { memberHandlers } from './member-handlers.ts';
import { segmentModel } from './model.ts';
import { segmentsStore } from './store.ts';
import { makeWarnings } from './warnings.ts';

export const create: CreateService = async ({ mongo, client, clock, log, id, temporal }) => {
  const model = segmentModel(mongo);
  const store = segmentsStore(model);
  const contacts = client(ContactsServiceDefinition);
  const definitions = makeDefinitions(store);
  const computing = makeComputing({ store, contacts, definitions, clock, log });
  const schedule = keepSchedule(async () => ensureSegmentsLoop(await temporal()), log);
  const handlers: Handlers<typeof SegmentsServiceDefinition> = {
    ...segmentsHandlers({ store, contacts, definitions, computing, warnings: makeWarnings(contacts), activeCampaigns: countActive(client(CampaignsServiceDefinition)), id }),
    ...memberHandlers({ store, contacts, computing }),
  };

  return {
    name: 'segments',
    definition: SegmentsServiceDefinition,
    handlers,
    models: [model],
    activities: segmentsActivities({ store, computing, clock }),
    start: async () => schedule.start(),
    stop: () => schedule.stop(),
  };
};
