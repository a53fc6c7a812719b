/** What may be said of a workflow itself (contract 3.4, 4.8, 2.8). */
import { fault, shortFault } from '#kit/errors.ts';
import type { Config, Step } from './graph.ts';
import { isObject } from './step.ts';
import type { Position } from './step.ts';

export const TRIGGER_TYPES = ['EVENT', 'MANUAL', 'SCHEDULE'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export interface WorkflowFields {
  name: string;
  description: string | null;
  enabled: boolean;
  triggerType: TriggerType;
  triggerConfig: Config | null;
  allowReentry: boolean;
}

const MOST_NAME = 255;
const MOST_DESCRIPTION = 1_000;
const MOST_EVENT_NAME = 255;

function readName(sent: unknown): string {
  if (typeof sent !== 'string' || sent.trim() === '') throw shortFault('Name is required');
  if (sent.trim().length > MOST_NAME) throw shortFault(`Name must be at most ${MOST_NAME} characters`);
  return sent.trim();
}

function readDescription(sent: unknown): string | null {
  if (sent === undefined || sent === null) return null;
  if (typeof sent !== 'string') throw shortFault('Description must be a string');
  if (sent.length > MOST_DESCRIPTION) throw shortFault(`Description must be at most ${MOST_DESCRIPTION} characters`);
  return sent;
}

function readFlag(name: string, sent: unknown): boolean {
  if (sent === undefined || sent === null) return false;
  if (typeof sent !== 'boolean') throw shortFault(`${name} must be a boolean`);
  return sent;
}

function readEventName(sent: unknown): string {
  if (typeof sent !== 'string' || sent.trim() === '') throw shortFault('Event name is required');
  if (sent.trim().length > MOST_EVENT_NAME) throw shortFault(`Event name must be at most ${MOST_EVENT_NAME} characters`);
  return sent.trim();
}

/** A new workflow; the refusals come in this order. */
export function readWorkflow(body: Config): WorkflowFields {
  const [name, eventName] = [readName(body['name']), readEventName(body['eventName'])];
  return {
    name,
    description: readDescription(body['description']),
    enabled: false,
    triggerType: 'EVENT',
    triggerConfig: { eventName },
    allowReentry: readFlag('allowReentry', body['allowReentry']),
  };
}

function readTriggerConfig(sent: unknown): Config | null {
  if (sent === null) return null;
  if (!isObject(sent)) throw fault('BAD_REQUEST', { message: 'triggerConfig must be an object' });
  return sent;
}

/** The trigger after the change; one by events has a name. */
function readTrigger(body: Config, before: WorkflowFields): Pick<WorkflowFields, 'triggerType' | 'triggerConfig'> {
  const triggerType = (body['triggerType'] ?? before.triggerType) as TriggerType;
  if (!TRIGGER_TYPES.includes(triggerType))
    throw fault('BAD_REQUEST', { message: `triggerType must be one of ${TRIGGER_TYPES.join(', ')}` });
  const config = 'triggerConfig' in body ? readTriggerConfig(body['triggerConfig']) : before.triggerConfig;
  if (triggerType !== 'EVENT') return { triggerType, triggerConfig: config };
  return { triggerType, triggerConfig: { ...config, eventName: readEventName(config?.['eventName']) } };
}

/** The workflow after the change: only what is sent changes. */
export function changeWorkflow(body: Config, before: WorkflowFields): WorkflowFields {
  return {
    ...before,
    ...('name' in body ? { name: readName(body['name']) } : {}),
    ...('description' in body ? { description: readDescription(body['description']) } : {}),
    ...('enabled' in body ? { enabled: readFlag('enabled', body['enabled']) } : {}),
    ...('allowReentry' in body ? { allowReentry: readFlag('allowReentry', body['allowReentry']) } : {}),
    ...readTrigger(body, before),
  };
}

/** The event that starts the workflow; null when none does. */
export function triggerEvent({ triggerType, triggerConfig }: Pick<WorkflowFields, 'triggerType' | 'triggerConfig'>): string | null {
  return triggerType === 'EVENT' ? (triggerConfig?.['eventName'] as string) : null;
}

export const isSameTrigger = (one: WorkflowFields, other: WorkflowFields): boolean =>
  one.triggerType === other.triggerType && JSON.stringify(one.triggerConfig) === JSON.stringify(other.triggerConfig);

/** What the TRIGGER step says of the workflow's trigger. */
export function triggerStep(fields: Pick<WorkflowFields, 'triggerType' | 'triggerConfig'>): Pick<Step, 'name' | 'config'> {
  const eventName = triggerEvent(fields);
  return eventName === null
    ? { name: `Trigger: ${fields.triggerType.toLowerCase()}`, config: {} }
    : { name: `Trigger: ${eventName}`, config: { eventName } };
}

export const TRIGGER_PLACE: Position = { x: 100, y: 100 };
