/** Sending: claimed rows pass the send gate, are attempted, and their outcomes written; what a dead process left is settled. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Config } from '#kit/config/config.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Due } from '../domain/email.ts';
import { policyOf } from '../domain/unknown.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createComposer } from '../message/composer.ts';
import type { ComposerParts } from '../message/composer.ts';
import type { PhishingCheck } from '../phishing/phishing-check.ts';
import { createCarriers, timedProvider } from '../providers/provider.ts';
import type { ProviderChoice } from '../providers/provider.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import { createDispatcher } from './dispatcher.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Commit } from './group-commit.ts';
import type { PageSlots } from './page-slots.ts';
import { createAdjustingRateLimiter, createRateLimiter, createMeasuredRateLimiter } from './rate-limiter.ts';
import { createRecovery } from './recovery.ts';
import type { RecoveryParts } from './recovery.ts';
import { createSendAttempt } from './send-attempt.ts';
import type { SendAttemptParts } from './send-attempt.ts';
import { createSendGate } from './send-gate.ts';
import type { CampaignGate } from './send-gate.ts';
import type { Spool } from './spool.ts';
import { combined, createSubscriptionCheck } from './suppression-checks.ts';
import type { SuppressionCheck } from './suppression-checks.ts';

export { createRateLimiter } from './rate-limiter.ts';
export { attemptKey } from './spool-recovery.ts';
export { openSpool } from './spool.ts';
export type { Spool, SpoolState } from './spool.ts';
export type { Commit } from './group-commit.ts';
export type { RateLimiter } from './rate-limiter.ts';
export type { ClaimedSlots, HeldPage, NoteListener, PageSlots, SlotMail, AcceptedSlot } from './page-slots.ts';
export type { CampaignGate } from './send-gate.ts';
export type { SuppressionCheck } from './suppression-checks.ts';

export interface DispatchParts
  extends Omit<ComposerParts, 'signingKey' | 'bodies'>, Pick<SendAttemptParts, 'returnPaths' | 'messageMaxBytes'> {
  /** As it was a moment ago. */
  project: (projectId: string) => Promise<Pick<Project, 'disabled' | 'paused' | 'tracking'>>;
  isPhishing: PhishingCheck;
  sending: Config['sending'];
  ledger: Ledger;
  domains: Pick<SenderDomains, 'signingKey'>;
  choice: ProviderChoice;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findUnreachable'>;
  spool: Spool | null;
  /** Addresses mail must not go to. */
  suppressed: SuppressionCheck;
  campaignGate: CampaignGate;
  openPages: PageSlots & Pick<RecoveryParts, 'holdsPages'>;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  redis: Redis;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface Dispatch {
  /** Writes a row of transactional priority; it leaves at once where nothing waits before it. */
  commit: Commit;
  /** Rows just written here: they leave at once, without waiting for the poll. */
  hint(rows: readonly Due[]): void;
  /** Rows without `dueAt`, which no poll finds: only here they are known of, until they leave or are dropped. */
  hintHeld(rows: readonly Due[]): void;
  drop(rows: readonly Due[]): void;
  start(): void;
  /** Claims no more, ends what is in flight; for most of the time it has it waits for the provider's answers. */
  stop(withinMs: number): Promise<void>;
}

/** Of the time that a stop may take; in the rest it is written down what was not answered. */
const ANSWERS_SHARE = 0.7;

export function createDispatch(parts: DispatchParts): Dispatch {
  const { sending, ledger, domains, choice, contacts, suppressed, campaignGate, openPages, tried, spool } = parts;
  const { redis, clock, log, metrics } = parts;
  const { provider, rate, workers } = choice;
  const composer = createComposer({ ...parts, bodies: ledger.bodies, signingKey: domains.signingKey });
  const gate = createSendGate({
    suppressed: combined(createSubscriptionCheck(contacts), suppressed),
    campaignGate,
    project: parts.project,
  });
  const shared = createAdjustingRateLimiter(rate, (perSecond) =>
    createRateLimiter({ redis, rate: perSecond, now: () => clock().getTime() }),
  );
  const attempt = createSendAttempt({
    ...parts,
    provider: timedProvider(provider, metrics),
    compose: composer.compose,
    recheck: gate.recheck,
  });
  const dispatcher = createDispatcher({
    rows: ledger.rows,
    outcomes: ledger.outcomes,
    attempt,
    pages: {
      ...parts,
      slots: openPages,
      composer,
      provider,
      feed: (feed) => provider.feed?.(feed) ?? createCarriers(provider, feed),
    },
    limiter: createMeasuredRateLimiter(shared, rate, metrics),
    workers,
    spool,
    gate,
    tried,
    leaseMs: sending.leaseMs,
    clock,
    log,
    metrics,
  });
  const { rows, outcomes, rules } = ledger;
  const recovery = createRecovery({
    ...parts,
    ledger: rows,
    outcomes,
    provider,
    rules,
    holdsPages: openPages.holdsPages,
    leaseMs: sending.leaseMs,
  });
  return {
    commit: createGroupCommit({
      ...parts,
      rows: ledger.rows,
      dispatcher,
      mayBeBornClaimed: (row) => spool !== null || policyOf(row, Boolean(provider.outcomeOf)) !== 'leave',
      leaseMs: sending.leaseMs,
    }),
    hint: dispatcher.hint,
    hintHeld: dispatcher.hintHeld,
    drop: dispatcher.drop,
    start() {
      dispatcher.start();
      recovery.start();
    },
    async stop(withinMs) {
      const stopped = Promise.all([dispatcher.stop(), recovery.stop()]);
      await Promise.race([stopped, sleep(withinMs * ANSWERS_SHARE, undefined, { ref: false })]);
      dispatcher.releaseWaiting();
      await provider.close();
      await stopped;
      await spool?.close();
    },
  };
}
