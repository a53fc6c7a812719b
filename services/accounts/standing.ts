/** What decides whether a project may send: suspension, reputation, phishing and payment. */
import type { Model } from 'mongoose';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { Kit } from '#kit/service.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { createPayments } from './billing/payments.ts';
import type { Payments } from './billing/payments.ts';
import { createOperatorNotices } from './operator-notices.ts';
import { createPhishingHits } from './phishing/phishing-hits.ts';
import type { PhishingHits } from './phishing/phishing-hits.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';
import type { ProjectsStore } from './projects-store.ts';
import { createReputation } from './reputation/reputation.ts';
import type { Reputation } from './reputation/reputation.ts';
import { createSuspension } from './suspension.ts';
import type { Suspension } from './suspension.ts';

export interface StandingParts extends Pick<Kit, 'client' | 'clock' | 'config' | 'log' | 'metrics' | 'mongo'> {
  projects: ProjectsStore;
  audit: AuditTrail;
  mail: PlatformMail;
  dashboard: string;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'attemptWaiting' | 'countMails' | 'getUsage'>;
  campaigns: Pick<Client<typeof CampaignsServiceDefinition>, 'holdAll'>;
}

export interface Standing {
  suspension: Suspension;
  phishing: PhishingHits;
  reputation: Reputation;
  payments: Payments;
  models: Model<any>[];
  consumers: Consumer[];
}

export async function createStanding(parts: StandingParts): Promise<Standing> {
  const { billing, phishing: look, platform, suspension: settings } = parts.config;
  const operators = createOperatorNotices(settings.ntfyUrl);
  const workflows = parts.client(WorkflowsServiceDefinition, 'cancelProject');
  const suspension = createSuspension({ ...parts, operators, workflows });
  const phishing = createPhishingHits({ ...parts, suspension, rule: look.rule, platform: platform.mail });
  const reputation = createReputation({ ...parts, suspension, isAutomatic: settings.isAutomatic });
  const payments = await createPayments({ ...parts, settings: billing.stripe, suspension, operators });
  return {
    suspension,
    phishing,
    reputation,
    payments,
    models: [...reputation.models, phishing.model, ...payments.models],
    consumers: [reputation.consumer, ...payments.consumers],
  };
}
