/**
 * A whole message on its way to delivery: the same limits and the same path as POST /v1/send (contract "SMTP relay"). When it answers,
 * every recipient's row is on disk.
 */
import { hash, randomUUID } from 'node:crypto';
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { within } from '#kit/contract/deadline.ts';
import { Fault, fault } from '#kit/errors.ts';
import { failpoint } from '#kit/failpoint.ts';
import { enforce } from '#kit/limits/rate-limiter.ts';
import type { RateLimiter } from '#kit/limits/rate-limiter.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { AccountsServiceDefinition, SettleIdempotencyKeyRequest } from '#proto/accounts/v1/accounts.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { Authentication, Identity } from './authentication.ts';
import type { Message } from './domain/message.ts';
import { Refusal, notSentNow, refusalOf } from './domain/refusal.ts';
import { sendRequest } from './domain/send-request.ts';
import type { AttachmentLimits, Envelope, SendRequest } from './domain/send-request.ts';
import type { MessageReader } from './message-reader.ts';
import type { Spooled } from './spool.ts';
import type { WorkQueue } from './work-queue.ts';

export interface SubmissionsParts {
  authentication: Pick<Authentication, 'projectOf'>;
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'claimIdempotencyKey' | 'settleIdempotencyKey'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'send' | 'checkSender'>;
  limiter: RateLimiter;
  reader: MessageReader;
  queue: WorkQueue;
  attachments: AttachmentLimits;
  /** How long the services may take for one message. */
  deadlineMs: number;
  clock: () => Date;
  log: Log;
}

export interface Submissions {
  /** @throws Refusal unless the key may send from the address now */
  checkSender(identity: Identity, address: string): Promise<void>;
  /** Answers the text of the 250 reply. @throws Refusal */
  submit(identity: Identity, envelope: Envelope, spooled: Spooled): Promise<string>;
}

/** Named in claims, where a request of HTTP has its method and path. */
const REQUEST = 'SMTP message';
const ACCEPTED = 200;

const callOf = (projectId: string): CallMeta => ({ projectId, requestId: randomUUID(), actor: { kind: 'key', id: 'secret' } });

/** Anything thrown as what the client is to hear. */
function asRefusal(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Fault) return refusalOf(error);
  log.error({ err: error }, 'a message could not be taken');
  return notSentNow('An unexpected error occurred');
}

/** The same key, Message-ID and envelope are the same message, whatever a queue wrote into its headers since. */
function identityOf({ key }: Identity, messageId: string, { from, recipients }: Envelope): string {
  const to = recipients.map((address) => address.toLowerCase()).toSorted();
  return `smtp:${hash('sha256', JSON.stringify([key, messageId, from, to]), 'base64url')}`;
}

export function createSubmissions(parts: SubmissionsParts): Submissions {
  const { authentication, accounts, delivery, limiter, reader, queue, attachments, deadlineMs, clock, log } = parts;

  /** The operation to do, or null when it was done before. A message that another connection has in flight comes again later. */
  async function claim(key: string, call: CallMeta): Promise<string | null> {
    try {
      const { operationId } = await accounts.claimIdempotencyKey({ key, request: REQUEST, bodyHash: key }, call);
      return operationId;
    } catch (error) {
      if (!(error instanceof Fault) || error.name !== 'IDEMPOTENCY_KEY_REUSED') throw error;
      if (error.options.details?.['originalStatusCode'] === ACCEPTED) return null;
      throw notSentNow('The same message is being accepted, try again later', '4.2.1');
    }
  }

  /** What could not be written is settled by the claim's lease. */
  async function settle(settlement: SettleIdempotencyKeyRequest, call: CallMeta): Promise<void> {
    await accounts.settleIdempotencyKey(settlement, call).catch((error: unknown) => {
      log.warn({ requestId: call.requestId, error: (error as Error).message }, 'an idempotency claim stays open');
    });
  }

  async function send(request: SendRequest, call: CallMeta, operationId?: string): Promise<string> {
    const { emails } = await delivery.send({ ...request, operationId }, call);
    failpoint('relay sent');
    return `Message accepted as ${emails.map(({ email }) => email).join(' ')}`;
  }

  /** What failed for good frees the claim; anything else may have happened all the same, and is finished by who comes again. */
  async function sendOnce(request: SendRequest, key: string, call: CallMeta): Promise<string> {
    const operationId = await claim(key, call);
    failpoint('relay claimed');
    if (operationId === null) return 'Message was accepted before';
    try {
      const answer = await send(request, call, operationId);
      await settle({ key, operationId, statusCode: ACCEPTED }, call);
      return answer;
    } catch (error) {
      if (error instanceof Fault && error.status < 500) await settle({ key, operationId, statusCode: error.status }, call);
      throw error;
    }
  }

  async function deliver(identity: Identity, envelope: Envelope, message: Message): Promise<string> {
    const projectId = await authentication.projectOf(identity.key);
    const left = await limiter(projectId, 'send', clock().getTime());
    if (left) enforce(left);
    const request = sendRequest(message, envelope, attachments);
    const call = callOf(projectId);
    return await (message.messageId === null
      ? send(request, call)
      : sendOnce(request, identityOf(identity, message.messageId, envelope), call));
  }

  async function submit(identity: Identity, envelope: Envelope, spooled: Spooled): Promise<string> {
    try {
      return await queue.run(identity.projectId, spooled.size, async () => {
        const message = await reader.read(spooled);
        await spooled.end();
        return await within(deadlineMs, deliver(identity, envelope, message), () => fault('SERVICE_TIMEOUT'));
      });
    } catch (error) {
      throw asRefusal(error, log);
    } finally {
      await spooled.end();
    }
  }

  async function checkSender(identity: Identity, address: string): Promise<void> {
    try {
      const projectId = await authentication.projectOf(identity.key);
      // A bounce comes from nobody; what it says in From is checked with the message.
      if (address !== '') await delivery.checkSender({ address }, callOf(projectId));
    } catch (error) {
      throw asRefusal(error, log);
    }
  }

  return { checkSender, submit };
}
