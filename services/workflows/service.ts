/** Workflows: wiring. */
import type { Handlers } from '#kit/contract/definition.ts';
import { createRecountHandlers } from '#kit/contract/recounting.ts';
import type { CreateService } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { EXECUTION_QUEUE } from '#temporal/lifecycle.ts';
import { createWorkflowsActivities } from './activities.ts';
import { createContactDeletions } from './contact-deletions.ts';
import { createDefinitionHandlers } from './definition-handlers.ts';
import { createDefinitionsStore } from './definitions.ts';
import { createEngine } from './engine.ts';
import { createExecutionHandlers } from './execution-handlers.ts';
import { createExecutionsStore } from './executions.ts';
import { createFieldList } from './fields.ts';
import { createKeptCounts } from './kept-counts.ts';
import { createWorkflowsMetrics } from './metrics.ts';
import { workflowsModels } from './model.ts';
import { recount } from './recount.ts';
import { createReconciler } from './reconciler.ts';
import { createSimulation } from './simulation.ts';
import { createSnapshots } from './snapshots.ts';
import { createStats } from './stats.ts';
import { createStepMails } from './step-mails.ts';
import { createTriggers } from './triggers.ts';
import { createUpcoming } from './upcoming.ts';
import { createViews } from './view.ts';

export const create: CreateService = async (kit) => {
  const { config, mongo, client, clock, id, log } = kit;
  const models = workflowsModels(mongo);
  const accounts = client(AccountsServiceDefinition, 'getProject', 'getWebhookSecret');
  const contacts = client(ContactsServiceDefinition, 'findRefs', 'get', 'listFields', 'update');
  const templating = client(TemplatingServiceDefinition, 'get', 'render');
  const dashboard = config.http.dashboardUri;
  const [definitions, executions] = [createDefinitionsStore(models.workflows), createExecutionsStore(models.executions, id)];
  const snapshots = createSnapshots(models.snapshots);
  const triggers = createTriggers(definitions);
  const mails = createStepMails(models.mails, clock);
  const counts = createKeptCounts({ ...models, clock, log });
  const metrics = createWorkflowsMetrics(kit.metrics, mongo, counts);
  const stored = { models, executions, snapshots, triggers, mails };
  const engine = createEngine({ ...kit, ...stored, accounts, contacts, templating, metrics, dashboard, newId: id });
  const { run, effects, intake, dispatcher } = engine;
  const { hint } = dispatcher;
  const common = { definitions, executions, snapshots, mails, counts, contacts, clock, log, hint };
  const reconciler = createReconciler({ ...common, model: models.executions, accounts });
  const views = createViews({ counts, snapshots, contacts, templating });
  const fields = createFieldList({ contacts, events: client(EventsServiceDefinition, 'list') });
  const sweepers = [dispatcher, reconciler, counts];

  const handlers: Handlers<typeof WorkflowsServiceDefinition> = {
    ...createDefinitionHandlers({ store: definitions, executions, triggers, fields, views, templating, id }),
    ...createExecutionHandlers({
      ...common,
      ...engine,
      stats: createStats(counts),
      simulate: createSimulation({ effects, templating, dashboard }),
      views,
      id,
    }),
    ...createRecountHandlers((projectId, repairing) => recount(models, projectId, repairing)),
    listUpcoming: createUpcoming(models.executions, definitions, contacts),
  };
  return {
    name: 'workflows',
    definition: WorkflowsServiceDefinition,
    handlers,
    models: Object.values(models),
    outboxes: [models.executions],
    consumers: [intake.consumer, createContactDeletions({ executions, clock, hint })],
    activities: { ...createWorkflowsActivities(run, reconciler) },
    ownQueue: EXECUTION_QUEUE,
    start: async () => sweepers.forEach((sweeper) => sweeper.start()),
    stop: async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))),
  };
};
