/** Requests about accepted mail, sender domains and the development inbox (proto/posthorn/delivery/v1). */
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { behindBeats } from '#kit/contract/recounting.ts';
import { createHeavyReads } from '#kit/limits/heavy-reads.ts';
import type { DeliveryServiceDefinition, SendRequest, SendResponse } from '#proto/delivery/v1/delivery.ts';
import type { Deliverability, EmailReader, MailHours, QueueReport, Retention } from './ledger/ledger.ts';
import type { Inbox } from './providers/provider.ts';
import type { Usage } from './usage/usage.ts';
import type { SenderDomains } from './sender-domains/sender-domains.ts';

export interface HandlersParts {
  send: (request: SendRequest, call: Call) => Promise<SendResponse>;
  reader: EmailReader;
  deliverability: Deliverability;
  retention: Pick<Retention, 'daysOf' | 'setDays'>;
  queue: QueueReport;
  mailHours: MailHours;
  domains: SenderDomains;
  inbox: Inbox;
  rows: { attemptWaiting: (projectId: string, now: Date) => Promise<void> };
  usage: Usage;
}

type Requests =
  | 'send'
  | 'listEmails'
  | 'getEmail'
  | 'countSent'
  | 'countMails'
  | 'deliverability'
  | 'getContentRetention'
  | 'setContentRetention'
  | 'traceEmail'
  | 'locateEmail'
  | 'getQueue'
  | 'topProjects'
  | 'attemptWaiting'
  | 'reserveCampaign'
  | 'getUsage'
  | 'listDomains'
  | 'createDomain'
  | 'deleteDomain'
  | 'verifyDomain'
  | 'checkSender'
  | 'listInbox'
  | 'getInboxMail'
  | 'clearInbox';

export function createDeliveryHandlers({
  send,
  reader: emails,
  deliverability,
  retention,
  queue,
  mailHours,
  domains,
  inbox,
  rows,
  usage,
}: HandlersParts): Pick<Handlers<typeof DeliveryServiceDefinition>, Requests> {
  const heavyReads = createHeavyReads();
  return {
    send,
    listEmails: (request, call) => heavyReads.run(call, () => emails.list(call.projectId, request)),
    getEmail: ({ id, brief }, { projectId }) => emails.get(projectId, id, brief ?? false),
    countSent: async ({ templateId }, { projectId }) => ({ sent: await emails.sentOf(projectId, templateId) }),
    countMails: ({ since }, call) =>
      behindBeats(
        heavyReads.run(call, async () => ({ hours: await mailHours(call.projectId, new Date(since!)) })),
        { hours: [] },
      ),
    deliverability: (request, call) => heavyReads.run(call, async () => ({ domains: await deliverability.list(call.projectId, request) })),
    getContentRetention: async (_, { projectId }) => ({ days: (await retention.daysOf(projectId)) ?? undefined }),
    async setContentRetention({ days }, { projectId }) {
      await retention.setDays(projectId, days ?? null);
      return {};
    },
    traceEmail: async ({ id }, { projectId }) => ({ data: await emails.trace(projectId, id) }),

    locateEmail: async ({ id }) => ({ projectId: await emails.projectOf(id) }),
    getQueue: () => queue.queue(),
    topProjects: (request, { now }) => queue.top(request, now),

    async attemptWaiting(_, { projectId, now }) {
      await rows.attemptWaiting(projectId, now);
      return {};
    },

    async reserveCampaign({ campaignId, units, at, judged }, { projectId, now }) {
      await usage.reserveCampaign(projectId, campaignId, { units, at: at ? new Date(at) : now, judged });
      return {};
    },
    getUsage: (_, { projectId }) => usage.read(projectId),

    listDomains: async (_request, { projectId }) => ({ domains: await domains.list(projectId) }),
    createDomain: ({ domain }, call) => domains.create(domain, call),
    deleteDomain: async ({ id }, call) => {
      await domains.remove(id, call);
      return {};
    },
    verifyDomain: ({ id }, { projectId }) => domains.verify(projectId, id),
    checkSender: async ({ address }, { projectId }) => {
      await domains.check(projectId, address);
      return {};
    },

    listInbox: async ({ to }) => ({ data: await inbox.list(to ?? null) }),
    getInboxMail: ({ id }) => inbox.get(id),
    clearInbox: async () => {
      await inbox.clear();
      return {};
    },
  };
}
