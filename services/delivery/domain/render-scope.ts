/** What a template of a send sees (contract "Template language: Scope", 2.1). */

export type Data = Record<string, unknown>;

/** Names a client's data never reaches. */
const RESERVED = new Set(['id', 'posthorn_id', 'posthorn_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl']);

export interface ScopeParts {
  contact: { id: string; email: string; data: Data | null };
  /** The request's `data`, wrappers included. */
  request: Data | null;
  /** `DASHBOARD_URI`, no slash at its end. */
  dashboard: string;
  /** The mail and its signature, where links must carry them; null where the bare id will do. */
  link: { emailId: string; token: string } | null;
}

function isWrapper(value: unknown): value is { value: unknown; persistent: boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'value') &&
    Object.hasOwn(value, 'persistent') &&
    typeof (value as { persistent: unknown }).persistent === 'boolean'
  );
}

/** Request data by its values, of this send only ones too. Empty text overrides nothing (contract 2.1 "Render merge"). */
function given(request: Data | null): [string, unknown][] {
  return Object.entries(request ?? {})
    .map(([key, value]): [string, unknown] => [key, isWrapper(value) ? value.value : value])
    .filter(([key, value]) => !RESERVED.has(key) && value !== '');
}

/** Stored values, over them the request's, over all the reserved ones. Built from entries, so that no key reaches a prototype. */
export function sendScope({ contact, request, dashboard, link }: ScopeParts): Data {
  const merged = [...Object.entries(contact.data ?? {}), ...given(request)];
  const signed = link ? `?e=${link.emailId}&t=${link.token}` : '';
  const url = (page: string) => `${dashboard}/${page}/${contact.id}${signed}`;
  return Object.fromEntries([
    ['data', Object.fromEntries(merged)],
    ...merged,
    ['id', contact.id],
    ['email', contact.email],
    ['posthorn_id', contact.id],
    ['posthorn_email', contact.email],
    ['unsubscribeUrl', url('unsubscribe')],
    ['subscribeUrl', url('subscribe')],
    ['manageUrl', url('manage')],
  ]);
}
