/** Templates (contract 4.5). Which faults a body has, and in which order, templating decides. */
import { z } from 'zod';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { TemplatingServiceDefinition as Templating } from '#proto/templating/v1/templating.ts';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import { TEMPLATE_TYPES, serializeTemplate, template, templatePage, templateUsage } from '../records/template.ts';
import { bare, nothing } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, fragment, judged, paging } from '../schemas.ts';

const listQuery = z.object({
  ...paging,
  search: fragment,
  type: choice(TEMPLATE_TYPES, undefined),
  sort: choice(['name', 'createdAt', 'updatedAt'], 'createdAt'),
  dir: choice(['asc', 'desc'], 'desc'),
});

const { id: _id, projectId: _projectId, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = template.shape;
const createBody = judged(z.object(fields), ['name', 'subject', 'body', 'from'], {
  name: 'Welcome',
  subject: 'Welcome, {{firstName ?? "friend"}}',
  body: '<p>Hello {{firstName}}</p>',
  from: 'hello@example.org',
  type: 'TRANSACTIONAL',
});
const patchBody = judged(z.object(fields), [], { subject: 'Welcome' });

export const templateRoutes: Route[] = [
  route('GET /templates', {
    summary: 'List templates',
    auth: 'secret-key-or-session',
    query: listQuery,
    target: [Templating, 'list'],
    request: ({ query }) => query,
    reply: bare(templatePage),
    serialize: ({ data: rows, total, page, pageSize, totalPages }) => ({
      data: rows.map(serializeTemplate),
      total,
      page,
      pageSize,
      totalPages,
    }),
  }),
  route('POST /templates', {
    summary: 'Create a template',
    auth: 'secret-key-or-session',
    body: createBody,
    target: [Templating, 'create'],
    request: ({ body }) => ({ body }),
    reply: bare(template, 201),
  }),
  route('GET /templates/:id', {
    summary: 'Get a template',
    auth: 'secret-key-or-session',
    target: [Templating, 'get'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(template),
  }),
  route('PATCH /templates/:id', {
    summary: 'Update a template',
    auth: 'secret-key-or-session',
    body: patchBody,
    target: [Templating, 'update'],
    request: ({ params, body }) => ({ id: params['id']!, body }),
    reply: bare(template),
  }),
  ownRoute('GET /templates/:id/usage', {
    summary: 'See what refers to a template',
    auth: 'secret-key-or-session',
    target: [Templating, 'get'],
    also: [
      [Campaigns, 'usage'],
      [Workflows, 'usage'],
      [Delivery, 'countSent'],
    ],
    reply: bare(templateUsage),
    async answer({ params, caller }, edge) {
      const templateId = params['id']!;
      await edge.client(Templating).get({ id: templateId }, caller);
      const [{ campaigns }, { steps }, { sent }] = await Promise.all([
        edge.client(Campaigns).usage({ templateId }, caller),
        edge.client(Workflows).usage({ templateId }, caller),
        edge.client(Delivery).countSent({ templateId }, caller),
      ]);
      return { status: 200, json: { campaigns, workflowSteps: steps, emailsSent: sent } };
    },
  }),
  route('DELETE /templates/:id', {
    summary: 'Delete a template',
    auth: 'secret-key-or-session',
    target: [Templating, 'delete'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: nothing,
  }),
  route('POST /templates/:id/duplicate', {
    summary: 'Duplicate a template',
    auth: 'secret-key-or-session',
    target: [Templating, 'duplicate'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(template, 201),
  }),
];
