/** Calls the address of a WEBHOOK step, signed by the Standard Webhooks scheme (contract 6 "WEBHOOK step"). */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { RequestRefused } from '#kit/outbound/request.ts';
import type { Outbound } from '#kit/outbound/request.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Output } from './domain/advance.ts';
import type { WebhookRequest } from './domain/webhook.ts';

export interface WebhookCallParts {
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'getWebhookSecret'>;
  outbound: Outbound;
  clock: () => Date;
}

export interface WebhookAsked {
  /** Names the request, however often it is made. */
  id: string;
  request: WebhookRequest;
  /** Another status than 2xx is asked again, and in the end a failure. */
  failOnError: boolean;
  call: CallMeta;
}

/** Answers the output of the step. Throws WebhookFailed when it fails for good, and what accounts faults. */
export type WebhookCall = (asked: WebhookAsked) => Promise<Output>;

export class WebhookFailed extends Error {}

const ANSWER_MAX = 10_240;
const LIMITS = { timeoutMs: 10_000, bytes: ANSWER_MAX, redirects: 5 };
const ATTEMPTS = 3;
const PAUSE_MS = [1_000, 3_000];
const SIGNED_BY = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** What an answer is as an output: JSON as such, if it was not cut. */
function shownAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One signature by each secret, so that a receiver that knows either takes the request. @param at Unix time in seconds */
function signatureHeaders(secrets: readonly string[], { id, at, body }: { id: string; at: number; body: string }): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') };
}

export function createWebhookCall({ accounts, outbound, clock }: WebhookCallParts): WebhookCall {
  /** None for a step that signs in its own way. */
  async function secretsFor({ headers }: WebhookRequest, call: CallMeta): Promise<string[]> {
    if (SIGNED_BY.some((name) => name in headers)) return [];
    const { secret, previous } = await accounts.getWebhookSecret({}, call);
    return previous ? [secret, previous] : [secret];
  }

  return async function callWebhook({ id, request, failOnError, call }) {
    const { url, method, body } = request;
    const secrets = await secretsFor(request, call);
    let failure = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await sleep(PAUSE_MS[attempt - 1]!);
      const at = Math.floor(clock().getTime() / 1_000);
      const signed = secrets.length > 0 ? signatureHeaders(secrets, { id, at, body: body ?? '' }) : {};
      const headers = { ...request.headers, ...signed, 'idempotency-key': id };
      try {
        const { status, text } = await outbound({ url, method, body, headers }, LIMITS);
        const success = status >= 200 && status < 300;
        if (success || !failOnError) return { url, method, statusCode: status, success, response: shownAnswer(text) };
        failure = `Webhook answered ${status}`;
      } catch (error) {
        if (error instanceof RequestRefused) throw new WebhookFailed(error.message);
        const { name, message, cause } = error as Error;
        failure =
          name === 'TimeoutError'
            ? 'Webhook did not answer in time'
            : `Webhook failed: ${(cause as Error | undefined)?.message ?? message}`;
      }
    }
    throw new WebhookFailed(failure);
  };
}
