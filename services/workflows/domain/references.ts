/** What a workflow's steps refer to: custom fields, events, templates (contract 2.1 "Usage of a field", 4.5, 4.9). */
import { customFieldOf } from './condition.ts';
import type { Config, Step } from './graph.ts';
import { isObject } from './step.ts';

/** Something steps may refer to; exactly one of them. */
export interface Thing {
  /** A custom field without `data.`, or a core field. */
  field?: string | undefined;
  event?: string | undefined;
  templateId?: string | undefined;
}

/** A field counts as used by a path that leads through it. */
const leadsThrough = (path: string | null, field: string): boolean => path !== null && (path === field || path.startsWith(`${field}.`));

function usesField({ type, config }: Step, field: string): boolean {
  if (type === 'CONDITION' && typeof config['field'] === 'string')
    return leadsThrough(customFieldOf(config['field']), field) || config['field'] === `contact.${field}`;
  if (type !== 'UPDATE_CONTACT') return false;
  const updates = config['updates'] ?? config['data'];
  return isObject(updates) && Object.hasOwn(updates, field);
}

const eventOf = ({ type, config }: { type: string; config: Config }): unknown =>
  type === 'TRIGGER' || type === 'WAIT_FOR_EVENT' ? config['eventName'] : undefined;

/** A CONDITION on a core field asks as `contact.email`. */
export function refersTo(step: Step, { field, event, templateId }: Thing): boolean {
  if (templateId !== undefined) return step.templateId === templateId;
  if (event !== undefined) return eventOf(step) === event;
  return field !== undefined && usesField(step, field);
}
