/** Accounts: wiring. */
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { createAccounts } from './accounts.ts';
import { createPayments } from './billing/payments.ts';
import { accountsActivities } from './activities.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { claimsStore } from './claims-store.ts';
import { createDomainNotices } from './domain-notices.ts';
import { accountsHandlers } from './handlers.ts';
import { createMailedLinks } from './mailed-links.ts';
import { createMembers } from './members.ts';
import { accountsModels } from './model.ts';
import { createOperatorNotices } from './operator-notices.ts';
import { createPasswords } from './passwords.ts';
import { createPhishingHits } from './phishing/phishing-hits.ts';
import { createMailQueue } from './platform-mail/mail-queue.ts';
import { createMailTokens } from './platform-mail/mail-tokens.ts';
import { createPlatformMail } from './platform-mail/platform-mail.ts';
import { createProjects } from './projects.ts';
import { projectsStore } from './projects-store.ts';
import { createPurges } from './purges.ts';
import { createMailCounts } from './reputation/mail-counts.ts';
import { createReputation } from './reputation/reputation.ts';
import { createSessions } from './sessions.ts';
import { createSignupCheck } from './signup-check.ts';
import { createSocialLogin } from './social-login/social-login.ts';
import { createSuspension } from './suspension.ts';
import { usersStore } from './users-store.ts';

export const secrets = [
  'JWT_SECRET',
  'STRIPE_SK',
  'STRIPE_WEBHOOK_SECRET',
  'POSTHORN_API_KEY',
  'GITHUB_OAUTH_SECRET',
  'GOOGLE_OAUTH_SECRET',
] as const satisfies ServiceModule['secrets'];

export const create: CreateService = async ({ config, mongo, redis, temporal, client, clock, id, log }) => {
  const { auth, http, platform } = config;
  const models = accountsModels(mongo);
  const users = usersStore(models);
  const projectRows = projectsStore(models);
  const claims = claimsStore(models, id, { leaseMs: auth.idempotencyLeaseMs, ttlMs: auth.idempotencyTtlMs });
  const purges = createPurges({ projects: projectRows, temporal, clock, log });
  const verification = client(VerificationServiceDefinition, 'verifySignupAddress');
  const passwords = await createPasswords();
  const delivery = client(DeliveryServiceDefinition, 'send', 'attemptWaiting', 'getUsage');
  const tokens = createMailTokens(mongo);
  const queue = createMailQueue(mongo);
  const mail = createPlatformMail({
    queue,
    tokens,
    users,
    projects: projectRows,
    contacts: client(ContactsServiceDefinition, 'findMany'),
    delivery,
    sender: platform.mail,
    dashboard: http.dashboardUri,
    clock,
    newId: id,
    log,
  });
  const operators = createOperatorNotices(config.suspension.ntfyUrl);
  const counts = createMailCounts(mongo);
  const suspension = createSuspension({
    projects: projectRows,
    mail,
    operators,
    workflows: client(WorkflowsServiceDefinition, 'cancelProject'),
    campaigns: client(CampaignsServiceDefinition, 'holdAll'),
    delivery,
    clock,
    log,
  });
  const phishing = createPhishingHits({
    mongo,
    projects: projectRows,
    suspension,
    rule: config.phishing.rule,
    platform: platform.mail,
    clock,
  });
  const reputation = createReputation({ counts, projects: projectRows, suspension, isAutomatic: config.suspension.isAutomatic, clock });
  const payments = createPayments({
    mongo,
    projects: projectRows,
    settings: config.billing.stripe,
    suspension,
    mail,
    operators,
    delivery,
    dashboard: http.dashboardUri,
    clock,
    log,
  });
  const people = {
    users,
    sessions: createSessions(auth.sessionKeys),
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
      projects: createProjects({ store: projectRows, purges, reputation, suspension, newId: id }),
      members: createMembers(projectRows, users),
      claims,
      socialLogin,
      phishing,
      billing: payments.billing,
      billingEvents: payments.events,
      links: createMailedLinks({ mongo, redis, users, passwords, tokens, mail, log }),
    }),
    models: [
      ...Object.values(models),
      tokens.model,
      queue.model,
      ...counts.models,
      ...socialLogin.models,
      phishing.model,
      ...payments.models,
    ],
    consumers: [reputation.consumer, createDomainNotices(mail), ...payments.consumers],
    activities: accountsActivities(projectRows, claims, [counts, phishing]),
    async start() {
      for (const one of [purges, mail, suspension, payments]) one.start();
    },
    async stop() {
      await Promise.all([purges.stop(), mail.stop(), suspension.stop(), payments.stop()]);
    },
  };
};
