/** The request of a WEBHOOK step (contract 4.8, 6 "WEBHOOK step"). */
import type { Config } from './graph.ts';
import type { Scope } from './condition.ts';

/** A request as it goes out; kept before it does, so that each attempt is the same. */
export interface WebhookRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface Execution {
  id: string;
  startedAt: Date;
}

const methodOf = ({ method }: Config): string => (typeof method === 'string' ? method : 'POST');

/** What is templated of a step's config. */
export const templatedParts = ({ url, headers, body }: Config): Config => ({ url, headers, body });

function defaultBody({ contact, workflow, event }: Scope, { id, startedAt }: Execution): object {
  const { email, subscribed, data } = contact;
  return { contact: { email, subscribed, data }, workflow, execution: { id, startedAt: startedAt.toISOString() }, event };
}

/** @param parts the config's templated parts, rendered. Throws when there is no URL. */
export function webhookRequest(
  config: Config,
  parts: Config,
  { scope, execution }: { scope: Scope; execution: Execution },
): WebhookRequest {
  const method = methodOf(config);
  const url = typeof parts['url'] === 'string' ? parts['url'].trim() : '';
  if (url === '') throw new Error('WEBHOOK has no url');
  const given = Object.entries((parts['headers'] ?? {}) as Record<string, string>);
  // A value that was filled in must not start a header of its own.
  const headers = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value.replace(/[\r\n]+/g, ' ')]));
  if (method === 'GET') return { url, method, headers, body: null };
  const body = parts['body'] ?? defaultBody(scope, execution);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { url, method, headers: { 'content-type': 'application/json', ...headers }, body: text };
}
