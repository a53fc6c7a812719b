/** Accounts: wiring. */
import { createRecountHandlers } from '#kit/contract/recounting.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { createAccountsActivities } from './activities.ts';
import { createAuditTrail } from './audit/audit-trail.ts';
import { createClaimsStore } from './claims-store.ts';
import { createDomainNotices } from './domain-notices.ts';
import { createAccountsHandlers } from './handlers.ts';
import { createMembers } from './members.ts';
import { accountsModels } from './model.ts';
import { createNamedKeys } from './named-keys.ts';
import { createPeople } from './people.ts';
import { createPlatformMail } from './platform-mail/platform-mail.ts';
import { createProjects } from './projects.ts';
import { createProjectsStore } from './projects-store.ts';
import { createPurges } from './purges.ts';
import { createStanding } from './standing.ts';
import { createUsersStore } from './users-store.ts';
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
  const { config, mongo, client, clock, id, log } = kit;
  const models = accountsModels(mongo);
  const [users, projects] = [createUsersStore(models), createProjectsStore(models)];
  const audit = createAuditTrail({ mongo, users, clock });
  const namedKeys = createNamedKeys({ mongo, audit, newId: id, log });
  const delivery = client(DeliveryServiceDefinition, 'send', 'attemptWaiting', 'countMails', 'getUsage');
  const campaigns = client(CampaignsServiceDefinition, 'holdAll', 'wakeAll');
  const contacts = client(ContactsServiceDefinition, 'findMany');
  const dashboard = config.http.dashboardUri;
  const common = { ...kit, newId: id, dashboard, users, projects, audit, namedKeys, delivery, campaigns, contacts };
  const mail = createPlatformMail({ ...common, sender: config.platform.mail });
  const claims = createClaimsStore(models, id, { leaseMs: config.auth.idempotencyLeaseMs, ttlMs: config.auth.idempotencyTtlMs });
  const purges = createPurges(common);
  const standing = await createStanding({ ...common, mail });
  const { suspension, phishing, reputation, payments } = standing;
  const people = await createPeople({ ...common, mail });
  const sweepers = [purges, mail, suspension, payments];

  return {
    name: 'accounts',
    definition: AccountsServiceDefinition,
    handlers: createAccountsHandlers({
      ...people,
      ...standing,
      projects: createProjects({ ...common, ...standing, store: projects, purges }),
      members: createMembers(common),
      claims,
      namedKeys,
      webhookSecrets: createWebhookSecrets(common),
      counting: createRecountHandlers(reputation.recount),
    }),
    models: [...Object.values(models), ...people.models, ...mail.models, audit.model, namedKeys.model, ...standing.models],
    consumers: [...standing.consumers, createDomainNotices(mail), audit.consumer],
    activities: { ...createAccountsActivities({ projects, claims, parts: [reputation, phishing, namedKeys], clock }) },
    async start() {
      for (const sweeper of sweepers) sweeper.start();
    },
    async stop() {
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    },
  };
};
