/** Segments (contract 4.7). Which faults a body has, and in which order, segments decides. */
import { z } from 'zod';
import { SegmentsServiceDefinition as Segments } from '#proto/segments/v1/segments.ts';
import { serializeContact } from '../records/contact.ts';
import {
  CONDITION_EXAMPLE,
  addedMembers,
  computed,
  condition,
  preview,
  refreshed,
  removedMembers,
  segment,
  segmentContacts,
  serializePreview,
  serializeSegment,
} from '../records/segment.ts';
import { bare, nothing } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { dependingOn, judged, needing, paging } from '../schemas.ts';

const {
  id: _id,
  projectId: _projectId,
  memberCount: _memberCount,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...others
} = segment.shape;
const fields = { ...others, trackMembership: others.trackMembership.nullable() };
const createBody = judged(z.object(fields), ['name'], { name: 'VIP users', condition: CONDITION_EXAMPLE }).meta(
  dependingOn(needing({ type: { const: 'STATIC' } }), {}, needing({ condition: { type: 'object' } })),
);
const patchBody = judged(z.object(fields), [], { name: 'VIP users' });
const emails = z
  .array(z.string())
  .min(1)
  .max(500)
  .meta({ examples: [['ada@example.org']] });
const addBody = judged(z.object({ emails, createMissing: z.boolean().default(false), subscribed: z.boolean().default(true) }), ['emails'], {
  emails: ['ada@example.org'],
  createMissing: true,
});
const removeBody = judged(z.object({ emails }), ['emails'], { emails: ['ada@example.org'] });
const previewBody = judged(z.object({ condition }), ['condition'], { condition: CONDITION_EXAMPLE });

export const segmentRoutes: Route[] = [
  route('GET /segments', {
    summary: 'List segments',
    auth: 'secret-key-or-session',
    target: [Segments, 'list'],
    request: () => ({}),
    reply: bare(z.array(segment)),
    serialize: ({ segments }) => segments.map(serializeSegment),
  }),
  route('POST /segments', {
    summary: 'Create a segment',
    auth: 'secret-key-or-session',
    body: createBody,
    target: [Segments, 'create'],
    request: ({ body }) => ({ body }),
    reply: bare(segment, 201),
    serialize: serializeSegment,
  }),
  route('POST /segments/preview', {
    summary: 'Preview a condition',
    auth: 'secret-key-or-session',
    body: previewBody,
    target: [Segments, 'preview'],
    request: ({ body }) => ({ body }),
    reply: bare(preview),
    serialize: serializePreview,
  }),
  route('GET /segments/:id', {
    summary: 'Get a segment',
    auth: 'secret-key-or-session',
    target: [Segments, 'get'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(segment),
    serialize: serializeSegment,
  }),
  route('PATCH /segments/:id', {
    summary: 'Update a segment',
    auth: 'secret-key-or-session',
    body: patchBody,
    target: [Segments, 'update'],
    request: ({ params, body }) => ({ id: params['id']!, body }),
    reply: bare(segment),
    serialize: serializeSegment,
  }),
  route('DELETE /segments/:id', {
    summary: 'Delete a segment',
    auth: 'secret-key-or-session',
    target: [Segments, 'delete'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: nothing,
  }),
  route('GET /segments/:id/contacts', {
    summary: 'List the members of a segment',
    auth: 'secret-key-or-session',
    query: z.object(paging),
    target: [Segments, 'contacts'],
    request: ({ params, query }) => ({ id: params['id']!, ...query }),
    reply: bare(segmentContacts),
    serialize: ({ data: rows, total, page, pageSize, totalPages }) => ({
      data: rows.map(serializeContact),
      total,
      page,
      pageSize,
      totalPages,
    }),
  }),
  route('POST /segments/:id/members', {
    summary: 'Add members',
    auth: 'secret-key-or-session',
    body: addBody,
    target: [Segments, 'addMembers'],
    request: ({ params, body }) => ({ id: params['id']!, body }),
    reply: bare(addedMembers),
    serialize: ({ added, notFound, created }) => ({ added, notFound, ...(created === undefined || created === null ? {} : { created }) }),
  }),
  route('DELETE /segments/:id/members', {
    summary: 'Remove members',
    auth: 'secret-key-or-session',
    body: removeBody,
    target: [Segments, 'removeMembers'],
    request: ({ params, body }) => ({ id: params['id']!, body }),
    reply: bare(removedMembers),
  }),
  route('POST /segments/:id/compute', {
    summary: 'Compute the membership',
    auth: 'secret-key-or-session',
    target: [Segments, 'compute'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(computed),
  }),
  route('POST /segments/:id/refresh', {
    summary: 'Refresh the member count',
    auth: 'secret-key-or-session',
    target: [Segments, 'refresh'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(refreshed),
  }),
];
