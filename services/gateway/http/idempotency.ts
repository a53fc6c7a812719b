/** Idempotency-Key of POST /v1/send and /v1/track: claimed before the body is parsed, settled before the answer leaves (contract 4.3). */
import type { Client } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Caller } from '../route.ts';

export interface Claim {
  key: string;
  operationId: string;
}

export interface ClaimRequest {
  key: string;
  /** For instance `POST /v1/send`. */
  request: string;
  /** SHA-256 of the body's bytes, base64url: a dead request's key is taken over by the same request only. */
  bodyHash: string;
}

export interface Idempotency {
  /** Takes the key for this request; faults IDEMPOTENCY_KEY_REUSED when another one holds it. */
  claim(asked: ClaimRequest, caller: Caller): Promise<Claim>;
  /** A claim that cannot be settled now is settled by its lease: the answer must not wait for it or fail with it. */
  settle(held: Claim, statusCode: number, caller: Caller): Promise<void>;
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

export function createIdempotency(
  accounts: Pick<Client<AccountsServiceDefinition>, 'claimIdempotencyKey' | 'settleIdempotencyKey'>,
  log: Log,
): Idempotency {
  async function claim(asked: ClaimRequest, caller: Caller): Promise<Claim> {
    const { operationId } = await accounts.claimIdempotencyKey(asked, caller);
    return { key: asked.key, operationId };
  }

  async function settle(held: Claim, statusCode: number, caller: Caller): Promise<void> {
    try {
      await accounts.settleIdempotencyKey({ ...held, statusCode }, caller);
    } catch (error) {
      log.warn({ requestId: caller.requestId, error: (error as Error).message }, 'an idempotency claim stays open');
    }
  }

  return { claim, settle };
}
