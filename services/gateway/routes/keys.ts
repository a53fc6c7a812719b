/** Named secret keys of a project, and the secret its webhooks are signed with (contract 4.10, 5 "Named keys", 6 "WEBHOOK step"). */
import { z } from 'zod';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { SCOPES } from '../auth/scopes.ts';
import { namedKey, serializeNamedKey, webhookSecret } from '../records/project.ts';
import { bare, nothing } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { at } from '../schemas.ts';

const session = { auth: 'session', project: 'path' } as const;
const admin = { ...session, admin: true } as const;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ examples: ['Shop'] });

export const keyRoutes: Route[] = [
  route('GET /users/@me/projects/:id/keys', {
    ...session,
    summary: 'List named keys',
    target: [Accounts, 'listKeys'],
    request: () => ({}),
    reply: bare(z.array(namedKey)),
    serialize: ({ keys }) => keys.map(serializeNamedKey),
  }),
  route('POST /users/@me/projects/:id/keys', {
    ...admin,
    summary: 'Create a named key',
    body: z.object({
      name,
      scope: z.enum(SCOPES),
      expiresAt: at.nullish().meta({ description: 'In the future; null: never', examples: ['2035-01-31T09:30:00.000Z'] }),
    }),
    target: [Accounts, 'createKey'],
    request: ({ body }) => body,
    reply: bare(namedKey, 201),
  }),
  route('PATCH /users/@me/projects/:id/keys/:keyId', {
    ...admin,
    summary: 'Rename a key',
    body: z.object({ name }),
    target: [Accounts, 'renameKey'],
    request: ({ params, body }) => ({ id: params['keyId']!, name: body.name }),
    reply: bare(namedKey),
  }),
  route('DELETE /users/@me/projects/:id/keys/:keyId', {
    ...admin,
    summary: 'Delete a key',
    target: [Accounts, 'deleteKey'],
    request: ({ params }) => ({ id: params['keyId']! }),
    reply: nothing,
  }),
  route('GET /users/@me/projects/:id/webhook-secret', {
    ...admin,
    summary: 'Get the webhook secret',
    target: [Accounts, 'getWebhookSecret'],
    request: () => ({}),
    reply: bare(webhookSecret),
  }),
  route('POST /users/@me/projects/:id/webhook-secret/rotate', {
    ...admin,
    summary: 'Rotate the webhook secret',
    target: [Accounts, 'rotateWebhookSecret'],
    request: () => ({}),
    reply: bare(webhookSecret),
  }),
];
