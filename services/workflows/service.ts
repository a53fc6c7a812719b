/** Workflows: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import { recountHandlers } from '#kit/contract/recounting.ts';
import type { CreateService } from '#kit/service.ts';
import { createOutbound } from '#kit/outbound/request.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { EXECUTION_QUEUE } from '#temporal/lifecycle.ts';
import { workflowsActivities } from './activities.ts';
import { contactDeletions } from './contact-deletions.ts';
import { definitionHandlers } from './definition-handlers.ts';
import { createDefinitionsStore } from './definitions.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEffects } from './effects.ts';
import { createEventIntake } from './event-intake.ts';
import { executionHandlers } from './execution-handlers.ts';
import { createExecutionsStore } from './executions.ts';
import { createFieldList } from './fields.ts';
import { createKeptCounts } from './kept-counts.ts';
import { createWorkflowsMetrics } from './metrics.ts';
import { workflowsModels } from './model.ts';
import { recount } from './recount.ts';
import { createReconciler } from './reconciler.ts';
import { createRunner } from './runner.ts';
import { createSimulation } from './simulation.ts';
import { createSnapshots } from './snapshots.ts';
import { createStarts } from './starts.ts';
import { createStats } from './stats.ts';
import { createStepMails } from './step-mails.ts';
import { createTriggers } from './triggers.ts';
import { createUpcoming } from './upcoming.ts';
import { createViews } from './view.ts';
import { createWebhookCall } from './webhook-call.ts';

export const create: CreateService = async ({ config, mongo, client, temporal, clock, id, log, metrics }) => {
  const models = workflowsModels(mongo);
  const accounts = client(AccountsServiceDefinition, 'getProject', 'getWebhookSecret');
  const contacts = client(ContactsServiceDefinition, 'findRefs', 'get', 'listFields', 'update');
  const templating = client(TemplatingServiceDefinition, 'get', 'render');
  const dashboard = config.http.dashboardUri;
  const definitions = createDefinitionsStore(models.workflows);
  const executions = createExecutionsStore(models.executions, id);
  const snapshots = createSnapshots(models.snapshots);
  const triggers = createTriggers(definitions);
  const mails = createStepMails(models.mails, clock);
  const counts = createKeptCounts({ ...models, clock, log });
  const counted = createWorkflowsMetrics(metrics, mongo, counts);
  const outbound = createOutbound({ allowed: config.workflows.webhookAllowed, servers: config.dns.servers });
  const effects = createEffects({
    contacts,
    delivery: client(DeliveryServiceDefinition, 'sendStepMail'),
    templating,
    callWebhook: createWebhookCall({ accounts, outbound, clock }),
    mails,
    dashboard,
  });
  const run = createRunner({ executions, snapshots, effects, clock, stepped: counted.stepped, lagged: counted.lagged });
  const dispatcher = createDispatcher({ model: models.executions, temporal, run, newId: id, clock, log });
  const { hint } = dispatcher;
  const starts = createStarts({ executions, snapshots, begun: counted.begun, hint });
  const intake = createEventIntake({ handled: models.handled, triggers, starts, executions, mails, clock, hint });
  const common = { definitions, executions, snapshots, mails, counts, contacts, clock, log, hint };
  const reconciler = createReconciler({ ...common, model: models.executions, accounts });
  const views = createViews({ counts, snapshots, contacts, templating });
  const fields = createFieldList({ contacts, events: client(EventsServiceDefinition, 'list') });
  const sweepers = [dispatcher, reconciler, counts];

  const handlers: Handlers<typeof WorkflowsServiceDefinition> = {
    ...definitionHandlers({ store: definitions, executions, triggers, fields, views, templating, id }),
    ...executionHandlers({
      ...common,
      starts,
      intake,
      stats: createStats(counts),
      simulate: createSimulation({ effects, templating, dashboard }),
      views,
      id,
    }),
    ...recountHandlers((projectId, repairing) => recount(models, projectId, repairing)),
    listUpcoming: createUpcoming(models.executions, definitions, contacts),
  };
  return {
    name: 'workflows',
    definition: WorkflowsServiceDefinition,
    handlers,
    models: Object.values(models),
    outboxes: [models.executions],
    consumers: [intake.consumer, contactDeletions({ executions, clock, hint })],
    activities: workflowsActivities(run, reconciler),
    ownQueue: EXECUTION_QUEUE,
    start: async () => sweepers.forEach((sweeper) => sweeper.start()),
    stop: async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))),
  };
};
