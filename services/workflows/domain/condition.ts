/** CONDITION steps: which field they ask for, and which branch its value takes (contract 4.8 "CONDITION roots"). */
import { COMPARISONS, PRESENCE } from '#kit/operators.ts';
import type { Config } from './graph.ts';

export type Data = Readonly<Record<string, unknown>>;

/** What a step of an execution can see. */
export interface Scope {
  contact: { id: string; email: string; subscribed: boolean; data: Data | null };
  workflow: { id: string; name: string };
  /** Grows by the data of events that were waited for. */
  context: Data;
  /** The triggering event's data; of a manual start the context. */
  event: Data;
}

export const OPERATORS = [...COMPARISONS, ...PRESENCE] as const;
type Operator = (typeof OPERATORS)[number];

export const needsValue = (operator: string): boolean => operator !== 'exists' && operator !== 'notExists';

const FIELDS = new Set(['contact.email', 'contact.subscribed', 'workflow.id', 'workflow.name']);
const ROOTS = ['contact.data.', 'data.', 'event.'] as const;

/** `contact.data.plan` → `contact.data.`; whole fields stand for themselves; null for what no condition can ask about. */
export function rootOf(field: string): string | null {
  if (FIELDS.has(field)) return field;
  return ROOTS.find((root) => field.startsWith(root) && field.length > root.length) ?? null;
}

/** The custom field of contacts that is asked for, without `data.`; null when it is something else. */
export function customFieldOf(field: string): string | null {
  const root = rootOf(field);
  return root === 'contact.data.' || root === 'data.' ? field.slice(root.length) : null;
}

/** The literal key first, then the path; own properties only. Undefined when there is none. */
export function lookUp(data: Data | null, path: string): unknown {
  if (data === null) return undefined;
  if (Object.hasOwn(data, path)) return data[path];
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Data)[name];
  }
  return value;
}

function valueOf(field: string, { contact, workflow, event }: Scope): unknown {
  const root = rootOf(field);
  if (root === null) return undefined;
  if (root === 'contact.email') return contact.email;
  if (root === 'contact.subscribed') return contact.subscribed;
  if (root === 'workflow.id') return workflow.id;
  if (root === 'workflow.name') return workflow.name;
  return lookUp(root === 'event.' ? event : contact.data, field.slice(root.length));
}

/** Equal in value and type; of lists and objects, equal in their parts. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && same((one as Data)[key], (other as Data)[key]))
  );
}

function holds(held: unknown, value: unknown): boolean {
  if (Array.isArray(held)) return held.some((one) => same(one, value));
  return typeof held === 'string' && held.includes(String(value));
}

/** Numbers as such, texts that are none as dates; NaN for what has no order. */
function orderOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return NaN;
  const number = Number(value);
  return Number.isNaN(number) ? Date.parse(value) : number;
}

const TESTS: Readonly<Record<Operator, (held: unknown, value: unknown) => boolean>> = {
  equals: same,
  notEquals: (held, value) => !same(held, value),
  contains: holds,
  notContains: (held, value) => !holds(held, value),
  greaterThan: (held, value) => orderOf(held) > orderOf(value),
  lessThan: (held, value) => orderOf(held) < orderOf(value),
  greaterThanOrEqual: (held, value) => orderOf(held) >= orderOf(value),
  lessThanOrEqual: (held, value) => orderOf(held) <= orderOf(value),
  exists: () => true,
  notExists: () => false,
};

/** A missing field gives no for everything but `notExists`. */
function isTrue(held: unknown, { operator, value }: Config, ignoresCase: boolean): boolean {
  if (held === undefined || held === null) return operator === 'notExists';
  const fold = (one: unknown): unknown => (ignoresCase && typeof one === 'string' ? one.trim().toLowerCase() : one);
  return TESTS[operator as Operator](fold(held), fold(value));
}

const asks = ({ operator }: Config): boolean => OPERATORS.includes(operator as Operator);

/** `yes`, `no`, a branch's id or `default`. Throws when the config does not say what is asked. */
export function branchOf(config: Config, scope: Scope): string {
  const { mode, field, branches } = config;
  if (typeof field !== 'string' || field === '') throw new Error('CONDITION has no field');
  const [held, ignoresCase] = [valueOf(field, scope), field === 'contact.email'];
  if (mode !== 'multi') {
    if (!asks(config)) throw new Error('CONDITION has no operator');
    return isTrue(held, config, ignoresCase) ? 'yes' : 'no';
  }
  if (!Array.isArray(branches) || branches.length === 0) throw new Error('CONDITION has no branches');
  const first = (branches as Config[]).find((branch) => asks(branch) && isTrue(held, branch, ignoresCase));
  return (first?.['id'] as string | undefined) ?? 'default';
}
