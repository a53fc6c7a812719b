/** Wiring of the SMTP edge. It owns no data: conversations, limits and shapes only (contract "SMTP relay"). */
import type { CreateService } from '#kit/service.ts';
import { createRateLimiter } from '#kit/limits/rate-limiter.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { createAuthentication } from './authentication.ts';
import { createMessageReader } from './message-reader.ts';
import { createRelayMetrics } from './metrics.ts';
import { createPorts } from './ports.ts';
import { SESSION_LIMITS, createSessions } from './sessions.ts';
import { createSpool } from './spool.ts';
import { createSubmissions } from './submissions.ts';
import { createWorkQueue } from './work-queue.ts';

const MB = 1_048_576;
/** Messages worked on at once, and their bytes as they came: each is held several times over while it is. */
const WORKS = 32;
const WORK_BYTES = 48 * MB;

export const create: CreateService = async (kit) => {
  const { config, clock, log } = kit;
  const { http, relay, runtime, sending } = config;
  const accounts = kit.client(AccountsServiceDefinition, 'claimIdempotencyKey', 'resolveKey', 'settleIdempotencyKey');
  const delivery = kit.client(DeliveryServiceDefinition, 'checkSender', 'send');
  const { maxBytes } = sending.attachments;
  const authentication = createAuthentication(accounts);
  const reader = createMessageReader();
  const queue = createWorkQueue(WORKS, WORK_BYTES);
  const spool = createSpool({ budgetBytes: relay.bytesInFlight, maxBytes });
  const sessions = createSessions(() => performance.now(), { ...SESSION_LIMITS, slowMs: relay.slowClientMs });
  const submissions = createSubmissions({
    authentication,
    accounts,
    delivery,
    limiter: createRateLimiter(kit.redis, { perMinute: http.rateLimitPerMinute, buckets: http.buckets }, log),
    reader,
    queue,
    attachments: sending.attachments,
    deadlineMs: runtime.busRequestTimeoutMs,
    clock,
    log,
  });
  const metrics = createRelayMetrics(kit.metrics, {
    connections: () => sessions.size,
    bytes: spool.held,
    waiting: () => queue.waiting,
    certificateExpires: () => ports.certificateExpires(),
  });
  const { maxRecipients, domain: name } = relay;
  const ports = createPorts(
    { name, maxBytes, maxRecipients, authentication, submissions, spool, sessions, metrics, log },
    { relay, host: http.host },
  );
  return {
    name: 'relay',
    async start() {
      if (relay.enabled) await ports.start();
    },
    async stop(withinMs) {
      await ports.stop(withinMs);
      await reader.stop();
    },
  };
};
