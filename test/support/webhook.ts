/** Reports as a mail server's operator would sign and send them. */
import { createHmac } from 'node:crypto';
import type { Answer, Api } from '#test/client.ts';

export interface Webhook {
  /** Texts and bytes are sent as they are, anything else as JSON. `at`: what the signature says, in ms. */
  (
    body: string | Uint8Array | object,
    options?: { at?: number; path?: string; type?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
}

/** Value of `X-Posthorn-Signature`. @param at ms */
export function signature(secret: string, body: string | Uint8Array, at: number): string {
  const time = Math.floor(at / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`;
}

/** Posts to the gateway that `client` speaks to. */
export function webhook(client: Api, secret: string): Webhook {
  return (body, { at = Date.now(), path = '/webhooks/delivery', type = 'application/json', headers = {} } = {}) => {
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return client.post(path, bytes, { 'content-type': type, 'x-posthorn-signature': signature(secret, bytes, at), ...headers });
  };
}
