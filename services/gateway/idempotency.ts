/** Idempotency-Key of POST /v1/send and /v1/track: claimed before the body is read, settled before the answer leaves (decisions 4.3 and 10). */
import type { Client } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Caller, Route } from './route.ts';

export interface Claim {
  key: string;
  operationId: string;
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The header's key; undefined when absent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !PRINTABLE.test(header) || header.trim() === '') {
    throw fault('BAD_REQUEST', { message: 'Idempotency-Key must be 1 to 255 printable ASCII characters' });
  }
  return header;
}

/** Takes the key for this request; IDEMPOTENCY_KEY_REUSED when another one holds it. */
export async function claim(accounts: Client<AccountsServiceDefinition>, { method, path }: Route, key: string, caller: Caller): Promise<Claim> {
  const { operationId } = await accounts.claimIdempotencyKey({ key, request: `${method} ${path}` }, caller);
  return { key, operationId };
}

/** A claim that cannot be settled now is settled by its lease: the answer must not wait for it or fail with it. */
export async function settle(accounts: Client<AccountsServiceDefinition>, held: Claim, statusCode: number, caller: Caller, log: Log): Promise<void> {
  try {
    await accounts.settleIdempotencyKey({ ...held, statusCode }, caller);
  } catch (error) {
    log.warn({ requestId: caller.requestId, error: (error as Error).message }, 'an idempotency claim stays open');
  }
}
