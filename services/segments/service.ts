/** Segments: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { createSweeper } from '#kit/sweeper.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import { ensureSegmentsLoop } from '#temporal/lifecycle.ts';
import { createSegmentsActivities } from './activities.ts';
import { createComputing } from './computing.ts';
import { createDefinitions } from './definitions.ts';
import { createSegmentsHandlers } from './handlers.ts';
import { createMemberHandlers } from './member-handlers.ts';
import { segmentModel } from './model.ts';
import { createSegmentsStore } from './store.ts';
import { createWarnings } from './warnings.ts';

const SCHEDULE_MS = 60_000;

export const create: CreateService = async ({ mongo, client, clock, log, id, temporal }) => {
  const model = segmentModel(mongo);
  const store = createSegmentsStore(model);
  const contacts = client(
    ContactsServiceDefinition,
    'addMembers',
    'countAudience',
    'dropMembers',
    'pageAudience',
    'removeMembers',
    'syncMembers',
    'upsertMany',
  );
  const definitions = createDefinitions(store);
  const computing = createComputing({
    store,
    contacts,
    accounts: client(AccountsServiceDefinition, 'confirmReset'),
    definitions,
    clock,
    log,
  });
  // Temporal may be away when this starts, and an operator may remove the schedule.
  const schedule = createSweeper(async () => ensureSegmentsLoop(await temporal()), 'schedule of segments', { log, everyMs: SCHEDULE_MS });
  const handlers: Handlers<typeof SegmentsServiceDefinition> = {
    ...createSegmentsHandlers({
      store,
      contacts,
      definitions,
      computing,
      warnings: createWarnings(contacts),
      campaigns: client(CampaignsServiceDefinition, 'usage'),
      id,
    }),
    ...createMemberHandlers({ store, contacts, computing }),
  };

  return {
    name: 'segments',
    definition: SegmentsServiceDefinition,
    handlers,
    models: [model],
    activities: { ...createSegmentsActivities({ store, computing, clock }) },
    start: async () => schedule.start(),
    stop: () => schedule.stop(),
  };
};
