/** Authentication (contract 5): whose request it is, and for which project. Only here is a key or a session resolved. */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Client } from '#kit/contract/definition.ts';
import { Fault, fault } from '#kit/errors.ts';
import { remember } from '#kit/remembered-answers.ts';
import type {
  AccountsServiceDefinition,
  ResolveKeyResponse,
  ResolveMembershipResponse,
  ResolveSessionResponse,
} from '#proto/accounts/v1/accounts.ts';
import type { Origins } from '../domain/origins.ts';
import type { Caller, Route } from '../route.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** A caller and whether the project is disabled. */
export interface Identity {
  caller: Caller;
  disabled: boolean;
}

export interface Authentication {
  identify(route: Route, request: FastifyRequest): Promise<Identity>;
  /** For a request that lasts: whether it may still go on. Faults as its route does. */
  authorize(request: FastifyRequest): Promise<void>;
  /** A user's standing in a project; undefined for a stranger. */
  membership(userId: string, projectId: string, requestId: string): Promise<ResolveMembershipResponse | undefined>;
}

const KEY = /^(pk|sk)_[0-9a-f]{64}$/;
const SAFE = new Set(['GET', 'HEAD']);

const WRONG_KIND = {
  secret: 'Invalid API key: a secret key (sk_*) is required, not a public one (pk_*)',
  public: 'Invalid API key: use a public key (pk_*) here, not a secret one (sk_*)',
} as const;

const STRANGER = 'Project not found or you do not have access';

/** Where a session is used from. */
export function sessionClient({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): { ip: string; agent: string } {
  return { ip, agent: headers['user-agent'] ?? '' };
}

/** `Bearer <key>`; undefined for anything else. Longer than any key is cut off: nothing of it is looked at twice. */
export function readBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  return header.slice(7).trim().slice(0, 1_024) || undefined;
}

export function createAuthentication(
  accounts: Pick<Client<AccountsServiceDefinition>, 'resolveKey' | 'resolveMembership' | 'resolveSession'>,
  origins: Origins,
): Authentication {
  const keys = remember<ResolveKeyResponse>();
  const sessions = remember<ResolveSessionResponse>();
  const memberships = remember<ResolveMembershipResponse>();
  const metaOf = (requestId: string) => ({ projectId: '', requestId, actor: { kind: 'service' as const, id: 'gateway' } });
  const digest = (secret: string): string => hash('sha256', secret, 'base64');

  async function byKey(request: FastifyRequest, kind: 'public' | 'secret'): Promise<Identity> {
    const key = readBearer(request.headers.authorization);
    if (!key) throw fault('MISSING_AUTH');
    const prefix = KEY.exec(key)?.[1];
    if (prefix && (prefix === 'pk') !== (kind === 'public')) throw fault('INVALID_API_KEY', { message: WRONG_KIND[kind] });
    if (!prefix)
      throw fault('INVALID_API_KEY', { message: key.startsWith(kind === 'public' ? 'pk_' : 'sk_') ? undefined : WRONG_KIND[kind] });
    const { projectId, disabled, scope, keyId } = await keys(digest(key), () => accounts.resolveKey({ key }, metaOf(request.id)));
    const actor = { kind: 'key', id: keyId || kind } as const;
    // A process of before there were scopes knows the project's own keys only.
    return { disabled, caller: { projectId, requestId: request.id, ip: request.ip, actor, scope: scope || 'full' } };
  }

  async function membership(userId: string, projectId: string, requestId: string): Promise<ResolveMembershipResponse | undefined> {
    try {
      return await memberships(`${userId} ${projectId}`, () => accounts.resolveMembership({ userId, projectId }, metaOf(requestId)));
    } catch (error) {
      if (error instanceof Fault && error.status === 404) return undefined;
      throw error;
    }
  }

  async function bySession(route: Route, request: FastifyRequest, token: string): Promise<Identity> {
    const { origin } = request.headers;
    const { user, sessionId } = await sessions(digest(token), () =>
      accounts.resolveSession({ token, ...sessionClient(request) }, metaOf(request.id)),
    );
    if (!user) throw fault('UNAUTHORIZED');
    if (!SAFE.has(request.method) && origin && !origins.trusted(origin))
      throw fault('FORBIDDEN', { message: 'Requests from this origin are not allowed' });
    if (!user.verified && !route.unverified) throw fault('EMAIL_VERIFICATION_REQUIRED');
    const caller: Caller = {
      projectId: '',
      requestId: request.id,
      ip: request.ip,
      actor: { kind: 'user', id: user.id },
      user: { id: user.id, email: user.email },
      sessionId,
    };
    if (route.project === 'none') return { caller, disabled: false };
    const inPath = route.project === 'path';
    const projectId = inPath ? (request.params as { id: string }).id : request.headers['x-project-id'];
    if (typeof projectId !== 'string' || projectId === '') throw fault('BAD_REQUEST', { message: 'X-Project-Id header is required' });
    const standing = await membership(user.id, projectId, request.id);
    if (!standing)
      throw inPath
        ? fault('RESOURCE_NOT_FOUND', { message: STRANGER, details: { resource: 'Project', id: projectId } })
        : fault('PROJECT_ACCESS_DENIED');
    return { disabled: standing.disabled, caller: { ...caller, projectId, role: standing.role } };
  }

  async function identify(route: Route, request: FastifyRequest): Promise<Identity> {
    if (route.auth === 'public-key') return byKey(request, 'public');
    if (route.auth === 'secret-key') return byKey(request, 'secret');
    const token = request.cookies[SESSION_COOKIE] || undefined;
    if (route.auth === 'session') {
      if (!token) throw fault('UNAUTHORIZED');
      return bySession(route, request, token);
    }
    // An Authorization header beats the cookie.
    if (request.headers.authorization !== undefined || !token) return byKey(request, 'secret');
    return bySession(route, request, token);
  }

  async function authorize(request: FastifyRequest): Promise<void> {
    const route = request.routeOptions.config.route!;
    checkProject(await identify(route, request), request.method, route);
  }

  return { identify, authorize, membership };
}

/** Keys of a disabled project do nothing; sessions may still read. */
export function checkProject(
  { caller, disabled }: Identity,
  method: string,
  { whileDisabled = false }: Pick<Route, 'whileDisabled'>,
): void {
  if (disabled && (caller.actor.kind === 'key' || (!SAFE.has(method) && !whileDisabled))) throw fault('PROJECT_DISABLED');
}

/** MEMBER on an admin route. Keys pass: whoever holds the secret is trusted with the project. */
export function checkRole({ admin }: Route, { actor, role }: Caller): void {
  if (admin && actor.kind === 'user' && role !== 'OWNER' && role !== 'ADMIN') {
    throw fault('FORBIDDEN', { message: 'Insufficient permissions. Admin or owner access required.' });
  }
}
