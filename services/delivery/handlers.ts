/** Requests of the delivery service (proto/posthorn/delivery/v1). */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { DeliveryServiceDefinition, SendRequest, SendResponse } from '#proto/delivery/v1/delivery.ts';
import type { Domains } from './domains.ts';
import type { Engagements } from './engagement.ts';
import type { Inbox } from './inbox.ts';
import type { Mails } from './mails.ts';
import type { Reporting } from './reporting.ts';
import type { MailingHandlers } from './mailings/handlers.ts';
import type { Uses } from './uses.ts';

export interface HandlersParts {
  send: (request: SendRequest, call: Call) => Promise<SendResponse>;
  mails: Mails;
  domains: Domains;
  inbox: Inbox;
  reporting: Reporting;
  mailings: MailingHandlers;
  engage: Engagements;
  accounts: Client<typeof AccountsServiceDefinition>;
  uses: Uses;
}

export function deliveryHandlers({ send, mails, domains, inbox, engage, reporting, mailings, accounts, uses }: HandlersParts): Handlers<typeof DeliveryServiceDefinition> {
  return {
    send,
    ...reporting,
    ...mailings,
    listEmails: (request, { projectId }) => mails.list(projectId, request),
    getEmail: ({ id, brief }, { projectId }) => mails.get(projectId, id, brief ?? false),
    countSent: async ({ templateId }, { projectId }) => ({ sent: await mails.sentOf(projectId, templateId) }),
    traceEmail: async ({ id }, { projectId }) => ({ data: await mails.trace(projectId, id) }),

    listDomains: async (_request, { projectId }) => ({ domains: await domains.list(projectId) }),
    createDomain: ({ domain }, call) =>
      domains.create(call.projectId, domain, async (other) => {
        if (call.actor.kind !== 'user') return false;
        const { projects } = await accounts.listProjects({}, call);
        return projects.some(({ id }) => id === other);
      }),
    deleteDomain: async ({ id }, call) => {
      await domains.remove(call.projectId, id, (domain) => uses(domain, call));
      return {};
    },
    checkSender: async ({ address }, { projectId }) => {
      await domains.check(projectId, address);
      return {};
    },

    recordOpen: async ({ emailId }, { projectId, now }) => {
      await engage({ projectId, emailId, kind: 'open', at: now, link: null });
      return {};
    },
    recordClick: async ({ emailId, link }, { projectId, now }) => {
      await engage({ projectId, emailId, kind: 'click', at: now, link });
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
