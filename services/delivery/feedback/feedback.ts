/**
 * What comes back about mail: notices of providers, bounce messages, opens and clicks, inbound mail; and what follows from it for addresses
 * (suppression) and for return paths.
 */
import type { Model } from 'mongoose';
import type { Config } from '#kit/config/config.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { DeliveryServiceDefinition, Visitor } from '#proto/delivery/v1/delivery.ts';
import type { EmailRow } from '../domain/email.ts';
import type { CampaignMails, CountTransition } from '../ledger/ledger.ts';
import type { DeliveryModels } from '../model.ts';
import type { Usage } from '../usage/usage.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import { createBounceAddresses, createReturnPaths } from './bounce-addresses.ts';
import type { ReturnPathsOf } from './bounce-addresses.ts';
import { createBounceConsumer } from './bounce-consumer.ts';
import { createEngagementRecorder } from './engagement.ts';
import { createInboundMail } from './inbound-mail.ts';
import { createMailReader } from './mail-reader.ts';
import { createNoticeRecorder } from './notices.ts';
import { createReceiver } from './receiver.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createSuppressionList } from './suppression-list.ts';
import type { SuppressionList } from './suppression-list.ts';

export type { SuppressionList } from './suppression-list.ts';

export interface FeedbackParts {
  models: Pick<DeliveryModels, 'emails' | 'notices' | 'suppressions'>;
  blobs: Blobs;
  domains: SenderDomains;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs' | 'upsert' | 'setSubscription'>;
  usage: Pick<Usage, 'counted'>;
  countTransition: CountTransition;
  slots: CampaignMails;
  /** Sign return paths. */
  trackingKeys: KeyRing;
  config: Pick<Config, 'notices' | 'sending'>;
  /** Unless the configuration says otherwise: what the receiver greets as, and where bounces go of domains without an MX of their own. */
  host: string;
  messageMaxBytes: number;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  clock: () => Date;
  log: Log;
}

type Requests = 'recordNotices' | 'recordSesEvent' | 'recordMail' | 'recordOpen' | 'recordClick';

export interface Feedback {
  handlers: Pick<Handlers<typeof DeliveryServiceDefinition>, Requests>;
  consumers: Consumer[];
  /** Addresses mail is not sent to again. */
  suppressions: SuppressionList;
  /** Where a row's bounces go: the envelope's sender. */
  returnPaths: ReturnPathsOf;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const visitorOf = (visitor: Visitor | null | undefined) => ({ userAgent: visitor?.userAgent ?? null, purpose: visitor?.purpose ?? '' });

export function createFeedback(parts: FeedbackParts): Feedback {
  const { models, domains, contacts, host } = parts;
  const { receiver: listen, retentionMs } = parts.config.notices;
  const { bounceDomain = host, inboundHost: name = host } = parts.config.sending;
  const model: Model<EmailRow> = models.emails;
  const bounces = createBounceAddresses(parts.trackingKeys);
  /** Wakes the relay when facts were written. */
  const hint = (): void => outboxHint(model);
  const writing = { ...parts, model, retentionMs, hint };
  const notices = createNoticeRecorder({ ...writing, keys: models.notices, inboundMail: createInboundMail(parts) });
  const readMail = createMailReader(bounces);
  const record = createEngagementRecorder(writing);
  const suppressions = createSuppressionList({ model: models.suppressions, emails: model, contacts });
  const receiver = listen && createReceiver({ ...parts, ...listen, name, bounces, readMail, notices });
  return {
    handlers: {
      ...createReportHandlers({ notices, readMail }),
      recordOpen: async ({ emailId, visitor }, { projectId, now }) => {
        await record({ projectId, emailId, kind: 'open', at: now, link: null, ...visitorOf(visitor) });
        return {};
      },
      recordClick: async ({ emailId, link, visitor }, { projectId, now }) => {
        await record({ projectId, emailId, kind: 'click', at: now, link, ...visitorOf(visitor) });
        return {};
      },
    },
    consumers: [createBounceConsumer(contacts), suppressions.consumer],
    suppressions,
    returnPaths: createReturnPaths(bounces, domains, bounceDomain),
    async start() {
      await receiver?.start();
    },
    async stop() {
      await receiver?.stop();
    },
  };
}
