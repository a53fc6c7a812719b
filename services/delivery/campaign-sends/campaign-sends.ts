/** Campaign sends, put together: what the rest of delivery needs of them. */
import { randomInt } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import type { Redis } from 'ioredis';
import type { Client as TemporalClient } from '@temporalio/client';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { Migration } from '#kit/store/migrations.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { CampaignGate, RateLimiter } from '../dispatch/dispatch.ts';
import { createRateLimiter } from '../dispatch/dispatch.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { EmailRow } from '../domain/email.ts';
import { createTtlCache } from '../ttl-cache.ts';
import type { CampaignMailContent, CampaignMailDomains, CampaignMailHours, CampaignMailList, HeldMails } from '../ledger/ledger.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { CountTransition } from '../ledger/ledger.ts';
import { createCampaignSendActivities } from './activities.ts';
import type { CampaignSendActivities } from './activities.ts';
import { createCampaignGate } from './campaign-gate.ts';
import { createFreezer } from './freeze.ts';
import { createDomainCounts, createHourCounts } from './note-counts.ts';
import { createCampaignSendHandlers } from './handlers.ts';
import type { CampaignSendHandlers } from './handlers.ts';
import { campaignSendModel, MAILINGS_MOVED } from './model.ts';
import { pageModels } from './page-model.ts';
import type { PageModels, PageRow } from './page-model.ts';
import { createPageSender } from './page-sender.ts';
import { createRecipients } from './recipients.ts';
import { createEarlyRows } from './early-rows.ts';
import { createEmailIdKeys } from './email-id-key.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import { NUMBERS_MAX } from './email-ids.ts';
import { createOpenPages } from './open-pages.ts';
import type { OpenPages, OpenPagesParts } from './open-pages.ts';
import { createPageBuilder } from './page-builder.ts';
import type { PageBuilderParts } from './page-builder.ts';
import { createPageContent } from './page-content.ts';
import { createCampaignReport } from './campaign-report.ts';
import type { CampaignReport } from './campaign-report.ts';
import { createPageList } from './page-list.ts';
import { registerPageMetrics } from './page-metrics.ts';
import { createPageMails } from './page-mails.ts';
import type { PageMails } from './page-mails.ts';
import { createAbandonedPages } from './abandoned-pages.ts';
import { createCampaignSendStore } from './store.ts';
import type { CampaignSendStore, CampaignSendView } from './store.ts';
import { createCounter } from './counts.ts';
import type { TestMailParts } from './test-mail.ts';
import { createTestMail } from './test-mail.ts';
import { Underway } from './underway.ts';
import { createUnsubscriptionConsumer } from './unsubscriptions.ts';

export interface CampaignSendsParts extends Omit<PageBuilderParts, 'project'>, Omit<TestMailParts, 'project' | 'hint' | 'ledger'> {
  mongo: Connection;
  redis: Redis;
  emails: Model<EmailRow>;
  ledger: LedgerRows;
  countTransition: CountTransition;
  /** Recipients are rows of the ledger: for a provider that gives mails ids of its own. */
  byRows: boolean;
  temporal: () => Promise<TemporalClient>;
  log: Log;
  metrics: Metrics;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'streamAudience'>;
  /** As it was a moment ago. */
  project: (projectId: string) => Promise<Pick<Project, 'name' | 'language' | 'paused' | 'disabled'>>;
}

/** How long a page stays with a process that is silent: as long as a stalled one may be, and no longer than a send may stand still. */
const PAGE_LEASE_MS = 4_000;
/** How old a page's knowledge of its send may be. */
const LOOK_MS = 200;
const HELD_WITHIN_MS = 10_000;

export interface CampaignSendGateParts extends Omit<OpenPagesParts, 'progress' | 'mails' | 'early' | 'leaseMs'> {
  blobs: Blobs;
  mongo: Connection;
  emails: Model<EmailRow>;
}

export interface CampaignSendGate extends Pick<PageModels, 'pages' | 'progress'> {
  /** Mails of a template that were accepted and have no row that says so. */
  sentOf(projectId: string, templateId: string): Promise<number>;
  /** Mails of the pages that some process holds, by project. */
  heldMails(): Promise<HeldMails[]>;
  models: Model<any>[];
  ids: EmailIdKeys;
  pageMails: PageMails;
  pageList: CampaignMailList;
  pageContent: CampaignMailContent;
  domainCounts: CampaignMailDomains;
  hourCounts: CampaignMailHours;
  openPages: OpenPages;
  store: CampaignSendStore;
  underway: Underway;
  gate: CampaignGate;
  /** The dispatcher is done with a mail for now. */
  tried(id: string): void;
}

export interface CampaignSends extends CampaignSendActivities {
  models: Model<any>[];
  migrations: readonly Migration[];
  consumers: Consumer[];
  handlers: CampaignReport & CampaignSendHandlers;
  purge: CampaignSendStore['purge'];
  start(): Promise<void>;
  /** Pages that this process holds go to others; before the dispatcher stops. */
  stop(): Promise<void>;
  /** After the dispatcher stopped: until then it holds pages. Their facts are in the outbox when it answers. */
  stopped(): Promise<void>;
}

/** What the dispatcher and the readers of mail ask; the rest is made with it. */
export function createCampaignSendGate({ mongo, emails, ...parts }: CampaignSendGateParts): CampaignSendGate {
  const model = campaignSendModel(mongo);
  const { pages, progress, keys } = pageModels(mongo);
  const ids = createEmailIdKeys(keys);
  const early = createEarlyRows(emails, parts.clock);
  const pageMails = createPageMails({ pages, progress, emails, ids, early });
  const pageContent = createPageContent({ pages, progress }, parts.blobs);
  const domainCounts = createDomainCounts({ pages, progress });
  const hourCounts = createHourCounts({ pages, progress, emails, ids });
  const pageList = createPageList({ pages, progress, emails, ids });
  const openPages = createOpenPages({ ...parts, progress, mails: pageMails, early, leaseMs: PAGE_LEASE_MS });
  const store = createCampaignSendStore({ model, emails, pages, progress });
  const underway = new Underway();
  const gate = createCampaignGate(store, () => performance.now());
  async function sentOf(projectId: string, templateId: string): Promise<number> {
    const found = await pages.find({ projectId, templateId }, { _id: 1 }).lean<Pick<PageRow, '_id'>[]>();
    if (found.length === 0) return 0;
    const pageIds = found.map(({ _id }) => _id);
    const [sum] = await progress.aggregate<{ sent: number }>([
      { $match: { projectId, _id: { $in: pageIds } } },
      { $group: { _id: null, sent: { $sum: '$sent' } } },
    ]);
    return (sum?.sent ?? 0) - (await emails.countDocuments({ projectId, templateId, noted: { $exists: true } }));
  }

  const heldMails = (): Promise<HeldMails[]> =>
    // In the index of pages that are held. Below mongoose, and so below the tenancy lock: it is everybody's together.
    progress.collection
      .aggregate<HeldMails>(
        [
          { $match: { lease: { $exists: true } } },
          {
            $group: {
              _id: '$projectId',
              projectId: { $first: '$projectId' },
              pending: { $sum: { $subtract: ['$size', { $add: ['$ended', '$doubtful'] }] } },
              sending: { $sum: '$doubtful' },
            },
          },
        ],
        { maxTimeMS: HELD_WITHIN_MS },
      )
      .toArray();

  const models = [model, pages, progress, keys];
  return {
    sentOf,
    heldMails,
    models,
    pages,
    progress,
    ids,
    pageMails,
    pageList,
    pageContent,
    domainCounts,
    hourCounts,
    openPages,
    store,
    underway,
    gate,
    // A slot that was tried is so no more where it was given back, or not claimed in its turn.
    tried: (id: string) => underway.tried(id, openPages.has(id)),
  };
}

export function createCampaignSends(
  parts: CampaignSendsParts,
  { models, pages, progress, ids, pageMails, pageList, openPages, store, underway }: CampaignSendGate,
  dispatcher: Pick<Dispatch, 'hint' | 'hintHeld' | 'drop'>,
): CampaignSends {
  const { byRows, contacts, clock, emails, ledger, log, countTransition, processId, redis, temporal } = parts;
  const now = () => clock().getTime();
  const life = new AbortController();
  const views = createTtlCache<CampaignSendView | null>(now, LOOK_MS);
  const buckets = new Map<string, { rate: number; bucket: RateLimiter }>();

  function allowance({ _id, projectId, rate }: CampaignSendView, wanted: number): Promise<number> {
    const known = buckets.get(_id);
    const bucket =
      known?.rate === rate
        ? known!.bucket
        : createRateLimiter({ redis, rate: rate!, now, key: `posthorn:delivery:campaign-send:${projectId}:${_id}` });
    buckets.set(_id, { rate: rate!, bucket });
    return bucket.take(0, wanted);
  }

  registerPageMetrics({ progress }, parts.metrics, clock);
  const counter = createCounter({ emails, progress, sends: store, clock });
  const abandoned = createAbandonedPages(openPages, log);
  /** A provider that names mails by ids of its own has a row for each. */
  const newNumber = (): number | null => (byRows ? null : randomInt(NUMBERS_MAX));
  const sendPage = createPageSender({
    emails,
    openPages,
    underway,
    allowance,
    hint: dispatcher.hintHeld,
    drop: dispatcher.drop,
    async look(projectId, campaignId) {
      const [send, { paused, disabled }] = await Promise.all([
        views.get(`${projectId}/${campaignId}`, () => store.find(projectId, campaignId)),
        parts.project(projectId),
      ]);
      return send?.state === 'OPEN' && (paused || disabled) ? { ...send, state: 'PAUSED' } : send;
    },
  });
  return {
    models,
    migrations: [MAILINGS_MOVED],
    purge: store.purge,
    async start() {
      openPages.startRenewing();
      abandoned.start();
    },
    async stop() {
      life.abort(new Error('This process is going'));
      await abandoned.stop();
    },
    stopped: () => openPages.stop(),
    consumers: [createUnsubscriptionConsumer(emails, pageMails)],
    ...createCampaignSendActivities({
      freeze: createFreezer({ sends: store, ledger, contacts, pages, ids, buildPage: createPageBuilder(parts) }),
      sendPage,
      stopping: life.signal,
      temporal,
      log,
    }),
    handlers: {
      ...createCampaignReport({ emails, progress, clock }),
      ...createCampaignSendHandlers({
        sends: store,
        counter,
        recipients: createRecipients({ emails, list: pageList, processId, countTransition }),
        newNumber,
        sendTest: createTestMail({ ...parts, hint: dispatcher.hint }),
      }),
    },
  };
}
