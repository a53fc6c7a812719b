/** What begins executions and carries them on: events in, steps run, Temporal asked to wait. */
import type { Model } from 'mongoose';
import type { Client } from '#kit/contract/definition.ts';
import type { Kit } from '#kit/service.ts';
import { createOutbound } from '#kit/outbound/request.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEffects } from './effects.ts';
import type { Effects } from './effects.ts';
import { createEventIntake } from './event-intake.ts';
import type { EventIntake } from './event-intake.ts';
import type { ExecutionsStore } from './executions.ts';
import type { WorkflowsMetrics } from './metrics.ts';
import type { ExecutionDoc, HandledDoc } from './model.ts';
import { createRunner } from './runner.ts';
import type { Runner } from './runner.ts';
import type { Snapshots } from './snapshots.ts';
import { createStarts } from './starts.ts';
import type { Starts } from './starts.ts';
import type { StepMails } from './step-mails.ts';
import type { Triggers } from './triggers.ts';
import { createWebhookCall } from './webhook-call.ts';

export interface EngineParts extends Pick<Kit, 'client' | 'clock' | 'config' | 'log' | 'temporal'> {
  models: { executions: Model<ExecutionDoc>; handled: Model<HandledDoc> };
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'getWebhookSecret'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'get' | 'update'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'render'>;
  executions: ExecutionsStore;
  snapshots: Snapshots;
  triggers: Triggers;
  mails: StepMails;
  metrics: WorkflowsMetrics;
  dashboard: string;
  newId: () => string;
}

export interface Engine {
  run: Runner;
  effects: Effects;
  dispatcher: Sweeper;
  starts: Starts;
  intake: EventIntake;
}

export function createEngine(parts: EngineParts): Engine {
  const { client, clock, config, models, accounts, executions, snapshots, metrics } = parts;
  const outbound = createOutbound({ allowed: config.workflows.webhookAllowed, servers: config.dns.servers });
  const callWebhook = createWebhookCall({ accounts, outbound, clock });
  const effects = createEffects({ ...parts, delivery: client(DeliveryServiceDefinition, 'sendStepMail'), callWebhook });
  const run = createRunner({ executions, snapshots, effects, clock, stepped: metrics.stepped, lagged: metrics.lagged });
  const dispatcher = createDispatcher({ ...parts, model: models.executions, run });
  const { hint } = dispatcher;
  const starts = createStarts({ executions, snapshots, begun: metrics.begun, hint });
  const intake = createEventIntake({ ...parts, handled: models.handled, starts, hint });
  return { run, effects, dispatcher, starts, intake };
}
