/** What may be said of a step: its type, name, place, the config of each type (contract 4.8 "Steps"), and what the config refers to. */
import { fault } from '#kit/errors.ts';
import { OPERATORS, customFieldOf, needsValue, rootOf } from './condition.ts';
import type { Data } from './condition.ts';
import type { Config, Step, StepType } from './graph.ts';
import { STEP_TYPES } from './graph.ts';

const UNIT_MINUTES: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1_440 };
const YEAR_MINUTES = 365 * 1_440;
const YEAR_SECONDS = YEAR_MINUTES * 60;
const MOST_BRANCHES = 20;
const MOST_CONFIG = 100_000;
const MOST_NAME = 100;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const SUBSCRIPTION_ACTIONS = ['none', 'subscribe', 'unsubscribe'];
/** As mail addresses are taken everywhere: something at a domain of two labels. */
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@.<>"]+(?:\.[^\s@.<>"]+)+$/;
/** Scheme and slashes are literal; what follows may be templated. */
const WEB_URL = /^https?:\/\/\S/i;

const refuse = (message: string) => fault('BAD_REQUEST', { message });
export const isObject = (value: unknown): value is Config => typeof value === 'object' && value !== null && !Array.isArray(value);
const given = (value: unknown): boolean => value !== undefined && value !== null;

function must(holds: boolean, message: string): void {
  if (!holds) throw refuse(message);
}

/** Milliseconds of a DELAY; null when its config does not say. */
export function delayMs({ amount, unit }: Config): number | null {
  const minutes = typeof unit === 'string' ? UNIT_MINUTES[unit] : undefined;
  return typeof amount === 'number' && amount > 0 && minutes !== undefined ? Math.round(amount * minutes * 60_000) : null;
}

function checkDelay({ amount, unit }: Config): void {
  if (given(amount)) must(typeof amount === 'number' && amount > 0, 'amount must be a number above 0');
  if (given(unit)) must(typeof unit === 'string' && Object.hasOwn(UNIT_MINUTES, unit), 'unit must be minutes, hours or days');
  const ms = delayMs({ amount, unit });
  if (ms !== null) must(ms <= YEAR_MINUTES * 60_000, 'A delay may last 365 days at most');
}

function checkWait({ eventName, timeout }: Config): void {
  if (given(eventName))
    must(typeof eventName === 'string' && eventName.trim() !== '' && eventName.length <= 255, 'eventName must be a text');
  if (given(timeout))
    must(typeof timeout === 'number' && timeout > 0 && timeout <= YEAR_SECONDS, `timeout must be seconds, at most ${YEAR_SECONDS}`);
}

function checkEmail({ recipient }: Config): void {
  if (!given(recipient)) return;
  must(isObject(recipient), 'recipient must be an object');
  const { type, customEmail } = recipient as Config;
  if (given(type)) must(type === 'CONTACT' || type === 'CUSTOM', 'recipient.type must be CONTACT or CUSTOM');
  if (given(customEmail))
    must(typeof customEmail === 'string' && ADDRESS.test(customEmail.trim()), 'recipient.customEmail must be an email address');
  if (type === 'CUSTOM') must(given(customEmail), 'recipient.customEmail is required for CUSTOM');
}

function checkTest({ operator, value }: Config): void {
  if (!given(operator)) return;
  must((OPERATORS as readonly unknown[]).includes(operator), `Invalid operator: ${String(operator).slice(0, 50)}`);
  if (needsValue(operator as string)) must(given(value), `Operator "${operator as string}" requires a value`);
}

function checkCondition(config: Config): void {
  const { mode, field, branches } = config;
  if (given(mode)) must(mode === 'multi' || mode === 'binary', 'mode must be binary or multi');
  if (given(field)) must(typeof field === 'string' && rootOf(field) !== null, 'Unsupported field');
  if (mode !== 'multi') return checkTest(config);
  if (!given(branches)) return;
  must(Array.isArray(branches) && branches.length >= 1 && branches.length <= MOST_BRANCHES, `branches must be 1 to ${MOST_BRANCHES}`);
  const ids = new Set<unknown>();
  for (const branch of branches as unknown[]) {
    must(isObject(branch), 'A branch must be an object');
    const { id, name, operator } = branch as Config;
    must(typeof id === 'string' && id.trim() !== '' && id.length <= 100 && id !== 'default', 'A branch needs an id of its own');
    must(!ids.has(id), 'Ids of branches must differ');
    ids.add(id);
    if (given(name)) must(typeof name === 'string' && name.length <= MOST_NAME, 'name of a branch must be a text');
    must(given(operator), 'A branch needs an operator');
    checkTest(branch as Config);
  }
}

function checkWebhook({ url, method, headers, body, failOnError }: Config): void {
  if (given(url))
    must(typeof url === 'string' && url.length <= 4_000 && WEB_URL.test(url.trim()), 'url must start with http:// or https://');
  if (given(method)) must((METHODS as readonly unknown[]).includes(method), `method must be one of ${METHODS.join(', ')}`);
  if (given(headers)) {
    must(isObject(headers), 'headers must be an object');
    for (const [name, value] of Object.entries(headers as Config))
      must(/^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && !/[\r\n]/.test(value), 'headers must be names with texts');
  }
  if (given(body)) must(typeof body === 'string' || isObject(body) || Array.isArray(body), 'body must be a text or an object');
  if (given(failOnError)) must(typeof failOnError === 'boolean', 'failOnError must be a boolean');
}

function checkUpdate({ updates, data, subscriptionAction }: Config): void {
  for (const [name, value] of Object.entries({ updates, data })) if (given(value)) must(isObject(value), `${name} must be an object`);
  if (given(subscriptionAction))
    must(
      SUBSCRIPTION_ACTIONS.includes(subscriptionAction as string),
      `subscriptionAction must be one of ${SUBSCRIPTION_ACTIONS.join(', ')}`,
    );
}

function checkExit({ reason }: Config): void {
  if (given(reason)) must(typeof reason === 'string' && reason.length <= 500, 'reason must be a text');
}

const CHECKS: Readonly<Record<StepType, (config: Config) => void>> = {
  TRIGGER: () => undefined,
  SEND_EMAIL: checkEmail,
  DELAY: checkDelay,
  WAIT_FOR_EVENT: checkWait,
  CONDITION: checkCondition,
  WEBHOOK: checkWebhook,
  UPDATE_CONTACT: checkUpdate,
  EXIT: checkExit,
};

export interface Position {
  x: number;
  y: number;
}

export type StepWish = Omit<Step, 'id'> & { position: Position };

function readName(sent: unknown): string {
  if (typeof sent !== 'string' || sent.trim() === '') throw refuse('name is required');
  if (sent.trim().length > MOST_NAME) throw refuse(`name must be at most ${MOST_NAME} characters`);
  return sent.trim();
}

function readPosition(sent: unknown): Position {
  if (!isObject(sent)) throw refuse('position is required');
  const { x, y } = sent;
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw refuse('position needs the numbers x and y');
  return { x: x as number, y: y as number };
}

function readConfig(type: StepType, sent: unknown): Config {
  if (!isObject(sent)) throw refuse('config is required and must be an object');
  if (JSON.stringify(sent).length > MOST_CONFIG) throw refuse(`config may have ${MOST_CONFIG} characters at most`);
  CHECKS[type](sent);
  return sent;
}

function readTemplate(sent: unknown): string | null {
  if (!given(sent)) return null;
  if (typeof sent !== 'string' || sent === '') throw refuse('templateId must be a text');
  return sent;
}

/** Whether a new step is linked from the last that nothing follows; unless the body says false. */
export function readAutoConnect({ autoConnect }: Config): boolean {
  if (given(autoConnect) && typeof autoConnect !== 'boolean') throw refuse('autoConnect must be a boolean');
  return autoConnect !== false;
}

/** The body of POST steps; the refusals come in this order. */
export function readStep(body: Config): StepWish {
  const type = body['type'] as StepType;
  if (!given(type)) throw refuse('type is required');
  if (!STEP_TYPES.includes(type)) throw refuse(`type must be one of ${STEP_TYPES.filter((one) => one !== 'TRIGGER').join(', ')}`);
  const [name, position] = [readName(body['name']), readPosition(body['position'])];
  return { type, name, position, config: readConfig(type, body['config']), templateId: readTemplate(body['templateId']) };
}

/** Only what is sent; the type never changes. */
export function readStepChanges(body: Config, type: StepType): Partial<Omit<StepWish, 'type'>> {
  return {
    ...(given(body['name']) ? { name: readName(body['name']) } : {}),
    ...(given(body['position']) ? { position: readPosition(body['position']) } : {}),
    // The TRIGGER's follows from the workflow.
    ...(given(body['config']) && type !== 'TRIGGER' ? { config: readConfig(type, body['config']) } : {}),
    ...('templateId' in body ? { templateId: readTemplate(body['templateId']) } : {}),
  };
}

/** What an UPDATE_CONTACT step writes. */
export interface ContactUpdate {
  /** A patch by the rules of contract 2.1; null: the data stays. */
  data: Data | null;
  /** Null: as it is. */
  subscribed: boolean | null;
}

export const updatesOf = ({ updates, data }: Config): Data | null => (updates ?? data ?? null) as Data | null;

const SUBSCRIPTION: Readonly<Record<string, boolean>> = { subscribe: true, unsubscribe: false };

/** @param updates rendered. Throws when there is nothing to do. */
export function contactUpdate({ subscriptionAction }: Config, updates: Data | null): ContactUpdate {
  const data = updates && Object.keys(updates).length > 0 ? updates : null;
  const subscribed = SUBSCRIPTION[String(subscriptionAction)] ?? null;
  if (data === null && subscribed === null) throw new Error('UPDATE_CONTACT has nothing to do');
  return { data, subscribed };
}

/** Something steps may refer to (contract 2.1 "Usage of a field", 4.5, 4.9); exactly one of them. */
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
