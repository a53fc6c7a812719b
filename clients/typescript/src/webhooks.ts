/** Checks that a request comes from a WEBHOOK step of one's own project, by the Standard Webhooks scheme. */
import { PosthornError } from './errors.ts';

/** The request is not signed with the secret, or not now: do nothing of what it says. */
export class WebhookError extends PosthornError {
  override readonly name = 'WebhookError';
}

/** Headers by name, as `fetch` or as a server of Node has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  headers: WebhookHeaders;
  /** Of the project: `projects.webhookSecret.get`. While it is rotated, one of the two is enough. */
  secret: string;
  /** How far the time of the request may be off, in ms either way. Default: five minutes. */
  toleranceMs?: number;
}

const TOLERANCE_MS = 300_000;
const PREFIX = 'whsec_';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof entry === 'string' ? entry : (entry?.[0] ?? '');
}

function decoded(signature: string): Uint8Array<ArrayBuffer> | null {
  try {
    return bytesOf(signature);
  } catch {
    return null;
  }
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : null;
  if (!bytes?.length) throw new TypeError('The secret of webhooks is whsec_ and base64');
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/**
 * Answers the id of the request, the same however often it is made: what is known by it is done already.
 * @param body as it came, before it was parsed: another spelling of the same JSON has another signature
 * @throws WebhookError when the request is not to be believed, TypeError for a secret that is none
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  { headers, secret, toleranceMs = TOLERANCE_MS }: WebhookOptions,
): Promise<{ id: string }> {
  const key = await keyOf(secret);
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  if (id === '' || !/^\d{1,12}$/.test(time)) throw new WebhookError('The request is not signed');
  if (Math.abs(Date.now() - Number(time) * 1_000) > toleranceMs) throw new WebhookError('The request is too old, or from the future');
  const encoder = new TextEncoder();
  const [head, bytes] = [encoder.encode(`${id}.${time}.`), typeof body === 'string' ? encoder.encode(body) : body];
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  for (const given of headerOf(headers, 'webhook-signature').split(' ')) {
    const signature = given.startsWith('v1,') ? decoded(given.slice(3)) : null;
    // In constant time, by the runtime.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return { id };
  }
  throw new WebhookError('No signature of the request is by this secret');
}
