/** Accounts: wiring. */
import { recountHandlers } from '#kit/contract/recounting.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { createAccounts } from './accounts.ts';
import { createAuditTrail } from './audit/audit-trail.ts';
import { createPayments } from './billing/payments.ts';
import { accountsActivities } from './activities.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { claimsStore } from './claims-store.ts';
import { createDomainNotices } from './domain-notices.ts';
import { accountsHandlers } from './handlers.ts';
import { createMailedLinks } from './mailed-links.ts';
import { createMembers } from './members.ts';
import { accountsModels } from './model.ts';
import { createNamedKeys } from './named-keys.ts';
import { createOperatorNotices } from './operator-notices.ts';
import { createPasswords } from './passwords.ts';
import { createPhishingHits } from './phishing/phishing-hits.ts';
import { createPlatformMail } from './platform-mail/platform-mail.ts';
import { createProjects } from './projects.ts';
import { projectsStore } from './projects-store.ts';
import { createPurges } from './purges.ts';
import { createReputation } from './reputation/reputation.ts';
import { createSessionTokens } from './session-tokens.ts';
import { createSessions } from './sessions.ts';
import { createSignupCheck } from './signup-check.ts';
import { createSocialLogin } from './social-login/social-login.ts';
import { createSuspension } from './suspension.ts';
import { usersStore } from './users-store.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

export const secrets = [
  'JWT_SECRET',
  'STRIPE_SK',
  'STRIPE_WEBHOOK_SECRET',
  'POSTHORN_API_KEY',
  'GITHUB_OAUTH_SECRET',
  'GOOGLE_OAUTH_SECRET',
] as const satisfies ServiceModule['secrets'];

export const create: CreateService = async (kit) => {
  const { config, mongo, redis, client, clock, id, log } = kit;
  const { auth, billing, http, platform, suspension: settings } = config;
  const models = accountsModels(mongo);
  const users = usersStore(models);
  const projects = projectsStore(models);
  const audit = createAuditTrail({ mongo, users, clock });
  const namedKeys = createNamedKeys({ mongo, audit, newId: id, log });
  const delivery = client(DeliveryServiceDefinition, 'send', 'attemptWaiting', 'countMails', 'getUsage');
  const common = { ...kit, newId: id, dashboard: http.dashboardUri, users, projects, audit, namedKeys, delivery };
  const claims = claimsStore(models, id, { leaseMs: auth.idempotencyLeaseMs, ttlMs: auth.idempotencyTtlMs });
  const purges = createPurges(common);
  const verification = client(VerificationServiceDefinition, 'verifySignupAddress');
  const passwords = await createPasswords();
  const mail = createPlatformMail({
    ...common,
    contacts: client(ContactsServiceDefinition, 'findMany'),
    sender: platform.mail,
  });
  const operators = createOperatorNotices(settings.ntfyUrl);
  const campaigns = client(CampaignsServiceDefinition, 'holdAll', 'wakeAll');
  const workflows = client(WorkflowsServiceDefinition, 'cancelProject');
  const suspension = createSuspension({ ...common, mail, operators, workflows, campaigns });
  const phishing = createPhishingHits({ ...common, suspension, rule: config.phishing.rule, platform: platform.mail });
  const reputation = createReputation({ ...common, suspension, isAutomatic: settings.isAutomatic });
  const payments = createPayments({ ...common, settings: billing.stripe, suspension, mail, operators });
  const sessions = createSessions({ ...common, tokens: createSessionTokens(auth.sessionKeys) });
  const people = {
    users,
    sessions,
    newId: id,
    signupsDisabled: auth.signupsDisabled,
    isUsable: auth.verifiesSignups ? createSignupCheck(verification) : null,
  };
  const accounts = createAccounts({ ...people, passwords, mail, attempts: createLoginAttempts(redis, auth.loginLimit, log) });
  const socialLogin = createSocialLogin({ ...people, mongo, settings: config.socialLogin, apiUri: http.apiUri, clock, log });

  return {
    name: 'accounts',
    definition: AccountsServiceDefinition,
    handlers: accountsHandlers({
      accounts,
      sessions,
      projects: createProjects({ ...common, store: projects, purges, reputation, suspension, campaigns }),
      members: createMembers(common),
      claims,
      namedKeys,
      webhookSecrets: createWebhookSecrets(common),
      socialLogin,
      phishing,
      counting: recountHandlers(reputation.recount),
      payments,
      links: createMailedLinks({ ...common, passwords, mail }),
    }),
    models: [
      ...Object.values(models),
      sessions.model,
      ...mail.models,
      audit.model,
      namedKeys.model,
      ...reputation.models,
      ...socialLogin.models,
      phishing.model,
      ...payments.models,
    ],
    consumers: [reputation.consumer, createDomainNotices(mail), audit.consumer, ...payments.consumers],
    activities: accountsActivities({ projects, claims, parts: [reputation, phishing, namedKeys], clock }),
    async start() {
      for (const one of [purges, mail, suspension, payments]) one.start();
    },
    async stop() {
      await Promise.all([purges.stop(), mail.stop(), suspension.stop(), payments.stop()]);
    },
  };
};
