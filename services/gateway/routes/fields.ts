/** The field catalogue of contacts (contract 2.1, 4.4). */
import { z } from 'zod';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { SegmentsServiceDefinition as Segments } from '#proto/segments/v1/segments.ts';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import { fieldList, fieldUsage, fieldValues } from '../records/contact.ts';
import { bare } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { count } from '../schemas.ts';

const valuesQuery = z.object({ limit: count(100, 200) });
const deletedFrom = z.object({ deletedFrom: z.int().meta({ description: 'Contacts changed', examples: [1] }) });

export const fieldRoutes: Route[] = [
  route('GET /contacts/fields', {
    summary: 'List fields',
    auth: 'secret-key-or-session',
    target: [Contacts, 'listFields'],
    request: () => ({}),
    reply: bare(fieldList),
    serialize: ({ fields }) => ({ fields, count: fields.length }),
  }),
  ownRoute('GET /contacts/fields/:field/values', {
    summary: 'List the values of a field',
    auth: 'secret-key-or-session',
    query: valuesQuery,
    target: [Contacts, 'listFieldValues'],
    reply: bare(fieldValues),
    async answer({ params, query: { limit }, caller }, edge) {
      const field = params['field']!;
      const { values } = await edge.client(Contacts).listFieldValues({ field, limit }, caller);
      return { status: 200, json: { field, values, count: values.length, limit } };
    },
  }),
  ownRoute('GET /contacts/fields/:field/usage', {
    summary: 'See what refers to a field',
    auth: 'secret-key-or-session',
    target: [Contacts, 'countField'],
    also: [
      [Segments, 'usage'],
      [Campaigns, 'usage'],
      [Workflows, 'usage'],
    ],
    reply: bare(fieldUsage),
    async answer({ params, caller }, edge) {
      const field = params['field']!;
      const named = { field: field.replace(/^data\./, '') };
      const [{ contactCount, isCustom }, { segments }, { campaigns }, { workflows }] = await Promise.all([
        edge.client(Contacts).countField({ field }, caller),
        edge.client(Segments).usage(named, caller),
        edge.client(Campaigns).usage(named, caller),
        edge.client(Workflows).usage(named, caller),
      ]);
      const used = {
        usedInSegments: segments,
        usedInCampaigns: campaigns.map(({ id, name }) => ({ id, name })),
        usedInWorkflows: workflows,
      };
      return {
        status: 200,
        json: { ...used, contactCount, canDelete: isCustom && Object.values(used).every((users) => users.length === 0) },
      };
    },
  }),
  route('DELETE /contacts/fields/:field', {
    summary: 'Delete a field',
    auth: 'secret-key-or-session',
    target: [Contacts, 'deleteField'],
    request: ({ params }) => ({ field: params['field']! }),
    reply: bare(deletedFrom),
    serialize: ({ deletedFrom: changed }) => ({ deletedFrom: changed }),
  }),
];
