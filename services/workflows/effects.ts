/** What steps do: mails, webhooks, changes of contacts, and the look at a contact that a CONDITION takes (contract 4.8). */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { Output } from './domain/advance.ts';
import { branchOf } from './domain/condition.ts';
import type { Data, Scope } from './domain/condition.ts';
import type { Config, Step } from './domain/graph.ts';
import { filled, mailData, renderScope, templatesIn } from './domain/rendering.ts';
import { contactUpdate, updatesOf } from './domain/step.ts';
import type { ContactUpdate } from './domain/step.ts';
import { templatedParts, webhookRequest } from './domain/webhook.ts';
import type { WebhookRequest } from './domain/webhook.ts';
import type { StepMails } from './step-mails.ts';
import { WebhookFailed } from './webhook-call.ts';
import type { WebhookCall } from './webhook-call.ts';

export interface EffectsParts {
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'get' | 'update'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'sendStepMail'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'render'>;
  callWebhook: WebhookCall;
  mails: StepMails;
  dashboard: string;
}

/** A step of an execution that is to be performed. */
export interface Performing {
  step: Step;
  /** Names whatever the step does: doing it again does nothing new. */
  stepExecutionId: string;
  execution: { id: string; workflowId: string; contactId: string; startedAt: Date };
  scope: Omit<Scope, 'contact'>;
  /** Null for a mail, whose contact is delivery's to look at. */
  contact: Scope['contact'] | null;
  call: CallMeta;
}

export interface Outcome {
  output: Output;
  branch?: string;
}

export interface Effects {
  contact(id: string, call: CallMeta): Promise<Scope['contact']>;
  /** What the step will write or send, where that must be the same each time it is tried; null for other steps. */
  prepare(performing: Performing): Promise<unknown>;
  /** Throws a plain Error when the step fails for good, a Fault or another error of its surroundings when it may be tried again. */
  perform(performing: Performing, prepared: unknown): Promise<Outcome>;
  /** What it would do, with nothing sent and nothing written. */
  preview(performing: Performing): Promise<Outcome>;
}

/** The step failed for good. */
export class StepFailed extends Error {}

/** Reads what a domain threw about a config as the failure of its step. */
function judged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StepFailed((error as Error).message);
  }
}

const seen = ({ scope, contact }: Performing): Scope => ({ ...scope, contact: contact! });

export function createEffects({ contacts, delivery, templating, callWebhook, mails, dashboard }: EffectsParts): Effects {
  async function rendered<T>(value: T, scope: Scope, call: CallMeta): Promise<T> {
    const templates = templatesIn(value);
    if (templates.length === 0) return value;
    const scopes = [renderScope(scope, dashboard)];
    const texts = await Promise.all(
      templates.map(async (body) => (await templating.render({ subject: '', body, scopes }, call)).rendered[0]!.body),
    );
    return filled(value, new Map(templates.map((template, index) => [template, texts[index]!]))) as T;
  }

  async function requestOf(performing: Performing): Promise<WebhookRequest> {
    const { step, execution, call } = performing;
    const [{ config }, scope] = [step, seen(performing)];
    const parts = await rendered(templatedParts(config), scope, call);
    return judged(() => webhookRequest(config, parts, { scope, execution }));
  }

  async function updateOf(performing: Performing): Promise<ContactUpdate> {
    const { config } = performing.step;
    const updates = await rendered(updatesOf(config), seen(performing), performing.call);
    return judged(() => contactUpdate(config, updates));
  }

  async function callStepWebhook({ step: { config }, stepExecutionId: id, call }: Performing, request: WebhookRequest): Promise<Outcome> {
    try {
      return { output: await callWebhook({ id, request, failOnError: config['failOnError'] === true, call }) };
    } catch (error) {
      throw error instanceof WebhookFailed ? new StepFailed(error.message) : error;
    }
  }

  async function sendMail({ step, stepExecutionId, execution, scope, call }: Performing): Promise<Outcome> {
    const { type, customEmail } = (step.config['recipient'] ?? {}) as Config;
    const isCustom = type === 'CUSTOM';
    const sent = await delivery.sendStepMail(
      {
        stepExecutionId,
        executionId: execution.id,
        contactId: execution.contactId,
        templateId: step.templateId!,
        customEmail: isCustom ? String(customEmail).trim() : undefined,
        data: mailData(scope),
      },
      call,
    );
    await mails.add({ projectId: call.projectId, emailId: sent.emailId, workflowId: execution.workflowId, stepId: step.id });
    const output = { emailId: sent.emailId, sentAt: sent.sentAt, recipientType: isCustom ? 'CUSTOM' : 'CONTACT', recipientEmail: sent.to };
    return { output: sent.refusal ? { ...output, skipped: true, reason: sent.refusal } : output };
  }

  async function updateContact({ execution: { contactId }, call }: Performing, { data, subscribed }: ContactUpdate): Promise<Outcome> {
    await contacts.update({ id: contactId, data, subscribed, clearData: false }, call);
    return { output: { updates: data ?? {}, ...(subscribed === null ? {} : { subscribed }) } };
  }

  const ask = (performing: Performing): Outcome => {
    const branch = judged(() => branchOf(performing.step.config, seen(performing)));
    return { output: { branch }, branch };
  };

  return {
    async contact(id, call) {
      const { email, subscribed, data } = await contacts.get({ id }, call);
      return { id, email, subscribed, data: (data ?? null) as Data | null };
    },

    async prepare(performing) {
      if (performing.step.type === 'WEBHOOK') return await requestOf(performing);
      return performing.step.type === 'UPDATE_CONTACT' ? await updateOf(performing) : null;
    },

    async perform(performing, prepared) {
      if (performing.step.type === 'CONDITION') return ask(performing);
      if (performing.step.type === 'WEBHOOK') return await callStepWebhook(performing, prepared as WebhookRequest);
      if (performing.step.type === 'UPDATE_CONTACT') return await updateContact(performing, prepared as ContactUpdate);
      return await sendMail(performing);
    },

    async preview(performing) {
      const { step, stepExecutionId } = performing;
      if (step.type === 'CONDITION') return ask(performing);
      if (step.type === 'WEBHOOK') return { output: { request: await requestOf(performing), idempotencyKey: stepExecutionId } };
      if (step.type === 'UPDATE_CONTACT') return { output: { ...(await updateOf(performing)) } };
      return { output: {} };
    },
  };
}
