/** Templated values of a step: which texts are to be rendered, and what they see (contract "Template language: Scope"). */
import type { Data, Scope } from './condition.ts';

/** Names a client's data never reaches. */
const RESERVED = new Set(['id', 'email', 'posthorn_id', 'posthorn_email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl']);

const isOrdinary = ([name]: [string, unknown]): boolean => !RESERVED.has(name);

/**
 * The contact's data, over them the context, over all the reserved names. Built from entries, so that no name reaches a prototype.
 * @param dashboard `DASHBOARD_URI`, no slash at its end
 */
export function renderScope({ contact, context, event }: Scope, dashboard: string): Data {
  const stored = Object.entries(contact.data ?? {});
  const own = Object.entries(context).filter(isOrdinary);
  const url = (page: string): [string, string] => [`${page}Url`, `${dashboard}/${page}/${contact.id}`];
  return Object.fromEntries([
    ['data', Object.fromEntries([...stored, ...own])],
    ...stored,
    ...own,
    ['event', event],
    ['id', contact.id],
    ['email', contact.email],
    ['posthorn_id', contact.id],
    ['posthorn_email', contact.email],
    ...['unsubscribe', 'subscribe', 'manage'].map(url),
  ]);
}

/** What a mail of the step sees beside the contact's own data. */
export const mailData = ({ context, event }: Pick<Scope, 'context' | 'event'>): Data =>
  Object.fromEntries([...Object.entries(context), ['event', event]]);

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** The texts in a value that are templates, each once. */
export function templatesIn(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') return void (isTemplate(part) && found.add(part));
    if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return [...found];
}

/** The value with its templates replaced; names stay as they are. */
export function filled(value: unknown, rendered: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return rendered.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => filled(part, rendered));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, rendered)]));
}
