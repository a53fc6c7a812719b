/** AccountsService, method by method. */
import type { Handlers } from '#kit/contract/definition.ts';
import { reached } from '#kit/killpoint.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Accounts } from './accounts.ts';
import type { ClaimsStore } from './claims-store.ts';
import type { makeMembers } from './members.ts';
import type { makeProjects } from './projects.ts';

export interface HandlerParts {
  accounts: Accounts;
  projects: ReturnType<typeof makeProjects>;
  members: ReturnType<typeof makeMembers>;
  claims: ClaimsStore;
}

export function accountsHandlers({ accounts, projects, members, claims }: HandlerParts): Handlers<typeof AccountsServiceDefinition> {
  return {
    signup: (request, { now }) => accounts.signup(request, now),
    login: (request, { now }) => accounts.login(request, now),
    resolveSession: async ({ token }, { now }) => ({ user: await accounts.resolveSession(token, now) }),
    getUser: ({ id }) => accounts.user(id),

    resolveKey: ({ key }) => projects.resolveKey(key),
    resolveMembership: ({ userId, projectId }) => projects.resolveMembership(userId, projectId),
    listProjects: async (_, call) => ({ projects: await projects.list(call) }),
    createProject: ({ name }, call) => projects.create(name, call),
    getProject: (_, call) => projects.get(call),
    updateProject: (request, call) => projects.update(request, call),
    regenerateKeys: (_, call) => projects.regenerateKeys(call),
    async deleteProject(_, call) {
      await projects.delete(call);
      return {};
    },

    listMembers: async (_, call) => ({ members: await members.list(call) }),
    addMember: (request, call) => members.add(request, call),
    updateMember: (request, call) => members.update(request, call),
    async removeMember({ userId }, call) {
      await members.remove(userId, call);
      return {};
    },

    async claimIdempotencyKey({ key, request }, { projectId, now }) {
      const operationId = await claims.claim({ projectId, key, request, now });
      reached('accounts claimed');
      return { operationId };
    },
    async settleIdempotencyKey({ key, operationId, statusCode }, { projectId }) {
      await claims.settle({ projectId, key, operationId, statusCode });
      reached('accounts settled');
      return {};
    },
  };
}
