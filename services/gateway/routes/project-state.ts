/** How a project stands: what is set up, its reputation, who did what (contract 4.10, "Security and suspension: Reputation"). */
import { z } from 'zod';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import type { AuditPage, Security } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition as Events } from '#proto/events/v1/events.ts';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import { auditPage, security, serializeAuditEntry, setupState } from '../records/project.ts';
import { bare, wrapped } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Caller, Edge, Route } from '../route.ts';
import { paging } from '../schemas.ts';

const MOST_DAYS = 3_650;
const EMPTY = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 } as const;
const VIOLATED = 'Bounce or complaint rates are critical';
const WARNED = 'Bounce or complaint rates are elevated';

/** Thresholds, and what is judged by them alone, are for operators. */
function serializeSecurity({ levels, isDisabled, twentyFourHour: _day, ...status }: Security) {
  return {
    status: {
      ...status,
      twentyFourHour: EMPTY,
      isNewProject: false,
      violations: status.violations.length > 0 ? [VIOLATED] : [],
      warnings: status.warnings.length > 0 ? [WARNED] : [],
    },
    levels,
    isDisabled,
  };
}

async function readSetup(caller: Caller, { client }: Edge) {
  const [project, { domains }, contacts, { at }, { enabled }] = await Promise.all([
    client(Accounts).getProject({}, caller),
    client(Delivery).listDomains({}, caller),
    client(Contacts).list({ limit: 1, sort: 'createdAt', dir: 'desc' }, caller),
    client(Campaigns).lastSent({}, caller),
    client(Workflows).hasEnabled({}, caller),
  ]);
  return {
    hasSubscription: Boolean(project.subscription),
    hasVerifiedDomain: domains.some(({ verified }) => verified),
    contactCount: contacts.total,
    lastCampaignSentAt: at ?? null,
    hasEnabledWorkflow: enabled,
  };
}

const days = (examples: number[]) => z.int().min(1).max(MOST_DAYS).nullable().meta({ description: 'In days', examples });
const retention = z
  .object({
    events: days([365]).describe('Events and activity; null: for ever'),
    mailContent: days([30]).describe('Bodies and attachments; null: as the installation says'),
  })
  .meta({ id: 'Retention' });

async function readRetention(caller: Caller, { client }: Edge) {
  const [events, mails] = await Promise.all([client(Events).getRetention({}, caller), client(Delivery).getContentRetention({}, caller)]);
  return { events: events.days ?? null, mailContent: mails.days ?? null };
}

const session = { auth: 'session', project: 'path' } as const;
const reputation = { ...session, target: [Accounts, 'getSecurity'] as const, request: () => ({}), serialize: serializeSecurity };

const audit = {
  ...session,
  query: z.object(paging),
  target: [Accounts, 'listAudit'] as const,
  request: ({ query }: { query: { page: number; pageSize: number } }) => query,
  serialize: ({ data, ...page }: AuditPage) => ({ data: data.map(serializeAuditEntry), ...page }),
};

export const projectStateRoutes: Route[] = [
  ownRoute('GET /users/@me/projects/:id/retention', {
    ...session,
    summary: 'Get the retention',
    target: [Events, 'getRetention'],
    also: [[Delivery, 'getContentRetention']],
    reply: bare(retention),
    answer: async ({ caller }, edge) => ({ status: 200, json: await readRetention(caller, edge) }),
  }),
  ownRoute('PUT /users/@me/projects/:id/retention', {
    ...session,
    summary: 'Set the retention',
    admin: true,
    body: retention,
    target: [Events, 'setRetention'],
    also: [
      [Delivery, 'setContentRetention'],
      [Delivery, 'getContentRetention'],
      [Events, 'getRetention'],
    ],
    reply: bare(retention),
    async answer({ body: { events, mailContent }, caller }, edge) {
      await edge.client(Events).setRetention({ days: events ?? undefined }, caller);
      await edge.client(Delivery).setContentRetention({ days: mailContent ?? undefined }, caller);
      return { status: 200, json: await readRetention(caller, edge) };
    },
  }),
  route('GET /users/@me/projects/:id/security', {
    ...reputation,
    summary: 'Get bounce and complaint rates',
    reply: bare(security),
  }),
  route('GET /projects/:id/security', { ...reputation, summary: 'Get bounce and complaint rates, wrapped', reply: wrapped(security) }),
  route('GET /users/@me/projects/:id/audit', { ...audit, summary: 'List the audit trail', reply: bare(auditPage) }),
  route('GET /projects/:id/audit', { ...audit, summary: 'List the audit trail, wrapped', reply: wrapped(auditPage) }),
  ownRoute('GET /projects/:id/setup-state', {
    ...session,
    summary: 'Get the state of the set-up',
    target: [Accounts, 'getProject'],
    also: [
      [Delivery, 'listDomains'],
      [Contacts, 'list'],
      [Campaigns, 'lastSent'],
      [Workflows, 'hasEnabled'],
    ],
    reply: wrapped(setupState),
    answer: async ({ caller }, edge) => ({ status: 200, json: { success: true, data: await readSetup(caller, edge) } }),
  }),
];
