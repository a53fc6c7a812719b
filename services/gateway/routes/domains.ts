/** Sender domains: listed, added, checked, removed (contract 4.9 "Domains"). */
import { z } from 'zod';
import { fault, invalid, notFound } from '#kit/errors.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { domain, domainCheck, serializeDomain, serializeDomainCheck } from '../records/domain.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Caller, Route } from '../route.ts';
import { id } from '../schemas.ts';

const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const name = z
  .string()
  .trim()
  .transform((text) => text.toLowerCase().replace(/\.$/, ''))
  .pipe(z.string().regex(NAME, 'Not a domain name'))
  .meta({ type: 'string', format: 'hostname', examples: ['example.org'] });

/** In the place of a project's id: that of the key, or the one that the session speaks for. No other answer names the project of a key. */
const OWN = '@me';

const body = z.object({ domain: name, projectId: id.optional() });

// With a key the project is the key's; a session names it, and it must be the one it speaks for.
function checkNamed(projectId: string | undefined, caller: Caller): void {
  if (caller.actor.kind === 'key') return;
  if (projectId === undefined)
    throw invalid([
      { field: 'projectId', message: 'Invalid input: expected string, received undefined', code: 'invalid_type', received: 'undefined' },
    ]);
  if (projectId.toLowerCase() !== caller.projectId)
    throw fault('PROJECT_ACCESS_DENIED', { message: 'projectId and X-Project-Id name different projects' });
}

export const domainRoutes: Route[] = [
  route('GET /domains/project/:projectId', {
    summary: 'List domains',
    auth: 'secret-key-or-session',
    target: [Delivery, 'listDomains'],
    request: ({ params, caller }) => {
      if (params['projectId'] !== OWN && params['projectId'] !== caller.projectId)
        throw notFound('RESOURCE_NOT_FOUND', { resource: 'Project', id: params['projectId']! }, 'Project not found');
      return {};
    },
    reply: bare(z.array(domain)),
    serialize: ({ domains }) => domains.map(serializeDomain),
  }),
  route('POST /domains', {
    summary: 'Add a domain',
    auth: 'secret-key-or-session',
    admin: true,
    body,
    target: [Delivery, 'createDomain'],
    request: ({ body: sent, caller }) => {
      checkNamed(sent.projectId, caller);
      return { domain: sent.domain };
    },
    reply: bare(domain, 201),
    serialize: serializeDomain,
  }),
  route('GET /domains/:id/verify', {
    summary: 'Verify a domain',
    auth: 'secret-key-or-session',
    target: [Delivery, 'verifyDomain'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(domainCheck),
    serialize: serializeDomainCheck,
  }),
  ownRoute('DELETE /domains/:id', {
    summary: 'Delete a domain',
    auth: 'secret-key-or-session',
    admin: true,
    target: [Delivery, 'deleteDomain'],
    reply: promised(200, z.object({ success: z.literal(true) })),
    async answer({ params, caller }, edge) {
      await edge.client(Delivery).deleteDomain({ id: params['id']! }, caller);
      return { status: 200, json: { success: true } };
    },
  }),
];
