/** The ledger as the rest of delivery uses it: rows, what became of them, bodies, reads; and its metrics. */
import type { Model } from 'mongoose';
import type { Config } from '#kit/config/config.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '../domain/email.ts';
import type { RetryRules } from '../domain/replies.ts';
import type { DeliveryModels } from '../model.ts';
import { registerBacklogMetrics } from './backlog-metrics.ts';
import type { Bodies } from './bodies.ts';
import { createBodies } from './bodies.ts';
import type { CampaignMailContent, CampaignMailDomains, CampaignMailHours } from './campaign-mails.ts';
import type { Deliverability } from './deliverability.ts';
import { createDeliverability } from './deliverability.ts';
import type { CampaignMailReads, EmailReader, EmailReaderParts } from './email-reader.ts';
import { createEmailReader } from './email-reader.ts';
import { createMailHours } from './mail-hours.ts';
import type { MailHours } from './mail-hours.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { createQueueReport } from './queue-report.ts';
import type { QueueReport, QueueReportParts } from './queue-report.ts';
import type { Retention } from './retention.ts';
import { createRetention } from './retention.ts';
import type { LedgerRows } from './rows.ts';
import { createLedgerRows } from './rows.ts';
import type { CountTransition } from './transition-metrics.ts';
import { createTransitionCounter } from './transition-metrics.ts';

export type { Bodies, StoredBody } from './bodies.ts';
export { mergedWindow } from './campaign-mails.ts';
export type {
  CampaignMailContent,
  CampaignMailDomains,
  CampaignMailHours,
  CampaignMailList,
  CampaignMailQuery,
  CampaignMails,
  DomainTotals,
  PageBlock,
  PageBlocks,
} from './campaign-mails.ts';
export type { Deliverability } from './deliverability.ts';
export type { MailHours } from './mail-hours.ts';
export type { Retention } from './retention.ts';
export type { HeldMails, QueueReport } from './queue-report.ts';
export type { EmailReader } from './email-reader.ts';
export type { OutcomeWriter, RecordedOutcome } from './outcome-writer.ts';
export type { LedgerRows } from './rows.ts';
export type { CountTransition } from './transition-metrics.ts';

export interface LedgerParts {
  models: Pick<DeliveryModels, 'emails' | 'journal' | 'inbox' | 'retention' | 'deliverability'>;
  blobs: Blobs;
  sending: Pick<
    Config['sending'],
    'retryDeadlineTransactionalMs' | 'retryDeadlineBulkMs' | 'unknownRetryAfterMs' | 'leaseMs' | 'retentionMs'
  >;
  /** Names this process in traces and claims. */
  processId: string;
  id: () => string;
  clock: () => Date;
  metrics: Metrics;
  log: Log;
}

export interface AllMail {
  reader: EmailReader;
  /** Runs between `start` and `stop`. */
  retention: Retention;
  deliverability: Deliverability;
  queue: QueueReport;
  mailHours: MailHours;
}

export interface Ledger {
  model: Model<EmailRow>;
  rows: LedgerRows;
  /** What became of claimed rows. */
  outcomes: OutcomeWriter;
  bodies: Bodies;
  /** What is for all mail: rows, and the campaign mails that have none. */
  withCampaigns(
    campaigns: CampaignMailReads &
      Pick<EmailReaderParts, 'contacts'> &
      Pick<QueueReportParts, 'heldMails'> & {
        pageContent: CampaignMailContent;
        domainCounts: CampaignMailDomains;
        hourCounts: CampaignMailHours;
      },
  ): AllMail;
  rules: RetryRules;
  countTransition: CountTransition;
}

export function createLedger({ models, blobs, sending, processId, id, clock, metrics, log }: LedgerParts): Ledger {
  const rules: RetryRules = {
    deadlineTransactional: sending.retryDeadlineTransactionalMs,
    deadlineBulk: sending.retryDeadlineBulkMs,
    unknownRetryAfter: sending.unknownRetryAfterMs,
  };
  const countTransition = createTransitionCounter(metrics);
  const bodies = createBodies(blobs, clock);
  registerBacklogMetrics(models.emails, metrics, clock);
  return {
    model: models.emails,
    rows: createLedgerRows({ model: models.emails, processId, id, countTransition }),
    outcomes: createOutcomeWriter({ ...models, rules, heldMs: sending.leaseMs / 3, processId, id, countTransition, clock }),
    bodies,
    withCampaigns: (campaigns) => ({
      reader: createEmailReader({ ...campaigns, model: models.emails, blobs, bodies }),
      retention: createRetention({ models, blobs, pages: campaigns.pageContent, keptMs: sending.retentionMs, clock, log }),
      deliverability: createDeliverability({
        emails: models.emails,
        kept: models.deliverability,
        campaignMails: campaigns.domainCounts,
        clock,
      }),
      queue: createQueueReport({ model: models.emails, heldMails: campaigns.heldMails }),
      mailHours: createMailHours({ emails: models.emails, campaignMails: campaigns.hourCounts }),
    }),
    rules,
    countTransition,
  };
}
