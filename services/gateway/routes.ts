/** The table of routes: everything the HTTP edge answers, in the order of the contract. Drives router, OpenAPI and contract tests. */
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import type { Client, Definition } from '#kit/contract/definition.ts';
import type { Kit } from '#kit/service.ts';
import { openApi } from './openapi.ts';
import { promised } from './reply.ts';
import { ownRoute } from './route.ts';
import type { Answer } from './reply.ts';
import type { Route } from './route.ts';
import { accountLinkRoutes } from './routes/account-links.ts';
import { accountPageRoutes } from './routes/account-pages.ts';
import { accountRoutes } from './routes/accounts.ts';
import { activityRoutes } from './routes/activity.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { billingRoutes } from './routes/billing.ts';
import { campaignReportRoutes } from './routes/campaign-report.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { contactRoutes } from './routes/contacts.ts';
import { docsRoutes } from './routes/docs.ts';
import { domainRoutes } from './routes/domains.ts';
import { emailRoutes } from './routes/emails.ts';
import { eventRoutes } from './routes/events.ts';
import { importRoutes } from './routes/imports.ts';
import { keyRoutes } from './routes/keys.ts';
import { pageRoutes } from './routes/pages.ts';
import { platformRoutes } from './routes/platform.ts';
import { projectStateRoutes } from './routes/project-state.ts';
import { projectRoutes } from './routes/projects.ts';
import { recipientRoutes } from './routes/recipients.ts';
import { segmentRoutes } from './routes/segments.ts';
import { sendRoutes } from './routes/send.ts';
import { sendingRoutes } from './routes/sending.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { socialLoginRoutes } from './routes/social-login.ts';
import { templateRoutes } from './routes/templates.ts';
import { trackingRoutes } from './routes/tracking.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { verificationRoutes } from './routes/verification.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { workflowRoutes } from './routes/workflows.ts';

/** The routes this configuration offers. */
export function createRoutes(config: Config): Route[] {
  let document: string | undefined;
  const described: Route = ownRoute('GET /openapi.json', {
    summary: 'Get this document',
    auth: 'none',
    target: 'gateway',
    reply: promised(200, z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: '3.1.0' }] })),
    answer: (): Answer => ({
      status: 200,
      raw: (document ??= JSON.stringify(openApi(routes, config.http.apiUri))),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    }),
  });
  const routes: Route[] = [
    ...sendRoutes(config),
    ...eventRoutes,
    ...verificationRoutes,
    ...importRoutes,
    ...contactRoutes,
    ...templateRoutes,
    ...campaignRoutes,
    ...campaignReportRoutes,
    ...sendingRoutes,
    ...segmentRoutes,
    ...workflowRoutes,
    ...emailRoutes,
    ...domainRoutes,
    ...activityRoutes,
    ...analyticsRoutes,
    ...uploadRoutes,
    ...accountRoutes,
    ...sessionRoutes,
    ...accountLinkRoutes,
    ...socialLoginRoutes,
    ...projectRoutes,
    ...projectStateRoutes,
    ...keyRoutes,
    ...billingRoutes,
    ...recipientRoutes,
    ...pageRoutes(config),
    ...accountPageRoutes(config),
    ...trackingRoutes,
    ...webhookRoutes(config),
    ...platformRoutes,
    ...docsRoutes,
    described,
  ].filter(({ when }) => when?.(config) ?? true);
  return routes;
}

/** Clients of the services that routes ask, each with the methods that some route names and no others. */
export function clientsOf(routes: readonly Route[], kit: Pick<Kit, 'client'>): <D extends Definition>(definition: D) => Client<D> {
  const asked = routes.flatMap(({ target, also = [] }) => [...(target === 'gateway' ? [] : [target]), ...also]);
  const clients = new Map<Definition, unknown>();
  for (const [definition, methods] of Map.groupBy(asked, ([one]) => one))
    clients.set(definition, kit.client(definition, ...([...new Set(methods.map(([, method]) => method))] as [string, ...string[]])));
  return <D extends Definition>(definition: D) => clients.get(definition) as Client<D>;
}
