/** Projects and their members (contract 4.10, 5). */
import { z } from 'zod';
import { fault } from '#kit/errors.ts';
import { LANGUAGES, isProjectLanguage } from '#services/recipient/language.ts';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { TRACKING, member, memberRole, project, projectKeys, projectReset, serializeMember, serializeProject } from '../records/project.ts';
import { bare, promised, wrapped } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { email, isRecord } from '../schemas.ts';

const ASSIGNABLE = ['ADMIN', 'MEMBER'] as const;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ examples: ['Acme'] });
const language = z
  .string()
  .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, { error: 'A language code such as en or pt-BR', abort: true })
  .refine(isProjectLanguage, { message: `Language must be one of ${[...LANGUAGES].join(', ')}`, params: { code: 'invalid_enum_value' } })
  .meta({ type: 'string', examples: ['en'], description: `One of ${[...LANGUAGES].join(', ')}, or a region of one` });
const logo = z
  .string()
  .max(2_048)
  .nullable()
  .meta({
    description: 'The http or https address of an image that recipient pages show, as of `POST /uploads/image`; null: none',
    examples: ['https://www.example.org/logo.png'],
  });
const settings = z.object({
  name: name.optional(),
  tracking: z.enum(TRACKING).optional(),
  language: language.optional(),
  logo: logo.optional(),
});
// Not the address of the examples of accounts: who invites is a member already.
const invitation = z.object({ email: email.meta({ examples: ['grace@example.org'] }), role: z.enum(ASSIGNABLE).default('MEMBER') });
const message = z.object({ message: z.string() });

// Malformed invitations are a 400 (contract 4.10), not the usual 422.
function refuseInvitation(body: unknown): void {
  const parsed = invitation.safeParse(isRecord(body) ? body : {});
  if (parsed.success) return;
  const [{ path, message: why }] = parsed.error.issues as [z.core.$ZodIssue];
  throw fault('BAD_REQUEST', { message: `${path.join('.')}: ${why}` });
}

const session = { auth: 'session', project: 'path' } as const;

export const projectRoutes: Route[] = [
  route('GET /users/@me/projects', {
    summary: 'List projects',
    auth: 'session',
    project: 'none',
    target: [Accounts, 'listProjects'],
    request: () => ({}),
    reply: bare(z.array(project)),
    serialize: ({ projects }) => projects.map(serializeProject),
  }),
  route('POST /users/@me/projects', {
    summary: 'Create a project',
    auth: 'session',
    project: 'none',
    body: z.object({ name }),
    target: [Accounts, 'createProject'],
    request: ({ body }) => body,
    reply: bare(project, 201),
  }),
  route('PATCH /users/@me/projects/:id', {
    ...session,
    summary: 'Update a project',
    admin: true,
    body: settings,
    target: [Accounts, 'updateProject'],
    request: ({ body }) => ({ ...body, logo: body.logo === null ? '' : body.logo }),
    reply: bare(project),
  }),
  ownRoute('DELETE /users/@me/projects/:id', {
    ...session,
    summary: 'Delete a project',
    admin: true,
    target: [Accounts, 'deleteProject'],
    reply: promised(200, z.object({ success: z.literal(true), message: z.string() })),
    async answer({ caller }, edge) {
      await edge.client(Accounts).deleteProject({}, caller);
      return { status: 200, json: { success: true, message: 'Project deleted successfully' } };
    },
  }),
  ownRoute('POST /users/@me/projects/:id/reset', {
    ...session,
    summary: 'Reset a project',
    admin: true,
    target: [Accounts, 'resetProject'],
    reply: promised(200, z.object({ success: z.literal(true), message: z.string() })),
    async answer({ caller }, edge) {
      await edge.client(Accounts).resetProject({}, caller);
      return { status: 200, json: { success: true, message: 'Project reset successfully' } };
    },
  }),
  route('GET /users/@me/projects/:id/reset', {
    ...session,
    summary: 'Follow a reset',
    target: [Accounts, 'getReset'],
    request: () => ({}),
    reply: bare(projectReset),
  }),
  route('POST /users/@me/projects/:id/regenerate-keys', {
    ...session,
    summary: 'Regenerate both keys',
    admin: true,
    target: [Accounts, 'regenerateKeys'],
    request: () => ({}),
    reply: bare(projectKeys),
  }),
  route('GET /projects', {
    summary: 'List projects, wrapped',
    auth: 'session',
    project: 'none',
    target: [Accounts, 'listProjects'],
    request: () => ({}),
    reply: wrapped(z.array(project)),
    serialize: ({ projects }) => projects.map(serializeProject),
  }),
  route('GET /projects/:id', {
    ...session,
    summary: 'Get a project',
    target: [Accounts, 'getProject'],
    request: () => ({}),
    reply: wrapped(project),
  }),
  route('GET /projects/:id/members', {
    ...session,
    summary: 'List project members',
    target: [Accounts, 'listMembers'],
    request: () => ({}),
    reply: wrapped(z.array(member)),
    serialize: ({ members }) => members.map(serializeMember),
  }),
  route('POST /projects/:id/members', {
    ...session,
    summary: 'Add a project member',
    admin: true,
    before: refuseInvitation,
    body: invitation,
    target: [Accounts, 'addMember'],
    request: ({ body }) => body,
    reply: wrapped(memberRole),
  }),
  route('PATCH /projects/:id/members/:userId', {
    ...session,
    summary: 'Change the role of a member',
    admin: true,
    body: z.object({ role: z.enum(ASSIGNABLE) }),
    target: [Accounts, 'updateMember'],
    request: ({ params, body }) => ({ userId: params['userId']!, role: body.role }),
    reply: wrapped(memberRole),
  }),
  route('DELETE /projects/:id/members/:userId', {
    ...session,
    summary: 'Remove a project member',
    admin: true,
    target: [Accounts, 'removeMember'],
    request: ({ params }) => ({ userId: params['userId']! }),
    reply: wrapped(message),
    serialize: () => ({ message: 'Member removed successfully' }),
  }),
];
