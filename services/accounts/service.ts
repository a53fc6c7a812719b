/** Accounts: wiring. */
import type { CreateService } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { makeAccounts } from './accounts.ts';
import { accountsActivities } from './activities.ts';
import { makeAttempts } from './attempts.ts';
import { claimsStore } from './claims-store.ts';
import { accountsHandlers } from './handlers.ts';
import { makeMembers } from './members.ts';
import { accountsModels } from './model.ts';
import { makePasswords } from './passwords.ts';
import { makeProjects } from './projects.ts';
import { projectsStore } from './projects-store.ts';
import { makePurges } from './purges.ts';
import { makeSessions } from './sessions.ts';
import { usersStore } from './users-store.ts';

export const create: CreateService = async ({ config: { auth }, mongo, redis, temporal, clock, id, log }) => {
  const models = accountsModels(mongo);
  const users = usersStore(models);
  const projectRows = projectsStore(models);
  const claims = claimsStore(models, id, { leaseMs: auth.idempotencyLeaseMs, ttlMs: auth.idempotencyTtlMs });
  const purges = makePurges(projectRows, temporal, clock, log);
  const accounts = makeAccounts({
    users,
    passwords: await makePasswords(),
    sessions: makeSessions(auth.jwtSecret),
    attempts: makeAttempts(redis, auth.loginLimit, log),
    newId: id,
    signupsDisabled: auth.signupsDisabled,
  });

  return {
    name: 'accounts',
    definition: AccountsServiceDefinition,
    handlers: accountsHandlers({ accounts, projects: makeProjects(projectRows, purges, id), members: makeMembers(projectRows, users), claims }),
    models: Object.values(models),
    activities: accountsActivities(projectRows, claims),
    start: async () => purges.start(),
    stop: () => purges.stop(),
  };
};
