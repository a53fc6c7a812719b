/** The path a contact would take through a workflow as it is now: nothing is sent, nothing is written ("Workflows beyond the seed"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { SimulateRequest, SimulateResponse } from '#proto/workflows/v1/workflows.ts';
import type { Workflow } from './definitions.ts';
import { NOT_BEGUN, advance, runInHand } from './domain/advance.ts';
import type { ArrivedEvent, Input, State } from './domain/advance.ts';
import type { Scope } from './domain/condition.ts';
import type { Step } from './domain/graph.ts';
import { stepOf } from './domain/graph.ts';
import { mailData, renderScope } from './domain/rendering.ts';
import { StepFailed } from './effects.ts';
import type { Effects, Outcome } from './effects.ts';
import { stepExecutionIdOf } from './runner.ts';

export type Simulation = (workflow: Workflow, request: SimulateRequest, call: Call) => Promise<SimulateResponse>;

export interface SimulationParts {
  effects: Pick<Effects, 'contact' | 'preview'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'get' | 'render'>;
  dashboard: string;
}

/** Names the execution that never is. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

export function createSimulation({ effects, templating, dashboard }: SimulationParts): Simulation {
  async function mail({ templateId, config }: Step, scope: Scope, call: Call): Promise<Outcome> {
    const { subject, body, from, type } = await templating.get({ id: templateId! }, call);
    const seen = renderScope({ ...scope, context: mailData(scope) }, dashboard);
    const { rendered } = await templating.render({ subject, body, scopes: [seen] }, call);
    const recipient = (config['recipient'] ?? {}) as { type?: string; customEmail?: string };
    const isCustom = recipient.type === 'CUSTOM';
    const output = {
      recipientType: isCustom ? 'CUSTOM' : 'CONTACT',
      recipientEmail: isCustom ? recipient.customEmail : scope.contact.email,
      email: { from, subject: rendered[0]!.subject, body: rendered[0]!.body },
    };
    if (scope.contact.subscribed || type === 'TRANSACTIONAL') return { output };
    return { output: { ...output, skipped: true, reason: 'Contact is unsubscribed' } };
  }

  /** What the contact would be after the step, for those behind it. */
  function after({ contact }: Scope, { type }: Step, { output }: Outcome): Scope['contact'] {
    if (type !== 'UPDATE_CONTACT') return contact;
    const { data, subscribed } = output as { data: object | null; subscribed: boolean | null };
    return { ...contact, data: { ...contact.data, ...data }, subscribed: subscribed ?? contact.subscribed };
  }

  return async ({ graph, ...workflow }, { contactId, event, outcomes }, call) => {
    const given = event ?? {};
    let contact = await effects.contact(contactId, call);
    let now = call.now;
    let state: State = { ...NOT_BEGUN, context: given };
    let input: Input = { kind: 'begin' };
    for (;;) {
      const next = advance({ graph, state, now }, input);
      ({ state } = next);
      const { command } = next;
      if (command.kind === 'end') break;
      if (command.kind === 'wait') {
        const arrived = simulatedEvents(command.eventName, outcomes[state.currentStepId!], now);
        // Without an end nothing but the event ends it.
        if (arrived.length === 0 && command.until === null) break;
        now = arrived.length > 0 ? now : command.until!;
        input = { kind: 'look', arrived };
        continue;
      }
      const { step } = command;
      const scope: Scope = { contact, workflow: { id: workflow.id, name: workflow.fields.name }, context: state.context, event: given };
      try {
        const performing = {
          step,
          stepExecutionId: stepExecutionIdOf(NOBODY, step.id),
          execution: { id: NOBODY, workflowId: workflow.id, contactId, startedAt: call.now },
          scope,
          contact,
          call,
        };
        const outcome = step.type === 'SEND_EMAIL' ? await mail(step, scope, call) : await effects.preview(performing);
        contact = after(scope, step, outcome);
        input = { kind: 'done', ...outcome };
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        input = { kind: 'failed', error: error.message };
      }
    }
    const path = state.runs.map(({ stepId, startedAt, output, error }) => ({
      stepId,
      type: stepOf(graph, stepId)!.type,
      at: startedAt.toISOString(),
      output: error === null ? output : { error },
    }));
    return { path, ended: endOf(state) };
  };
}

function simulatedEvents(eventName: string | null, outcome: string | undefined, at: Date): ArrivedEvent[] {
  return eventName === null || outcome === 'TIMEOUT' ? [] : [{ id: `${eventName} ${at.getTime()}`, name: eventName, data: {}, at }];
}

function endOf(state: State): string {
  if (state.status === 'WAITING') return `WAITING: ${runInHand(state)?.stepId}`;
  return state.exitReason === null ? state.status : `${state.status}: ${state.exitReason}`;
}
