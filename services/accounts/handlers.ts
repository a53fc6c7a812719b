/** AccountsService, method by method. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { RecountHandlers } from '#kit/contract/recounting.ts';
import { failpoint } from '#kit/failpoint.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Accounts } from './accounts.ts';
import type { Payments } from './billing/payments.ts';
import type { ClaimsStore } from './claims-store.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Members } from './members.ts';
import type { NamedKeys } from './named-keys.ts';
import type { PhishingHits } from './phishing/phishing-hits.ts';
import type { Projects } from './projects.ts';
import type { Sessions } from './sessions.ts';
import type { SocialLogin } from './social-login/social-login.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface HandlerParts {
  accounts: Accounts;
  sessions: Sessions;
  projects: Projects;
  namedKeys: NamedKeys;
  webhookSecrets: WebhookSecrets;
  members: Members;
  claims: ClaimsStore;
  links: MailedLinks;
  socialLogin: SocialLogin;
  phishing: PhishingHits;
  /** Of reputation. */
  counting: RecountHandlers;
  payments: Pick<Payments, 'billing' | 'events'>;
}

export function createAccountsHandlers({
  accounts,
  sessions,
  projects,
  namedKeys,
  webhookSecrets,
  members,
  claims,
  links,
  socialLogin,
  phishing,
  counting,
  payments: { billing, events },
}: HandlerParts): Handlers<typeof AccountsServiceDefinition> {
  return {
    signup: (request, call) => accounts.signup(request, call),
    login: (request, { now }) => accounts.login(request, now),
    resolveSession: (request, { now }) => accounts.resolveSession(request, now),
    listSessions: async ({ current }, call) => ({ sessions: await sessions.list(current, call) }),
    async endSession({ id }, call) {
      await sessions.end(id, call);
      return {};
    },
    endOtherSessions: async ({ current }, call) => ({ ended: await sessions.endOthers(current, call) }),
    async logOut({ token }, { now }) {
      await sessions.logOut(token, now);
      return {};
    },
    beginSocialLogin: ({ provider }) => socialLogin.begin(provider),
    finishSocialLogin: (request, call) => socialLogin.finish(request, call),
    getUser: ({ id }) => accounts.user(id),
    async verifyEmail({ token }, { now }) {
      await links.verifyEmail(token, now);
      return {};
    },
    requestVerification: async (_, call) => ({ verified: await links.requestVerification(call) }),
    async requestPasswordReset({ email }) {
      await links.requestPasswordReset(email);
      return {};
    },
    async resetPassword({ token, newPassword }, { now }) {
      await links.resetPassword(token, newPassword, now);
      return {};
    },

    resolveKey: ({ key }, { now }) => projects.resolveKey(key, now),
    resolveMembership: ({ userId, projectId }) => projects.resolveMembership(userId, projectId),
    listProjects: async (_, call) => ({ projects: await projects.list(call) }),
    createProject: ({ name }, call) => projects.create(name, call),
    getProject: (_, call) => projects.get(call),
    updateProject: (request, call) => projects.update(request, call),
    getSecurity: (_, call) => projects.security(call),
    disableProject: (request, call) => projects.disable(request, call),
    enableProject: (_, call) => projects.enable(call),
    pauseProject: (_, call) => projects.pause(call),
    resumeProject: (_, call) => projects.resume(call),
    listEveryProject: async (request) => ({ projects: await projects.listEvery(request) }),
    async recordOperation(request, call) {
      await projects.recordOperation(request, call);
      return {};
    },
    ...counting,
    recordPhishing: (request, call) => phishing.record(request, call),
    regenerateKeys: (_, call) => projects.regenerateKeys(call),
    listKeys: async (_, call) => ({ keys: await namedKeys.list(call) }),
    createKey: (request, call) => namedKeys.create(request, call),
    renameKey: (request, call) => namedKeys.rename(request, call),
    async deleteKey({ id }, call) {
      await namedKeys.remove(id, call);
      return {};
    },
    getWebhookSecret: (_, call) => webhookSecrets.get(call),
    rotateWebhookSecret: (_, call) => webhookSecrets.rotate(call),
    async deleteProject(_, call) {
      await projects.delete(call);
      return {};
    },

    async confirmDeleted(_, call) {
      await projects.confirmDeleted(call);
      return {};
    },

    listAudit: (request, call) => projects.listAudit(request, call),
    resetProject: (_, call) => projects.reset(call),
    getReset: (_, call) => projects.getReset(call),
    confirmReset: (request, call) => projects.confirmReset(request, call),

    createCheckout: (request, call) => billing.checkout(request, call),
    createBillingPortal: (_, call) => billing.portal(call),
    getBillingLimits: (_, call) => billing.limits(call),
    setBillingLimits: (request, call) => billing.setLimits(request, call),
    getConsumption: (_, call) => billing.consumption(call),
    listInvoices: (_, call) => billing.invoices(call),
    async recordBillingEvent({ body, signature }) {
      await events.record(body, signature);
      return {};
    },

    listMembers: async (_, call) => ({ members: await members.list(call) }),
    addMember: (request, call) => members.add(request, call),
    updateMember: (request, call) => members.update(request, call),
    async removeMember({ userId }, call) {
      await members.remove(userId, call);
      return {};
    },

    async claimIdempotencyKey({ key, request, bodyHash }, { projectId, now }) {
      const operationId = await claims.claim({ projectId, key, request, bodyHash, now });
      failpoint('accounts claimed');
      return { operationId };
    },
    async settleIdempotencyKey({ key, operationId, statusCode }, { projectId }) {
      await claims.settle({ projectId, key, operationId, statusCode });
      failpoint('accounts settled');
      return {};
    },
  };
}
