/** The access rule of every route (contract 5), written by hand and not taken from the table of routes. */

/** What a route asks of its caller. */
export interface AccessRule {
  /** A key that is good for this; `send`, `read` and `full` are secret keys. */
  key?: 'public' | 'send' | 'read' | 'full';
  /** A session: of anybody, or of a member of the project that the header or the path names. */
  session?: 'own' | 'header' | 'path';
  /** ADMIN or OWNER. */
  admin?: true;
  /** Of a disabled project too. */
  whileDisabled?: true;
}

/** Each kind of rule, and the routes behind it. */
const ROUTES: readonly (readonly [AccessRule, string])[] = [
  [
    {},
    `GET /dev/inbox, GET /dev/inbox/:id, GET /dev/inbox/:id/preview, DELETE /dev/inbox, GET /uploads/:key, POST /auth/login,
    POST /auth/signup, GET /auth/logout, GET /auth/oauth-config, POST /auth/verify-email, POST /auth/request-password-reset,
    POST /auth/reset-password, GET /oauth/github/outbound, GET /oauth/github/callback, GET /oauth/google/outbound,
    GET /oauth/google/callback, POST /webhooks/incoming/billing, POST /webhooks/incoming/stripe, POST /webhooks/incoming/sns,
    POST /webhooks/delivery, POST /webhooks/sns, POST /api/webhooks/sns, POST /unsubscribe/:id, POST /unsubscribe,
    GET /unsubscribe/:id, GET /contacts/public/:id, POST /contacts/public/:id/subscribe, POST /contacts/public/:id/unsubscribe,
    GET /app/unsubscribe/:id, POST /app/unsubscribe/:id, GET /app/subscribe/:id, POST /app/subscribe/:id, GET /app/manage/:id,
    POST /app/manage/:id, GET /app/auth/verify-email, POST /app/auth/verify-email, GET /app/auth/reset-password,
    POST /app/auth/reset-password, GET /app, GET /app/auth/login, POST /app/auth/login, POST /app/auth/logout, GET /app/auth/reset,
    POST /app/auth/reset, GET /t/o/:token, GET /t/c/:token, GET /, GET /health, GET /config, GET /docs, GET /docs/reference.js,
    GET /favicon.ico, GET /openapi.json`,
  ],
  [{ key: 'public' }, 'POST /v1/track'],
  [{ key: 'send' }, 'POST /v1/send'],
  [{ key: 'read' }, 'POST /v1/verify, POST /v1/verify/batch'],
  [
    { key: 'read', session: 'header' },
    `GET /events, GET /events/contact/:contactId, GET /events/stats, GET /events/names, GET /events/:eventName/usage,
    GET /contacts/import/:jobId, GET /contacts/export, GET /contacts, POST /contacts/lookup, GET /contacts/fields,
    GET /contacts/fields/:field/values, GET /contacts/fields/:field/usage, GET /contacts/bulk/:jobId, GET /contacts/:id,
    GET /templates, GET /templates/:id, GET /templates/:id/usage, GET /campaigns, GET /campaigns/:id, GET /campaigns/:id/stats,
    GET /campaigns/:id/links, GET /campaigns/:id/timeline, GET /campaigns/:id/progress, GET /campaigns/:id/recipients, GET /segments,
    POST /segments/preview, GET /segments/:id, GET /segments/:id/contacts, GET /workflows, GET /workflows/fields, GET /workflows/:id,
    GET /workflows/:id/executions, GET /workflows/:id/executions/:executionId, GET /workflows/:id/stats, POST /workflows/:id/simulate,
    GET /emails, GET /emails/:id, GET /emails/:id/trace, GET /domains/project/:projectId, GET /domains/:id/verify, GET /activity,
    GET /activity/stats, GET /activity/recent-count, GET /activity/types, GET /activity/upcoming, GET /analytics/timeseries,
    GET /analytics/top-campaigns, GET /analytics/campaign-stats, GET /analytics/deliverability, GET /analytics/top-events`,
  ],
  [
    { key: 'full', session: 'header' },
    `POST /events/track, DELETE /events/:eventName, POST /contacts/import, POST /contacts, DELETE /contacts/fields/:field,
    POST /contacts/bulk-subscribe, POST /contacts/bulk-unsubscribe, POST /contacts/bulk-delete, PATCH /contacts/:id,
    DELETE /contacts/:id, POST /templates, PATCH /templates/:id, DELETE /templates/:id, POST /templates/:id/duplicate, POST /campaigns,
    PUT /campaigns/:id, DELETE /campaigns/:id, POST /campaigns/:id/duplicate, POST /campaigns/:id/send, POST /campaigns/:id/cancel,
    POST /campaigns/:id/test, POST /campaigns/:id/pause, POST /campaigns/:id/resume, POST /campaigns/:id/rate,
    POST /campaigns/:id/resume-unknown, POST /segments, PATCH /segments/:id, DELETE /segments/:id, POST /segments/:id/members,
    DELETE /segments/:id/members, POST /segments/:id/compute, POST /segments/:id/refresh, POST /workflows, PATCH /workflows/:id,
    DELETE /workflows/:id, POST /workflows/:id/steps, PATCH /workflows/:id/steps/:stepId, DELETE /workflows/:id/steps/:stepId,
    POST /workflows/:id/transitions, DELETE /workflows/:id/transitions/:transitionId, POST /workflows/:id/executions,
    DELETE /workflows/:id/executions/:executionId, POST /workflows/:id/executions/cancel-all,
    POST /workflows/:id/executions/:executionId/retry, POST /uploads/image`,
  ],
  [{ key: 'full', session: 'header', admin: true }, 'POST /domains, DELETE /domains/:id'],
  [
    { session: 'own' },
    `GET /users/@me, GET /users/@me/sessions, DELETE /users/@me/sessions, DELETE /users/@me/sessions/:sessionId,
    POST /auth/request-verification, GET /users/@me/projects, POST /users/@me/projects, GET /projects`,
  ],
  [
    { session: 'path' },
    `GET /users/@me/projects/:id/reset, GET /projects/:id, GET /projects/:id/members, GET /users/@me/projects/:id/retention,
    GET /users/@me/projects/:id/security, GET /projects/:id/security, GET /users/@me/projects/:id/audit, GET /projects/:id/audit,
    GET /projects/:id/setup-state, GET /users/@me/projects/:id/keys, GET /users/@me/projects/:id/billing-limits,
    GET /users/@me/projects/:id/billing-consumption, GET /users/@me/projects/:id/billing-invoices`,
  ],
  [
    { session: 'path', admin: true },
    `PATCH /users/@me/projects/:id, DELETE /users/@me/projects/:id, POST /users/@me/projects/:id/reset,
    POST /users/@me/projects/:id/regenerate-keys, POST /projects/:id/members, PATCH /projects/:id/members/:userId,
    DELETE /projects/:id/members/:userId, PUT /users/@me/projects/:id/retention, POST /users/@me/projects/:id/keys,
    GET /users/@me/projects/:id/webhook-secret, POST /users/@me/projects/:id/webhook-secret/rotate,
    PATCH /users/@me/projects/:id/keys/:keyId, DELETE /users/@me/projects/:id/keys/:keyId, PUT /users/@me/projects/:id/billing-limits`,
  ],
  [
    { session: 'path', admin: true, whileDisabled: true },
    'POST /users/@me/projects/:id/checkout, POST /users/@me/projects/:id/billing-portal',
  ],
];

/** `GET /contacts/{id}` → its rule. */
export const ACCESS_RULES: ReadonlyMap<string, AccessRule> = new Map(
  ROUTES.flatMap(([rule, lines]) => lines.split(',').map((line) => [line.trim().replace(/:(\w+)/g, '{$1}'), rule] as const)),
);
